// The page build, dist/page: `haze.js` with its workers and assets, and, as a build of its own, the service worker in one
// file with a name that never changes (`vite build --mode service-worker`). The rest of dist/ is made by tsc.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const OUT_DIR = 'dist/page';

/** Writes the names of all assets, so that a new service worker knows which kept ones are out of date. */
function listAssets(): Plugin {
  return {
    name: 'list-assets',
    apply: 'build',
    writeBundle: ({ dir = OUT_DIR }) => {
      writeFileSync(join(dir, 'assets.json'), JSON.stringify(readdirSync(join(dir, 'assets'))));
    },
  };
}

const page = defineConfig({
  base: './',
  publicDir: false,
  plugins: [listAssets()],
  worker: { format: 'es' },
  build: {
    outDir: OUT_DIR,
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: { haze: 'src/client/index.ts' },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js' },
    },
  },
});

const serviceWorker = defineConfig({
  publicDir: false,
  build: {
    outDir: OUT_DIR,
    emptyOutDir: false,
    target: 'es2023',
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: 'workers/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'haze-service-worker.js' },
    },
  },
});

export default defineConfig(({ mode }) => (mode === 'service-worker' ? serviceWorker : page));
