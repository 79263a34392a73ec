// The folder for compiled outputs of tests, by content, over all test runs in this checkout. Its entries have the form
// of the command's cache: named by their hash, and written by a rename.
import { join } from 'node:path';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { type ContentCache, openContentCache } from '../../src/node/files/content-cache.ts';

const MOST_BYTES = 4 * 2 ** 30;

/** Ignored by git, and outside dist/ and node_modules/, which other commands empty. */
export const KEPT_FOLDER = join(findProjectRoot(), '.kept-modules');

/** The cache of compiled tests. A damaged entry is reported, removed and compiled again. */
export function openKept(): ContentCache {
  return openContentCache(KEPT_FOLDER, {
    maxSizeBytes: MOST_BYTES,
    onDamaged: (key) => console.log(`the kept module ${key} is damaged, and is built again`),
  });
}
