// Part of `npm run check`: instances of WebAssembly modules are created only by src/uxhw/instantiate.ts, which freezes
// the imports. Programs go through src/runtime/preparing/instantiate-program.ts, which checks their imports. Every
// other caller of `instantiate` is listed here with the module that it instantiates, which is never a program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';
import { findProjectRoot } from './project-root.ts';

const MAKER = 'src/uxhw/instantiate.ts';

/** Files that may import the function, each with the module that it instantiates. */
const CALLERS: ReadonlyMap<string, string> = new Map([
  ['src/runtime/preparing/instantiate-program.ts', 'programs, after a check of their imports'],
  ['src/runtime/running/uncatchable.ts', 'a function that traps'],
  ['src/uncertainty/kernels/kernels.ts', 'the kernels of cores'],
  ['src/uncertainty/kernels/shared-kernels.ts', 'the kernels of cores in shared memory'],
  ['src/budget/lanes/lane-memory.ts', 'the kernels of budgets'],
  ['src/toolchain/clang/module-parts.ts', 'the parts of the compiler'],
  ['src/client/program/toolchain/tool-parts.ts', 'the compiler'],
]);

/** All ways of creating an instance: the constructor, the functions, and aliases of them. */
const MAKES_INSTANCE =
  /\bWebAssembly\s*(?:\?\.|\.)\s*(?:instantiate\w*|Instance\s*\()|[=(]\s*WebAssembly\s*\.\s*Instance\b|\bWebAssembly\s*\[|=\s*(?:globalThis\s*\.\s*)?WebAssembly\s*[;,)]/g;
const IMPORTS_MAKER = /from '[./]*(?:\/|\buxhw\/)instantiate\.ts'/;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;

const root = findProjectRoot();
const files = ['src', 'workers', 'entries']
  .flatMap(listFiles)
  .filter((name) => /\.[jt]sx?$/.test(name) && !/\.(test|d)\.ts$/.test(name));
const problems = files.flatMap(checkFile);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function checkFile(name: string): string[] {
  if (name === MAKER) return [];
  const text = readFileSync(join(root, name), 'utf8').replace(COMMENT, '');
  const found = [...text.matchAll(MAKES_INSTANCE)].map(
    ([made]) => `${name} has \`${made.trim()}\`: create instances with ${MAKER}, which closes their imports.`,
  );
  const isStranger = IMPORTS_MAKER.test(text) && /\binstantiate\b/.test(text) && !CALLERS.has(name);
  return isStranger
    ? [
        ...found,
        `${name} instantiates a module: call src/runtime/preparing/instantiate-program.ts for programs, or list the file in scripts/check-instances.ts.`,
      ]
    : found;
}
