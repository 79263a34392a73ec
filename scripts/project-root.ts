// Location of the project on disk, seen from a script in scripts/ or its compiled copy in dist/scripts/.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the folder that contains the project's package.json and wasm/ sources. */
export function findProjectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'wasm/guest'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('the project was not found above the scripts');
    folder = parent;
  }
  return folder;
}
