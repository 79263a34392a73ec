// Single runs of the compiler and the linker for tests, cached by content. The key holds everything that a run can see:
// the tools' version, all arguments, all files.
import { createHash } from 'node:crypto';
import { compileTools } from '../../src/node/engine/compile-tools.ts';
import { readClangVersion } from '../../src/node/engine/tool-version.ts';
import { type Clang, loadClang } from '../../src/toolchain/clang/clang.ts';
import type { FileContent, FileTree } from '../../src/toolchain/sources/source-files.ts';
import { openKept } from './kept-folder.ts';

const kept = openKept();
let clang: Promise<Clang> | undefined;

const version = await readClangVersion();

/**
 * Runs a tool on files in its current folder and returns a file that it made, or its standard output.
 * @throws Error with the tool's messages
 */
export async function runKeptTool(
  words: readonly string[],
  files: FileTree,
  output?: string,
): Promise<Uint8Array> {
  const key = `tool-${keyOf(words, files)}`;
  const known = await kept.get(key);
  if (known) return known;
  clang ??= loadClang({ compile: compileTools });
  const run = await (await clang).run(words, files);
  const made = output === undefined ? run.stdout : run.files[output];
  if (run.status !== 0 || !(made instanceof Uint8Array))
    throw new Error(`${words.join(' ')}\n${run.crash ?? run.limit ?? run.stderr}`);
  await kept.put(key, made);
  return made;
}

function keyOf(words: readonly string[], files: FileTree): string {
  const hash = createHash('sha256').update(JSON.stringify([version, words]));
  const add = (name: string, entry: FileTree | FileContent): void => {
    if (typeof entry === 'string' || entry instanceof Uint8Array) {
      hash.update(`${name}\0${entry.length}\0`).update(entry);
      return;
    }
    for (const inner of Object.keys(entry).sort()) add(`${name}/${inner}`, entry[inner]!);
  };
  add('', files);
  return hash.digest('hex');
}
