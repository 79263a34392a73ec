// Tests that cannot share their worker with other tests. Files run one after another in long-lived workers, so that the
// compiler, the kernels and our own modules stay loaded and warm. A test that replaces a module or a global would
// affect later tests as well, and a test that observes initial loads would find everything already loaded.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const REPLACES = /\bvi\.(mock|doMock|stubGlobal|stubEnv)\(/;
/** The suffix of test files that observe an initial load, or that need a separate worker for some other reason. */
const APART = '.apart.test.ts';

/**
 * Lists the test files in the given folders that replace modules or globals, or have the suffix for files with their
 * own worker. Paths are relative to the root.
 * @param folders folder paths with slashes as separators
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
