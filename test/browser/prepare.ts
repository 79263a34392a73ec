// Before the browser tests: browsers that are missing are installed, and the page build is made anew.
import '../../scripts/install-browsers.ts';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds dist/page. */
export default async function prepare(): Promise<void> {
  await build({ root, logLevel: 'warn' });
  await build({ root, logLevel: 'warn', mode: 'service-worker' });
}
