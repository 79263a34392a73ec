import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { maybeTrimmed } from '../../scripts/trim-zod.ts';

const ZOD = dirname(createRequire(import.meta.url).resolve('zod/package.json'));
const listExports = (code: string) =>
  [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name);

test.each([
  ['v4/core/compile.js', []],
  ['v4/core/json-schema-generator.js', []],
  ['v4/core/json-schema-processors.js', ['aggregateChecks']],
  ['v4/classic/from-json-schema.js', []],
])('%s keeps its exports when its code is removed', (path, kept) => {
  const code = readFileSync(join(ZOD, path), 'utf8');
  const trimmed = maybeTrimmed(`/node_modules/zod/${path}`, code)!;
  expect(listExports(trimmed)).toEqual(listExports(code));
  expect(trimmed.length).toBeLessThan(code.length / 2);
  const refused = [...trimmed.matchAll(/^export const (\w+) = refuse;/gm)].map(([, name]) => name);
  expect(listExports(code).filter((name) => !refused.includes(name))).toEqual(kept);
});

test('all other modules stay unchanged, and a module from another version is reported', () => {
  expect(maybeTrimmed('/node_modules/zod/v4/core/schemas.js', 'export const $ZodType = 1;')).toBeUndefined();
  expect(() => maybeTrimmed('/node_modules/zod/v4/core/compile.js', 'const compile = 1;')).toThrow(
    /compile\.js/,
  );
});
