// The site for the tests of versions, downloads and toolchains: the library with the page from offline-site/, in two
// versions with different page text. It is built once for all tests that use it (prepare.ts).
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSite, writeServiceWorker } from '../../scripts/build-page.ts';

/** The folders of the two versions. */
export const OFFLINE_SITES = {
  first: fileURLToPath(new URL('../../dist/offline-site-1/', import.meta.url)),
  second: fileURLToPath(new URL('../../dist/offline-site-2/', import.meta.url)),
};

/** Builds both versions. Requires dist/toolchain. */
export async function buildOfflineSites(): Promise<void> {
  const { first, second } = OFFLINE_SITES;
  const root = fileURLToPath(new URL('offline-site/', import.meta.url));
  await buildSite(first, { index: join(root, 'index.html') }, root);
  await cp(first, second, { recursive: true, force: true });
  const page = await readFile(join(first, 'index.html'), 'utf8');
  await writeFile(join(second, 'index.html'), page.replace('version 1', 'version 2'));
  await writeServiceWorker(first);
  await writeServiceWorker(second);
}
