// The folder for compiled test outputs, keyed by content and shared by all test runs in this checkout. Its entries have
// the same form as those in the command's cache: each file is named after its hash and written by renaming.
import { join } from 'node:path';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { ContentCache } from '../../src/node/files/content-cache.ts';

const MOST_BYTES = 4 * 2 ** 30;

/** Ignored by git, and outside dist/ and node_modules/, which other commands empty. */
export const KEPT_FOLDER = join(findProjectRoot(), '.kept-modules');

/** The cache of compiled tests. A damaged entry is reported, removed and recompiled. */
export function openKept(): ContentCache {
  return new ContentCache(KEPT_FOLDER, {
    maxSizeBytes: MOST_BYTES,
    onDamaged: (key) => console.log(`the kept module ${key} is damaged, and is built again`),
  });
}
