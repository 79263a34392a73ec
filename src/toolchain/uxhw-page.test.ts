// docs/uxhw.md and the header have the same functions.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillHeader } from '../uxhw/headers.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** `double UxHwDoubleMixture(double d1, double d2, double p);` becomes `Mixture(d1, d2, p)`. */
function prototypes(precision: 'Double' | 'Float'): string[] {
  const header = fillHeader(read('wasm/include/uxhw.h')).replaceAll(/\s+/g, ' ');
  const pattern = new RegExp(`\\w+ UxHw${precision}(\\w+)\\(((?:[^()]|\\([^()]*\\))*)\\);`, 'g');
  return [...header.matchAll(pattern)]
    .filter(([whole]) => !whole.startsWith('return '))
    .map(([, name, parameters = '']) => {
      const simple = parameters.replaceAll(/\(\*(\w+)\)\([^()]*\)/g, '$1');
      const names = simple.split(',').map((parameter) => /(\w+)$/.exec(parameter.trim())?.[1]);
      return `${name}(${names.join(', ')})`;
    });
}

test('the page lists every function of the header with its parameters, and no other', () => {
  const listed = [...read('docs/uxhw.md').matchAll(/^\| `(\w+\([^)]*\))`/gm)].map(([, call]) => call!);
  expect(listed.length).toBeGreaterThan(35);
  expect(listed.toSorted()).toEqual(prototypes('Double').toSorted());
});

test('every function has both precisions', () => {
  expect(prototypes('Float')).toEqual(prototypes('Double'));
});
