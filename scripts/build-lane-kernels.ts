// Compiles wasm/budget/lanes.c, and prints the module as a script that holds its bytes: budgets are made by functions that
// answer at once, in pages too, where nothing can be fetched meanwhile. For size: it is no slower, as loops are short.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCompiler, runCompiler, type Tree } from './build-kernels.ts';
import { findProjectRoot } from './project-root.ts';

const COMPILE = [
  'clang',
  '-Oz',
  '-msimd128',
  '-mbulk-memory',
  '-ffp-contract=off',
  '-ffreestanding',
  '-std=c23',
];
const WARNINGS = ['-Wall', '-Wextra', '-Werror'];
const LINK = ['wasm-ld', '-m', 'wasm32', '--no-entry', '--export=__heap_base', '-z', 'stack-size=8192'];

/** The text of dist/wasm/budget-kernels.js, which is `#budget-kernels`. */
export async function printLaneKernels(): Promise<string> {
  const name = 'lanes.c';
  const files: Tree = { [name]: readFileSync(join(findProjectRoot(), 'wasm/budget', name), 'utf8') };
  await loadCompiler();
  files['lanes.o'] = runCompiler([...COMPILE, ...WARNINGS, '-c', name, '-o', 'lanes.o'], files, 'lanes.o');
  const bytes = runCompiler([...LINK, 'lanes.o', '--strip-all', '-o', 'lanes.wasm'], files, 'lanes.wasm');
  const text = Buffer.from(bytes).toString('base64');
  return `export const KERNEL_BYTES =
  '${text}';
`;
}
