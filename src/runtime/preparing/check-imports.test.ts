import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createImportModule, type ImportedFunction } from '../../../test/runtime/import-module.ts';
import { readImports } from '../../rewrite/reading/read-imports.ts';
import { instantiate } from '../../uxhw/instantiate.ts';
import { CORE_FUNCTIONS, IMPORT_MODULES, mayImport, SYSTEM_FUNCTIONS } from '../../uxhw/program-imports.ts';
import { checkCompiledImports, checkImports } from './check-imports.ts';
import { admitProgram } from './instantiate-program.ts';

const SEED = 20_261_128;
const MODULES = 10_000;

/** Every property name of an object, a function, an array or a symbol, with symbols as strings. */
const INHERITED = [Object, Function, Array, Symbol, WebAssembly.Memory]
  .flatMap((maker) => [maker, maker.prototype])
  .flatMap((object) => Reflect.ownKeys(object))
  .map(String);
const LISTED = [IMPORT_MODULES.memory, IMPORT_MODULES.system, IMPORT_MODULES.core];

const memory = new WebAssembly.Memory({ initial: 1 });
/** The functions in a list, all returning 0. */
const functionsOf = (list: ReadonlyMap<string, string>) =>
  Object.fromEntries([...list.keys()].map((name) => [name, () => 0]));
const IMPORTS = { memory, core: functionsOf(CORE_FUNCTIONS), system: functionsOf(SYSTEM_FUNCTIONS) };

function asBytes(imports: readonly ImportedFunction[], exports: readonly string[] = []) {
  return createImportModule(imports, exports) as Uint8Array<ArrayBuffer>;
}

test('an unlisted import is rejected, and so is a listed import with a different type', () => {
  const made = asBytes([{ module: 'toString', name: 'constructor', signature: 'i:i' }]);
  expect(() => checkImports(made)).toThrow('imports the function "toString.constructor"');
  expect(() => checkCompiledImports(new WebAssembly.Module(made))).toThrow('"toString.constructor"');
  const other = asBytes([{ module: IMPORT_MODULES.system, name: 'proc_exit', signature: 'F:i' }]);
  expect(() => checkImports(other)).toThrow('with the wrong type');
  checkImports(asBytes([{ module: IMPORT_MODULES.system, name: 'proc_exit', signature: 'i:' }]));
});

test('globals, tables, memories and tags are rejected as imports', () => {
  for (const kind of ['global', 'table', 'tag'] as const)
    expect(() => checkImports(asBytes([{ module: 'env', name: 'memory', kind }]))).toThrow('env.memory');
  expect(() => checkImports(asBytes([{ module: 'ux', name: 'mode', kind: 'memory' }]))).toThrow('ux.mode');
  checkImports(asBytes([{ module: 'env', name: 'memory', kind: 'memory' }]));
});

test('10 000 modules with random names can import only the listed functions', () => {
  const name = fc.oneof(
    fc.constantFrom(...INHERITED),
    fc.constantFrom(...LISTED, ...SYSTEM_FUNCTIONS.keys(), ...CORE_FUNCTIONS.keys()),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  );
  const signature = fc.constantFrom(':', 'i:i', 'i:', ':i', ':F', 'ii:i', 'iii:i', 'iiii:i', 'e:e', 'a:a');
  const imported = fc.record({
    module: fc.oneof(name, fc.constantFrom(...LISTED)),
    name,
    signature,
    kind: fc.constantFrom('function', 'function', 'function', 'global', 'table', 'memory', 'tag'),
  }) as fc.Arbitrary<ImportedFunction>;
  let accepted = 0;
  fc.assert(
    fc.property(
      fc.array(imported, { maxLength: 3 }),
      fc.uniqueArray(name, { maxLength: 3 }),
      (all, exports) => {
        const bytes = asBytes(all, exports);
        const compiled = compileOrSkip(bytes);
        if (!compiled) return;
        const read = readImports(bytes);
        expect(read.map(({ module, name, kind }) => ({ module, name, kind }))).toEqual(
          WebAssembly.Module.imports(compiled).map(({ module, name, kind }) => ({ module, name, kind })),
        );
        const isListed = read.every(mayImport);
        const instance = attempt(() => admitProgram(bytes)(IMPORTS));
        if (isListed) accepted++;
        else expect(instance).toBeUndefined();
        // Even without the check, no name finds an inherited property.
        const unchecked = attempt(() => instantiate(compiled, { env: { memory }, ux: IMPORTS.core }));
        const isThere = ({ module, name }: { module: string; name: string }) =>
          (module === 'env' && name === 'memory') || (module === 'ux' && CORE_FUNCTIONS.has(name));
        if (unchecked) expect(read.every(isThere)).toBe(true);
        if (instance) expect(Object.getPrototypeOf(instance.exports)).toBeNull();
      },
    ),
    { seed: SEED, numRuns: MODULES },
  );
  expect(accepted).toBeGreaterThan(MODULES / 100);
});

function compileOrSkip(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module | undefined {
  return attempt(() => new WebAssembly.Module(bytes));
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

test('the core’s signatures match the guest declarations', () => {
  const pins = readFileSync(new URL('contract.pins.txt', import.meta.url), 'utf8');
  const declared = [...pins.matchAll(/^import (\w+): (.*?)__ux_core_\w+\((.*)\)$/gm)];
  expect(declared.length).toBe(CORE_FUNCTIONS.size);
  for (const [, name, result, parameters] of declared) {
    const letters = parameters === 'void' ? '' : parameters!.split(', ').map(letterOf).join('');
    const returned = /\bvoid $/.test(result!) ? '' : letterOf(result!);
    expect(`${name} ${letters}:${returned}`).toBe(`${name} ${CORE_FUNCTIONS.get(name!)}`);
  }
});

// Pointers, sizes and handles are 32 bits wide.
function letterOf(declaration: string): string {
  return /^double\b(?!.*\*)/.test(declaration) ? 'F' : 'i';
}
