import { expect, test } from 'vitest';
import type { HazeError } from '../../errors/haze-error.ts';
import { isPreprocessedFortran, maybeFortranForm, maybeLanguageOfPath, parseLanguage } from './language.ts';

test.each([
  ['c', 'C'],
  ['C', 'C'],
  ['c++', 'C++'],
  ['Cpp', 'C++'],
  ['CXX', 'C++'],
  ['fortran', 'Fortran'],
  ['f77', 'Fortran'],
  ['F90', 'Fortran'],
])('the language name %s means %s', (name, language) => {
  expect(parseLanguage(name)).toBe(language);
});

test('an unknown language is rejected with the list of languages', () => {
  const parse = () => parseLanguage('Pascal');
  expect(parse).toThrow('Unknown language "Pascal". The languages are C, C++, CPP, CXX, Fortran, F77, F90');
  expect(parse).toThrow(expect.objectContaining({ code: 'unknown-language' }) as unknown as HazeError);
});

// Suffixes as in common build rules: .c means C, and other C suffixes mean C++.
test.each([
  ['a.c', 'C'],
  ['dir.cpp/a.c', 'C'],
  ...['C', 'cc', 'cpp', 'CPP', 'c++', 'cp', 'cxx'].map((suffix) => [`x/a.${suffix}`, 'C++']),
  ...['f', 'for', 'ftn', 'f77', 'f90', 'f95', 'f03', 'f08', 'F', 'F90', 'FOR'].map((suffix) => [
    `a.${suffix}`,
    'Fortran',
  ]),
  ...['a.h', 'a.hpp', 'Makefile', '.c', 'a.c/b', 'a.txt', 'a'].map((path) => [path, undefined]),
])('the language of %s is %s', (path, language) => {
  expect(maybeLanguageOfPath(path as string)).toBe(language);
});

test('the suffix of a Fortran source determines its form and preprocessing', () => {
  expect(['a.f', 'a.FOR', 'a.f77', 'a.f90', 'a.F08', 'a.c'].map(maybeFortranForm)).toEqual([
    'fixed',
    'fixed',
    'fixed',
    'free',
    'free',
    undefined,
  ]);
  expect(['a.f90', 'a.F90', 'a.FOR', 'a.for', 'F.c'].map(isPreprocessedFortran)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});
