// The configuration of `npm run dev`, and of each classic script by its mode. scripts/describe-site.ts describes all builds.
import { defineConfig } from 'vite';
import { common, describeScript } from './scripts/describe-site.ts';

export default defineConfig(({ mode }) => {
  if (mode === 'service-worker') return describeScript('workers/service-worker.ts', 'haze-service-worker.js');
  if (mode === 'haze-program') return describeScript('src/ui/program/script.ts', 'haze-program.js');
  if (mode === 'haze-one-file')
    return describeScript('src/ui/program/one-file.ts', 'assets/haze-one-file.js');
  if (mode === 'haze-one-file-worker')
    return describeScript('workers/run-worker.ts', 'assets/haze-one-file-worker.js');
  if (mode === 'haze-docs') return describeScript('src/ui/docs/script.ts', 'haze-docs.js');
  return common;
});
