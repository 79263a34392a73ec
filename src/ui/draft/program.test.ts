import { expect, test } from 'vitest';
import { configMkOf, describeProgram, flagsOf, maybeProgram } from './program.ts';

test('Fortran programs have run-time checks by default', () => {
  const program = describeProgram({ language: 'Fortran' });
  expect(flagsOf(program)).toBe('-fcheck=all');
  expect(configMkOf(program)).toBe('FFLAGS = -fcheck=all\n');
  expect(configMkOf({ ...program, flags: '-O1' })).toBe('FFLAGS = -O1\n');
  expect(configMkOf({ ...program, flags: ' ' })).toBe('');
});

test('C and C++ programs have only the given flags', () => {
  expect(configMkOf({ language: 'C' })).toBe('');
  expect(configMkOf({ language: 'C', flags: '-DN=3' })).toBe('CFLAGS = -DN=3\n');
  expect(configMkOf({ language: 'C++', flags: '-O0' })).toBe('CXXFLAGS = -O0\n');
});

test('flags are part of a program, and must be text', () => {
  const data = { language: 'Fortran', source: 'end', flags: '' };
  expect(maybeProgram(data)).toMatchObject({ flags: '' });
  expect(maybeProgram({ ...data, flags: 1 })).toBeUndefined();
});
