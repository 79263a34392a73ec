// The tests that a change requires are selected from the table of components and from imports.
import { expect, test } from 'vitest';
import { listNeededTests } from '../../scripts/tests/changed-files.ts';

const needed = (...paths: string[]) =>
  Object.fromEntries(listNeededTests(paths).map((one) => [one.suite, one.paths ?? []]));

test('a change to the REST interface selects the components and tests that import it, but no Fortran programs', () => {
  const { unit, program, pages } = needed('src/api/health/routes.ts');
  expect(unit).toEqual(['src/api', 'src/client', 'src/index.ts', 'src/node', 'src/ui']);
  expect(program).toContain('test/api/pages.test.ts');
  expect(program).not.toContain('test/fortran/programs.test.ts');
  expect(pages).toEqual([]);
});

test('a change to the runtime needs all program tests', () => {
  expect(needed('wasm/guest/api.c').program!.length).toBeGreaterThan(120);
});

test('a recorded output needs the tests in its folder, and a document needs no test', () => {
  expect(needed('test/fortran/io/formats.out').program).toContain('test/fortran/programs.test.ts');
  expect(needed('docs/start.md')).toEqual({});
});

test('a change to the test settings needs all tests', () => {
  expect(needed('vitest.config.ts')).toEqual({ unit: [], program: [], pages: [] });
});
