// The folder for all compiled outputs of tests, by content, over all runs of the tests in this checkout. The entries
// are entries of the command's cache: behind their hash, written by a rename.
import { join } from 'node:path';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { type ContentCache, openContentCache } from '../../src/node/files/content-cache.ts';

const MOST_BYTES = 4 * 2 ** 30;

/** Ignored by git, and apart from dist/ and node_modules/, which other commands empty. */
export const KEPT_FOLDER = join(findProjectRoot(), '.kept-modules');

/** The cache of compiled tests. A damaged entry is reported, removed and compiled again. */
export function openKept(): ContentCache {
  return openContentCache(KEPT_FOLDER, {
    maxSizeBytes: MOST_BYTES,
    onDamaged: (key) => console.log(`the kept module ${key} is damaged, and is built again`),
  });
}
