// Checks that the signatures in src/uncertainty/kernels/kernel-exports.ts match the module built from wasm/kernels: the
// same number of parameters, the same results, and no function missing on either side.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kernels } from './open-core.ts';

/** Lists `name/parameters` of each function that TypeScript declares. */
function listDeclared(): string[] {
  const text = readFileSync(
    new URL('../../src/uncertainty/kernels/kernel-exports.ts', import.meta.url),
    'utf8',
  );
  const [, body] = /export interface KernelExports \{\n(.*?)\n\}/s.exec(text)!;
  const signatures = [...body!.matchAll(/^ {2}(\w+)\(([^)]*)\): (?:number|void);/gm)];
  return signatures.map(([, name, parameters]) => `${name}/${[...parameters!.matchAll(/\w+:/g)].length}`);
}

/** Lists `name/parameters` of each function that the module exports. */
function listExported(): string[] {
  return Object.entries(new WebAssembly.Instance(kernels, {}).exports)
    .filter((entry): entry is [string, () => unknown] => typeof entry[1] === 'function')
    .map(([name, call]) => `${name}/${call.length}`);
}

test('every kernel has its signature, and every signature has its kernel', () => {
  expect(listDeclared().length).toBeGreaterThan(40);
  expect(listDeclared().sort()).toEqual(listExported().sort());
});
