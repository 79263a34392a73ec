// Joins several objects into one, for a compiler that must return one object per unit.
import type { Clang, ToolRun } from '../clang/clang.ts';
import { buildFileTree } from '../sources/source-files.ts';

/**
 * Links objects, including their debug information, into a single object that will be linked again; its bytes are the
 * run's standard output.
 */
export function joinObjects(clang: Clang, objects: readonly Uint8Array[]): Promise<ToolRun> {
  const files = objects.map((object, index): [string, Uint8Array] => [`${index}.o`, object]);
  const args = ['wasm-ld', '-m', 'wasm32', '-r', ...files.map(([path]) => path), '-o', '-'];
  return clang.run(args, buildFileTree(files));
}
