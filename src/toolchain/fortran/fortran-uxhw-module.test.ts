import { expect, test } from 'vitest';
import { FORTRAN_NAMES, nameIn, UXHW_FUNCTIONS } from '../../uxhw/functions.ts';
import { maybeUxhwModule } from './fortran-uxhw-module.ts';

const { text } = maybeUxhwModule(['program p\nuse uxhw\nend'])!;

test('the module contains every generic name, and every header function that Fortran can call', () => {
  for (const name of FORTRAN_NAMES)
    expect(text).toMatch(new RegExp(`^ *(interface|function) ${name}\\b`, 'm'));
  for (const one of UXHW_FUNCTIONS.flat().filter(({ fortran }) => fortran !== 'none')) {
    for (const precision of ['double', 'float'] as const) {
      expect(text).toContain(`bind(c, name="${nameIn(precision, one)}")`);
    }
  }
});

test('a program gets the uxhw module only if it uses that module and does not define its own', () => {
  expect(maybeUxhwModule(['program p\nend'])).toBeUndefined();
  expect(maybeUxhwModule(['use uxhw', 'module uxhw\nend module'])).toBeUndefined();
});
