// Compiles wasm/budget/lanes.c, and prints the module as a script that contains its bytes, because the budget functions
// are synchronous and a page cannot fetch the module first. Optimising the code for size does not make it slower,
// because the loops are short.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from './project-root.ts';
import type { RunTool } from './run-tool.ts';

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

/** The text of dist/wasm/budget-kernels.js, imported as `#budget-kernels`. */
export async function printLaneKernels(run: RunTool): Promise<string> {
  const name = 'lanes.c';
  const source = readFileSync(join(findProjectRoot(), 'wasm/budget', name), 'utf8');
  const object = 'lanes.o';
  const command = [...COMPILE, ...WARNINGS, '-c', name, '-o', object];
  const compiled = await run(command, { [name]: source }, object);
  const module = 'lanes.wasm';
  const bytes = await run([...LINK, object, '--strip-all', '-o', module], { [object]: compiled }, module);
  const text = Buffer.from(bytes).toString('base64');
  return `export const KERNEL_BYTES =
  '${text}';
`;
}
