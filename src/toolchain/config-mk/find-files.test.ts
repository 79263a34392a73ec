import { expect, test } from 'vitest';
import { findMatchingPaths, listFolderNames } from './find-files.ts';

function find(pattern: string, paths: readonly string[]): string[] {
  return findMatchingPaths(pattern, {
    directory: '.',
    entries: listFolderNames(paths),
    charge: () => undefined,
  });
}

const FILES = ['abcabd', 'aab', 'ab', 'a*b', 'a[b', 'ba', '.ab', 'a-b', 'aXbXc', '\u{1F32B}b'];

test.each([
  ['a*b*d', ['abcabd']],
  ['a*ab*', ['aab', 'abcabd']],
  ['*ab', ['aab', 'ab']],
  ['a**b', ['a*b', 'a-b', 'a[b', 'aab', 'ab']],
  ['a[*]b', ['a*b']],
  ['a[!a-z]b', ['a*b', 'a-b', 'a[b']],
  ['a[b', ['a[b']],
  ['?b', ['ab', '\u{1F32B}b']],
  ['a*b*b', []],
  ['*X*X*', ['aXbXc']],
  ['*b*b*', ['abcabd']],
])('%s finds %j', (pattern, found) => {
  expect(find(pattern, FILES)).toEqual(found);
});

test('a pattern of thirty stars is tried once, not in every combination', () => {
  const name = 'a'.repeat(5000);
  expect(find(`${'a*'.repeat(30)}b`, [name])).toEqual([]);
  expect(find(`${'a*'.repeat(30)}a`, [name])).toEqual([name]);
});
