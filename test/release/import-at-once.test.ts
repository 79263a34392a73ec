import { expect, test } from 'vitest';
import { listDistantImports, listImports } from '../../scripts/import-at-once.ts';

const chunks = new Map(
  Object.entries({
    page: ['near', 'shared'],
    near: ['far', 'shared'],
    far: ['farthest'],
    farthest: [],
    shared: ['farthest', 'page'],
    lone: ['near'],
  }).map(([name, imports]) => [name, { imports }]),
);

test('distant imports are listed in evaluation order, without implied imports', () => {
  expect(listDistantImports('page', chunks)).toEqual(['farthest', 'far']);
  expect(listDistantImports('lone', chunks)).toEqual(['farthest', 'far', 'page', 'shared']);
  expect(listDistantImports('farthest', chunks)).toEqual([]);
});

test('a page requests all of a script’s files along with the script, each only once', () => {
  expect(listImports('page', chunks).toSorted()).toEqual(['far', 'farthest', 'near', 'shared']);
  expect(listImports('farthest', chunks)).toEqual([]);
});
