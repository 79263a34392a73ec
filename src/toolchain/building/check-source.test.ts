// Checks only Fortran, whose front end does not need clang. The tests in test/toolchain check C and C++.
import { expect, test } from 'vitest';
import { checkSource } from './check-source.ts';

const tools = { forC: undefined };

test('a Fortran source is checked without clang, with the flags from its build', async () => {
  const text = 'program p\n  real :: y\n  x = 1\n  y = "a"\nend program\n';
  const check = (configMk: string) =>
    checkSource(tools, { request: { sources: { 'main.f90': text }, configMk }, path: 'main.f90' });
  expect(await check('')).toMatchObject([
    { file: 'main.f90', line: 3, severity: 'warning', option: '-Wimplicit-variable' },
    { file: 'main.f90', line: 4, column: 3, severity: 'error' },
  ]);
  expect(await check('FFLAGS = -fimplicit-none\n')).toMatchObject([
    { line: 3, severity: 'error' },
    { line: 4, severity: 'error' },
  ]);
});

test('several Fortran sources are checked together, and each message belongs to its own file', async () => {
  const sources = {
    'main.f90': 'program p\n  use m\n  print *, k, missing(1)\nend program\n',
    'm.f90': 'module m\n  implicit none\n  integer :: k\nend module\n',
  };
  const check = (changed: object, path: string) =>
    checkSource(tools, { request: { sources: { ...sources, ...changed } }, path });
  const whole = { 'main.f90': sources['main.f90'].replace(', missing(1)', '') };
  expect(await check(whole, 'main.f90')).toEqual([]);
  expect(await check({ ...whole, 'm.f90': 'module m\n  integer k = \nend module\n' }, 'm.f90')).toMatchObject(
    [{ file: 'm.f90', line: 2 }],
  );
});

test('files outside the build are not checked, and C is not checked until clang has loaded', async () => {
  expect(await checkSource(tools, { request: { sources: { 'a.c': '(' } }, path: 'a.c' })).toBeUndefined();
  const request = { sources: { 'a.f90': 'end\n', 'note.txt': '' } };
  expect(await checkSource(tools, { request, path: 'note.txt' })).toBeUndefined();
  expect(await checkSource(tools, { request: { sources: {} }, path: 'a.f90' })).toBeUndefined();
});
