// A site whose `toolchain` folder has no compiler: only the core's kernels, which every run needs, remain in it.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The filenames of a compiler file's chunks, relative to `toolchain`. */
export function listPieces(haze: string, file: string): string[] {
  const assets = join(haze, 'assets');
  const list = readdirSync(assets).find((name) => /^files-.*\.json$/.test(name))!;
  const { files } = JSON.parse(readFileSync(join(assets, list), 'utf8')) as {
    files: { name: string; pieces: { name: string }[] }[];
  };
  return files.filter(({ name }) => name === file).flatMap(({ pieces }) => pieces.map(({ name }) => name));
}

/** Removes the compiler from the folder that `haze init` writes. */
export function removeCompiler(haze: string): void {
  const kept = listPieces(haze, 'kernels.wasm');
  const toolchain = join(haze, 'toolchain');
  for (const name of readdirSync(toolchain))
    if (!kept.includes(name)) rmSync(join(toolchain, name), { recursive: true });
}
