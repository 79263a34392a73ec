// Runs a tool that must succeed, for the scripts that build the files in wasm/.
import { type Clang, maybeFileOf } from '../src/toolchain/clang/clang.ts';
import type { FileTree } from '../src/toolchain/sources/source-files.ts';

/**
 * Runs a command on files, and returns the output file, or the command's standard output if no file is named.
 * @throws Error with the tool's messages if it fails
 */
export type RunTool = (command: readonly string[], files: FileTree, output?: string) => Promise<Uint8Array>;

/** Runs tools in this thread, one after another. */
export function runInThread(clang: Clang): RunTool {
  return async (command, files, output) => {
    const run = await clang.run(command, files);
    const bytes = output === undefined ? run.stdout : maybeFileOf(run, output);
    if (run.status === 0 && bytes) return bytes;
    throw new Error(`${command.join(' ')} failed:\n${run.crash ?? run.stderr}`);
  };
}
