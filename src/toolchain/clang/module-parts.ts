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
 * Instantiates a first part together with the loaded parts.
 * @param loaded modules of the loaded parts
 * @param report called with the number of a part that a call lacks; must throw. The run must be restarted with a
 *   fresh instance that includes the part.
 */
export function instantiateParts(
  first: WebAssembly.Module,
  imports: WebAssembly.Imports,
  {
    loaded,
    report,
  }: { readonly loaded: Iterable<WebAssembly.Module>; readonly report: (part: number) => never },
): WebAssembly.Instance {
  const instance = instantiate(first, {
    ...imports,
    [PART_NAMES.module]: { [PART_NAMES.load]: report },
  });
  // On instantiation, a part puts its functions into the table of the first part.
  for (const part of loaded) instantiate(part, { [PART_NAMES.module]: instance.exports });
  return instance;
}
