// The files in a page's build that make up one toolchain file; each is a chunk named after its content.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface FileList {
  readonly files: readonly { readonly name: string; readonly pieces: readonly { readonly name: string }[] }[];
}

/**
 * Paths relative to a site's folder.
 * @param name such as `llvm.core-rest.wasm`
 * @throws Error if the build has no such file, so that no test waits for it
 */
export function piecesOf(folder: string, name: string): ReadonlySet<string> {
  const list = readdirSync(join(folder, 'assets')).find((path) => /^files-.*\.json$/.test(path));
  if (!list) throw new Error(`${folder} has no list of files.`);
  const { files } = JSON.parse(readFileSync(join(folder, 'assets', list), 'utf8')) as FileList;
  const pieces = files.find((file) => file.name === name)?.pieces ?? [];
  if (pieces.length === 0) throw new Error(`${folder} has no pieces of ${name}.`);
  return new Set(pieces.map((piece) => `toolchain/${piece.name}`));
}
