// Tests that cannot share their worker with others. Files run one after the other in workers that stay, so that the
// compiler, the kernels and our own modules are loaded and warm for all of them. A test that replaces a module or a
// global would also affect the next tests. A test that observes first loads would find everything loaded.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const REPLACES = /\bvi\.(mock|doMock|stubGlobal|stubEnv)\(/;
/** Suffix of test files that observe a first load, or need a fresh worker for another reason. */
const APART = '.apart.test.ts';

/**
 * The test files in some folders, seen from the root, that replace modules or globals, or have the suffix of files with
 * their own worker.
 * @param folders with a slash between their parts
 */
export function listReplacingFiles(root: string, folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.endsWith(APART) || REPLACES.test(readFileSync(path, 'utf8')))
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .sort();
}
