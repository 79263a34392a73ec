// Builds a program and runs it without hooks, under Node's own WASI.
import { WASI } from 'node:wasi';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import type { BuildContext, BuildRequest } from '../../src/toolchain/building/build-result.ts';

/**
 * Returns the exit status of a program. Throws an error with the log if the build fails, and passes on the program's
 * trap.
 */
export async function exitStatusOf(request: BuildRequest, context: BuildContext): Promise<number> {
  const result = await buildProgram(request, context);
  if (!result.ok) throw new Error(result.log);
  const wasi = new WASI({ version: 'preview1', args: ['program'], returnOnExit: true });
  const imports = { wasi_snapshot_preview1: wasi.wasiImport };
  const { instance } = await WebAssembly.instantiate(result.module as BufferSource, imports);
  return wasi.start(instance) as unknown as number;
}
