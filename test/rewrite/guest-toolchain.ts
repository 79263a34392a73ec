// Compiles and links test programs with the project's own clang, and runs the modules under a minimal WASI.

import { ConsoleStdout, File, OpenFile, WASI } from '@bjorn3/browser_wasi_shim';
import { runKeptTool } from '../kept/kept-clang.ts';

const SYSROOT = ['-L/usr/lib/wasm32-unknown-wasip1', '-L/usr/lib/wasm32-wasip1'];
const BUILTINS = '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a';

/** Compiles one source to an object file, as C or C++ depending on the file name. */
export async function compileObject(
  name: string,
  source: string,
  flags: string[] = [],
  headers: Record<string, string> = {},
): Promise<Uint8Array> {
  const tool = name.endsWith('.c') ? 'clang' : 'clang++';
  const words = [tool, '-c', name, '-o', 'out.o', ...flags];
  return runKeptTool(words, { [name]: source, ...headers }, 'out.o');
}

/** Links objects into a command module with crt1 and libc. */
export async function linkObjects(
  objects: Record<string, Uint8Array>,
  extra: string[] = [],
): Promise<Uint8Array> {
  const args = ['wasm-ld', '-m', 'wasm32', ...SYSROOT, '/usr/lib/wasm32-wasip1/crt1-command.o'];
  args.push(...Object.keys(objects), ...extra, '-lc', BUILTINS, '-o', 'a.wasm');
  return runKeptTool(args, objects, 'a.wasm');
}

/** The outcome of a program. */
export interface Outcome {
  readonly stdout: string;
  readonly exitCode: number;
  readonly instance: WebAssembly.Instance;
}

/** An instance whose `_start` has not yet run, and a function that runs it. */
export async function prepareProgram(
  module: Uint8Array | WebAssembly.Module,
  args: string[] = [],
): Promise<{ instance: WebAssembly.Instance; run: () => Outcome }> {
  const chunks: string[] = [];
  const decoder = new TextDecoder();
  const stdout = new ConsoleStdout((bytes) => chunks.push(decoder.decode(bytes, { stream: true })));
  const wasi = new WASI(['program', ...args], [], [new OpenFile(new File([])), stdout, stdout], {
    debug: false,
  });
  const compiled =
    module instanceof WebAssembly.Module
      ? module
      : await WebAssembly.compile(module as Uint8Array<ArrayBuffer>);
  const toy = { created: () => {} };
  const instance = await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: wasi.wasiImport, toy });
  const run = (): Outcome => {
    const exitCode = wasi.start(instance as never);
    return { stdout: chunks.join(''), exitCode, instance };
  };
  return { instance, run };
}

/** Runs a command module to completion. */
export async function runProgram(module: Uint8Array, args: string[] = []): Promise<Outcome> {
  return (await prepareProgram(module, args)).run();
}
