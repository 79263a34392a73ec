// Compiles wasm/kernels/*.c and wasm/special/*.c into one WebAssembly module with the project's own clang: it contains
// the core's inner loops and the sysroot's libm, and has its own growable memory. The module has no imports. The caller
// stores the bytes (scripts/build-wasm.ts writes them to dist/wasm).

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileTree } from '../src/toolchain/sources/source-files.ts';
import { operationsHeader } from '../src/uncertainty/core/operations-header.ts';
import type { RunTool } from './run-tool.ts';

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
 * @throws Error with the compiler's output if a source does not compile
 */
export async function buildKernels(run: RunTool): Promise<Uint8Array> {
  const folder = findKernelFolder();
  const names = (await readdir(folder)).filter((name) => /\.[ch]$/.test(name)).sort();
  const files: FileTree = { 'ux-operations.h': operationsHeader() };
  const special = join(folder, '../special');
  const shared = (await readdir(special)).filter((name) => /\.[ch]$/.test(name)).sort();
  for (const name of names) files[name] = await readFile(join(folder, name), 'utf8');
  for (const name of shared) files[name] = await readFile(join(special, name), 'utf8');
  const sources = [...names, ...shared].filter((name) => name.endsWith('.c'));
  const objects = await Promise.all(
    sources.map(async (name) => {
      const object = `${name}.o`;
      const compiled = await run(['clang', ...COMPILE_FLAGS, '-c', name, '-o', object], files, object);
      return [object, compiled] as const;
    }),
  );
  const link = ['wasm-ld', '-m', 'wasm32', '--no-entry', '-z', 'stack-size=262144'];
  // Exports the start of free memory and, for an instance with shared memory, the position of the stack.
  const exported = ['--export=__heap_base', '--export=__stack_pointer'];
  const libraries = [`-L${LIBRARIES}`, '-lc', '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a'];
  return run(
    [
      ...link,
      ...exported,
      ...objects.map(([name]) => name),
      ...libraries,
      '--strip-all',
      '-o',
      'kernels.wasm',
    ],
    Object.fromEntries(objects),
    'kernels.wasm',
  );
}

/** Folder of the C sources, relative to this file or to its compiled copy in dist/. */
function findKernelFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'wasm/kernels/kernels.h'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('wasm/kernels was not found above scripts/build-kernels.ts');
    folder = parent;
  }
  return join(folder, 'wasm/kernels');
}
