// Compiles wasm/kernels/*.c and wasm/special/*.c to one WebAssembly module with the clang that the project ships with: the inner loops of
// the core, and the sysroot's libm, in a memory of their own that grows. The module imports nothing.
// Where the bytes go is the caller's business (scripts/build-wasm.ts writes them to dist/wasm).

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runLLVM } from '@yowasp/clang';
import { operationsHeader } from '../src/uncertainty/operations-header.ts';

export type Tree = { [name: string]: Tree | string | Uint8Array };

const COMPILE_FLAGS = [
  '-O3',
  '-msimd128',
  '-mbulk-memory',
  '-ffp-contract=off',
  '-DHAZE_KERNELS',
  '-std=c23',
  '-Wall',
  '-Wextra',
  '-Werror',
];
const LIBRARIES = '/usr/lib/wasm32-wasip1';

/**
 * Builds the kernel module from its sources.
 * @throws Error with the compiler's output when a source does not compile
 */
export async function buildKernels(): Promise<Uint8Array> {
  const folder = findKernelFolder();
  const names = (await readdir(folder)).filter((name) => /\.[ch]$/.test(name)).sort();
  const files: Tree = { 'ux-operations.h': operationsHeader() };
  const special = join(folder, '../special');
  const shared = (await readdir(special)).filter((name) => /\.[ch]$/.test(name)).sort();
  for (const name of names) files[name] = await readFile(join(folder, name), 'utf8');
  for (const name of shared) files[name] = await readFile(join(special, name), 'utf8');
  await loadCompiler();
  const objects: string[] = [];
  for (const name of [...names, ...shared].filter((name) => name.endsWith('.c'))) {
    const object = `${name}.o`;
    files[object] = runCompiler(['clang', ...COMPILE_FLAGS, '-c', name, '-o', object], files, object);
    objects.push(object);
  }
  const link = ['wasm-ld', '-m', 'wasm32', '--no-entry', '-z', 'stack-size=262144'];
  // Where memory is free, and for an instance that shares its memory: where its stack is.
  const exported = ['--export=__heap_base', '--export=__stack_pointer'];
  const libraries = [`-L${LIBRARIES}`, '-lc', '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a'];
  return runCompiler(
    [...link, ...exported, ...objects, ...libraries, '--strip-all', '-o', 'kernels.wasm'],
    files,
    'kernels.wasm',
  );
}

/** The folder of the C sources, from here or from the compiled copy of this file below dist/. */
function findKernelFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'wasm/kernels/kernels.h'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('wasm/kernels was not found above scripts/build-kernels.ts');
    folder = parent;
  }
  return join(folder, 'wasm/kernels');
}

/** Fetches the compiler, which commands then use. */
export async function loadCompiler(): Promise<void> {
  await runLLVM(undefined, undefined, { fetchProgress: () => {} });
}

/** Runs a command of the compiler over `files`, which has to be loaded, and answers what it made. */
export function runCompiler(command: string[], files: Tree, output: string): Uint8Array {
  let log = '';
  const decoder = new TextDecoder();
  const collect = (bytes: Uint8Array | null) => {
    if (bytes) log += decoder.decode(bytes, { stream: true });
  };
  try {
    const options = {
      synchronously: true,
      stdout: collect,
      stderr: collect,
      fetchProgress: () => {},
    } as const;
    return (runLLVM(command, files, options) as Tree)[output] as Uint8Array;
  } catch (cause) {
    throw new Error(`${command.join(' ')} failed:\n${log}`, { cause });
  }
}
