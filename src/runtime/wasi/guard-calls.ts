// Guards the system calls, because a program may pass any arguments. Numbers arrive as signed integers, pointers may
// point outside the program's memory, and names may be invalid text. In each of these cases, the call fails, as on any
// system, instead of causing an internal fault.
import { wasi } from '@bjorn3/browser_wasi_shim';
import { LONGEST_PATH } from './memory-folder.ts';

export type WasiFunction = (...args: never[]) => number | undefined;

/** Indices of the arguments that point to a path, by call; the path's length is the next argument. */
const PATHS: Readonly<Record<string, readonly number[]>> = {
  path_create_directory: [1],
  path_filestat_get: [2],
  path_filestat_set_times: [2],
  path_link: [2, 5],
  path_open: [2],
  path_readlink: [1],
  path_remove_directory: [1],
  path_rename: [1, 4],
  path_symlink: [0, 3],
  path_unlink_file: [1],
};

/** Wraps the calls so that they withstand any arguments from a program. */
export function guardCalls(
  memory: WebAssembly.Memory,
  calls: Readonly<Record<string, WasiFunction>>,
): Record<string, WasiFunction> {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, guardCall(memory, call, PATHS[name] ?? [])]),
  );
}

function guardCall(memory: WebAssembly.Memory, call: WasiFunction, paths: readonly number[]): WasiFunction {
  const unguarded = call as (...args: (number | bigint)[]) => number | undefined;
  return (...given: (number | bigint)[]): number | undefined => {
    const args = given.map((value) => (typeof value === 'number' ? value >>> 0 : value));
    try {
      for (const at of paths) {
        const problem = checkPath(memory, args[at] as number, args[at + 1] as number);
        if (problem !== wasi.ERRNO_SUCCESS) return problem;
      }
      return unguarded(...args);
    } catch (error) {
      if (isOutside(error)) return wasi.ERRNO_FAULT;
      throw error;
    }
  };
}

function checkPath(memory: WebAssembly.Memory, at: number, length: number): number {
  if (length > LONGEST_PATH) return wasi.ERRNO_NAMETOOLONG;
  const bytes = new Uint8Array(memory.buffer, at, length);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return wasi.ERRNO_SUCCESS;
  } catch {
    return wasi.ERRNO_ILSEQ;
  }
}

// Engines throw a RangeError both for an access outside a buffer and for an overflow of their own stack.
function isOutside(error: unknown): boolean {
  return error instanceof RangeError && !/call stack|recursion/i.test(error.message);
}
