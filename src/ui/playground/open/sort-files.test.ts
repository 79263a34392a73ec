import { expect, test } from 'vitest';
import { sortFiles } from './sort-files.ts';

const kindOf = (...paths: string[]) => sortFiles(paths).kind;

test('one source, with any data files, is a program; data files alone are inputs', () => {
  expect(kindOf('a.c')).toBe('program');
  expect(sortFiles(['rates.csv', 'a.f90'])).toEqual({ kind: 'program', source: 'a.f90' });
  expect(kindOf('rates.csv', 'notes.txt')).toBe('inputs');
});

test('several sources, a header, build settings or a folder make a project', () => {
  expect(kindOf('a.c', 'b.c')).toBe('project');
  expect(kindOf('a.c', 'a.h')).toBe('project');
  expect(kindOf('a.c', 'config.mk')).toBe('project');
  expect(kindOf('sums/a.c')).toBe('project');
});

test('a zip is a project, and must be opened alone', () => {
  expect(kindOf('sums.ZIP')).toBe('zip');
  expect(kindOf('sums.zip', 'a.c')).toBe('refused');
  expect(kindOf()).toBe('refused');
});

test('a single folder gives a project its name, and paths are relative to it, while loose data files become inputs', () => {
  expect(sortFiles(['sums/src/a.c', 'sums/b.csv'])).toEqual({
    kind: 'project',
    name: 'sums',
    paths: ['src/a.c', 'b.csv'],
  });
  expect(sortFiles(['a.c', 'a.h', 'rates.csv', 'config.mk'])).toEqual({
    kind: 'project',
    name: 'a',
    paths: ['a.c', 'a.h', 'inputs/rates.csv', 'config.mk'],
  });
  expect(sortFiles(['sums/a.c', 'more/b.c'])).toMatchObject({ paths: ['sums/a.c', 'more/b.c'] });
});
