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

test('what imports import is named in the order in which it is evaluated, as far as own imports do not say it', () => {
  expect(listDistantImports('page', chunks)).toEqual(['farthest', 'far']);
  expect(listDistantImports('lone', chunks)).toEqual(['farthest', 'far', 'page', 'shared']);
  expect(listDistantImports('farthest', chunks)).toEqual([]);
});

test('a page asks with its script for all that the script takes, and for each once', () => {
  expect(listImports('page', chunks).toSorted()).toEqual(['far', 'farthest', 'near', 'shared']);
  expect(listImports('farthest', chunks)).toEqual([]);
});
