// Finds the program's own functions in a linked module. The linker preserves the order of its objects, so these
// functions lie between those that start the program and the first function of our runtime.
import type { ModuleInfo } from '../../rewrite/reading/module-info.ts';
import { missingFunctionNames } from '../../rewrite/reading/name-section.ts';

const FIRST_OF_RUNTIME = '__ux_start';
const BEFORE_PROGRAM = /^(__wasm_\w+|_start|undefined_weak:.*)$/;

/**
 * The program's own functions.
 * @throws HazeError `missing-function-names` if the module was linked without names
 */
export function findProgramFunctions(info: ModuleInfo): { readonly start: number; readonly end: number } {
  const count = info.functionTypes.length;
  let start = info.functionImports.length;
  while (start < count && BEFORE_PROGRAM.test(info.names.get(start) ?? '')) start++;
  for (let end = start; end < count; end++) {
    if (info.names.get(end) === FIRST_OF_RUNTIME) return { start, end };
  }
  throw missingFunctionNames();
}
