// The compiler as a divided module (src/rewrite/split): names its parts, and instantiates its first part, linked to
// the other parts.

import { instantiate } from '../../uxhw/instantiate.ts';

/** File of the first part, which has the same name as the whole module. */
export const FIRST_PART = 'llvm.core.wasm';

/** Names of the imports between the compiler's parts. */
export const PART_NAMES = {
  module: 'haze:parts',
  load: 'load',
  memory: 'haze:memory',
  table: 'haze:table',
  global: 'haze:global-',
} as const;

/** True if the module is the first part of a divided module. */
export function isFirstPart(module: WebAssembly.Module): boolean {
  return WebAssembly.Module.imports(module).some((entry) => entry.module === PART_NAMES.module);
}

/**
 * Instantiates a first part.
 * @param find returns the module of another part, by its number; its errors pass through the call that needed the
 * part
 */
export function instantiateParts(
  first: WebAssembly.Module,
  imports: WebAssembly.Imports,
  find: (part: number) => WebAssembly.Module,
): WebAssembly.Instance {
  // On instantiation, the part puts its functions into the table of the first part.
  const load = (part: number) => void instantiate(find(part), { [PART_NAMES.module]: instance.exports });
  const instance: WebAssembly.Instance = instantiate(first, {
    ...imports,
    [PART_NAMES.module]: { [PART_NAMES.load]: load },
  });
  return instance;
}
