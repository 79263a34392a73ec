import { expect, test } from 'vitest';
import { buildFileTree, joinPath, normaliseFiles, normalisePath, relativePath } from './source-files.ts';

test('dots and doubled slashes are removed from paths', () => {
  expect(normalisePath('./a//b/../c.c')).toBe('a/c.c');
  expect(joinPath('src', '../lib/x.h')).toBe('lib/x.h');
  expect(joinPath('src', '/x.h')).toBe('x.h');
});

test('a path must not lead outside the program', () => {
  expect(() => normalisePath('a/../../b')).toThrow('leads outside the program');
});

test.each([
  ['', 'src/a.c', 'src/a.c'],
  ['src', 'src/a.c', 'a.c'],
  ['src', 'lib/a.c', '../lib/a.c'],
  ['src/sub', 'src/a.c', '../a.c'],
  ['src', 'src', '../src'],
])('relative to %j, %s is written as %s', (directory, path, expected) => {
  expect(relativePath(directory, path)).toBe(expected);
  expect(joinPath(directory, expected)).toBe(path);
});

test('files are sorted by path', () => {
  const files = normaliseFiles(
    new Map([
      ['b.c', '1'],
      ['./a.c', '2'],
    ]),
  );
  expect([...files]).toEqual([
    ['a.c', '2'],
    ['b.c', '1'],
  ]);
});

test('paths become a tree of folders, even if they are names of object properties', () => {
  const tree = buildFileTree([
    ['a/b.c', 'x'],
    ['constructor', 'y'],
    ['a/__proto__', 'z'],
  ]);
  expect(Object.keys(tree)).toEqual(['a', 'constructor']);
  expect(Object.entries(tree.a as object)).toEqual([
    ['b.c', 'x'],
    ['__proto__', 'z'],
  ]);
});

test('a path that is both a file and a folder causes an error', () => {
  expect(() =>
    buildFileTree([
      ['a', 'x'],
      ['a/b', 'y'],
    ]),
  ).toThrow('both a file and a folder');
  expect(() =>
    buildFileTree([
      ['a/b', 'x'],
      ['a', 'y'],
    ]),
  ).toThrow('both a file and a folder');
});
