// The compiler as a divided module (src/rewrite/split): names of its parts, and instances of its first part with the
// other parts joined to them.

import { instantiate } from '../../uxhw/instantiate.ts';

/** The file of the first part, named like the whole module. */
export const FIRST_PART = 'llvm.core.wasm';

/** Names of the imports between parts of the compiler. */
export const PART_NAMES = {
  module: 'haze:parts',
  load: 'load',
  memory: 'haze:memory',
  table: 'haze:table',
  global: 'haze:global-',
} as const;

/** True for the first part of a divided module. */
export function isFirstPart(module: WebAssembly.Module): boolean {
  return WebAssembly.Module.imports(module).some((entry) => entry.module === PART_NAMES.module);
}

/**
 * An instance of a first part.
 * @param find the module of another part, by its number; its errors go through the call that needed the part
 */
export function instantiateParts(
  first: WebAssembly.Module,
  imports: WebAssembly.Imports,
  find: (part: number) => WebAssembly.Module,
): WebAssembly.Instance {
  // The instantiated part puts its functions into the table of the first part.
  const load = (part: number) => void instantiate(find(part), { [PART_NAMES.module]: instance.exports });
  const instance: WebAssembly.Instance = instantiate(first, {
    ...imports,
    [PART_NAMES.module]: { [PART_NAMES.load]: load },
  });
  return instance;
}
