// Checks that docs/uxhw.md, the header and the editor describe the same functions in the same words.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeInC, describeInFortran, tabulateFunctions } from '../../uxhw/describe-functions.ts';
import { FUNCTION_WORDS } from '../../uxhw/function-words.ts';
import { FORTRAN_NAMES, nameIn, UXHW_FUNCTIONS } from '../../uxhw/functions.ts';
import { fillHeader } from '../../uxhw/headers.ts';
import { maybeUxhwModule } from '../fortran/fortran-uxhw-module.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
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

test('the page lists every function in the header with its parameters, and no others', () => {
  const listed = [...read('docs/uxhw.md').matchAll(/^\| `(\w+\([^)]*\))`/gm)].map(([, call]) => call!);
  expect(listed.length).toBeGreaterThan(35);
  expect(listed.toSorted()).toEqual(prototypes('Double').toSorted());
});

test('every function exists in both precisions', () => {
  expect(prototypes('Float')).toEqual(prototypes('Double'));
});

const [parametric, fromData, questions, bayes, draws, bytes, printing] = UXHW_FUNCTIONS;

test.each([
  ['parametric', parametric!],
  ['from-data', fromData!],
  ['questions', questions!],
  ['bayes', bayes!],
  ['draws', draws!],
  ['bytes', [...bytes!, ...printing!]],
])('the page has the current table of %s', (name, group) => {
  const [, table] = read('docs/uxhw.md').split(`<!-- functions: ${name} -->\n\n`);
  expect(table?.startsWith(tabulateFunctions(group)), `It must be:\n${tabulateFunctions(group)}`).toBe(true);
});

test('every C function and each of its parameters has a description', () => {
  const names = UXHW_FUNCTIONS.flat().flatMap((one) => [nameIn('double', one), nameIn('float', one)]);
  expect(describeInC().map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  for (const { name, about, parameters } of describeInC()) {
    expect(about, name).toMatch(/\w/);
    for (const parameter of parameters) expect(parameter.about, `${name}: ${parameter.text}`).toMatch(/\w/);
  }
  const described = new Set(describeInC().map(({ name }) => name));
  for (const stem of Object.keys(FUNCTION_WORDS)) expect(described).toContain(`UxHwDouble${stem}`);
});

test('every generic Fortran function is described as in the module', () => {
  const described = describeInFortran();
  expect(described.map(({ name }) => name).toSorted()).toEqual([...FORTRAN_NAMES].toSorted());
  const module = maybeUxhwModule(['use uxhw\n'])!.text;
  for (const { name, about, parameters } of described) {
    expect(module).toMatch(new RegExp(`(interface|function) ${name}\\b`));
    expect(about, name).toMatch(/\w/);
    for (const parameter of parameters) expect(parameter.about, `${name}: ${parameter.text}`).toMatch(/\w/);
  }
});
