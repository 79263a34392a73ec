// Checks each row in the table of distributions, and that everything generated from the rows contains it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type DistributionFamily, FAMILIES, isAllowed } from './families.ts';
import { nameIn, prototypeIn, UXHW_FUNCTIONS } from './functions.ts';
import { familiesHeader, fillHeader, tabulateFamilies } from './headers.ts';

const ROWS: readonly DistributionFamily[] = FAMILIES;

function readProject(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

test('no two rows share a kind, a C name or a Fortran name', () => {
  for (const field of ['kind', 'name', 'fortran', 'number'] as const) {
    expect(new Set(ROWS.map((row) => row[field])).size, field).toBe(ROWS.length);
  }
});

test.each(ROWS)('$kind: examples are accepted, and values beyond each bound are rejected', (row) => {
  const { parameters, examples } = row;
  expect(parameters.length).toBeLessThanOrEqual(3);
  for (const example of examples) {
    expect(example).toHaveLength(parameters.length);
    expect(isAllowed(row, example)).toBe(true);
    parameters.forEach(({ name, least, above, below, notBelow }, i) => {
      const allows = (value: number) => isAllowed(row, example.with(i, value));
      for (const value of [Number.NaN, Infinity, -Infinity]) expect(allows(value), name).toBe(false);
      if (least !== undefined) expect([allows(least), allows(least - 1)]).toEqual([true, false]);
      if (above !== undefined) expect([allows(above), allows(above - 1)]).toEqual([false, false]);
      if (below !== undefined) expect([allows(below), allows(below + 1)]).toEqual([false, false]);
      if (notBelow === undefined) return;
      const other = example[parameters.findIndex((one) => one.name === notBelow)]!;
      expect([allows(other), allows(other - 1)]).toEqual([true, false]);
    });
  }
});

test('both headers declare every function in both precisions', () => {
  const header = fillHeader(readProject('wasm/include/uxhw.h'))
    .replace(/\s+/g, ' ')
    .replaceAll('UXHW_BOOL', 'bool');
  const older = fillHeader(readProject('wasm/include/uncertain.h'));
  for (const one of UXHW_FUNCTIONS.flat()) {
    for (const precision of ['double', 'float'] as const) {
      expect(header).toContain(`${prototypeIn(precision, one)};`);
      const name = nameIn(precision, one);
      if (!one.isNew) expect(older).toContain(`#define libUncertain${name.slice(4)} ${name}\n`);
    }
  }
  for (const { name } of ROWS) expect(header).toContain(`// ${name}(`);
});

test('the guest has an entry point for every row', () => {
  for (const { name } of ROWS) expect(familiesHeader()).toContain(`(${name}, UX_PARAMETRIC_`);
});

test('docs/distributions.md contains the current table', () => {
  const [, table] = readProject('docs/distributions.md').split('<!-- families -->\n\n');
  expect(table?.startsWith(tabulateFamilies()), `The table must be:\n${tabulateFamilies()}`).toBe(true);
});
