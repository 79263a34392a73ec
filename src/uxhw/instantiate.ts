// The only module that instantiates WebAssembly modules (scripts/check-instances.ts). Engines look up imports under
// names that come from the module. The objects therefore have no prototype and are frozen, so that a lookup finds
// either an import or nothing.

/** Creates an object with exactly these entries and no inherited or later properties. */
export function makeNamespace<Value>(
  entries: Iterable<readonly [string, Value]>,
): Readonly<Record<string, Value>> {
  const namespace = Object.create(null) as Record<string, Value>;
  for (const [name, value] of entries) namespace[name] = value;
  return Object.freeze(namespace);
}

/** Instantiates a module with the given imports. */
export function instantiate(
  module: WebAssembly.Module,
  imports: WebAssembly.Imports = {},
): WebAssembly.Instance {
  const closed = Object.entries(imports).map(
    ([name, values]) => [name, isClosed(values) ? values : makeNamespace(Object.entries(values))] as const,
  );
  return new WebAssembly.Instance(module, makeNamespace(closed));
}

/**
 * Tests whether an object needs no copy. An instance's exports, which may number in the thousands, are already frozen.
 */
function isClosed(values: object): boolean {
  return Object.getPrototypeOf(values) === null && Object.isFrozen(values);
}
