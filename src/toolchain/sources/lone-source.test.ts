import { expect, test } from 'vitest';
import { guessFortranForm, nameLoneSource } from './lone-source.ts';

test.each([
  ['      PROGRAM X\n      END\n', 'fixed'],
  ['C comment\n      X = 1\n', 'fixed'],
  ['*comment without a blank\n      X = 1\r\n   10 CONTINUE\r\n', 'fixed'],
  ['      X = 1 +\n     &    2\n      END\n', 'fixed'],
  ['\tX = 1\n10\tCONTINUE\n', 'fixed'],
  [`      X = 1${' '.repeat(61)}00000010\n      END\n`, 'fixed'],
  ['program x\nend program\n', 'free'],
  ['      x = 1 + &\n      2\n', 'free'],
  [`      print *, '${'long '.repeat(20)}'\n      end\n`, 'free'],
  ['', 'free'],
])('the form of the source %j is %s', (text, form) => {
  expect(guessFortranForm(text)).toBe(form);
});

test('a source without a name gets a file name that fits its content', () => {
  const fixed = '      END\n';
  expect(nameLoneSource('C', '')).toBe('main.c');
  expect(nameLoneSource('C++', '')).toBe('main.cpp');
  expect(nameLoneSource('Fortran', fixed)).toBe('main.f');
  expect(nameLoneSource('Fortran', fixed, 'free')).toBe('main.f90');
  expect(nameLoneSource('Fortran', 'end\n')).toBe('main.f90');
});
