// Files that hostile documents refer to.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BESIDE } from './read-document.ts';

test('a document refers to files in its repository, but to no other file on the machine', () => {
  const home = mkdtempSync(join(tmpdir(), 'haze-documents-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  writeFileSync(join(home, 'secret.csv'), 'secret');
  const clone = join(home, 'clone');
  for (const folder of ['docs', 'data']) mkdirSync(join(clone, folder), { recursive: true });
  for (const path of ['docs/own.csv', 'data/own.csv']) writeFileSync(join(clone, path), 'own');
  symlinkSync(join(home, 'secret.csv'), join(clone, 'docs/link.csv'));
  symlinkSync('../..', join(clone, 'docs/up'));
  symlinkSync('../data/own.csv', join(clone, 'docs/inner.csv'));
  const read = (path: string) => BESIDE.readText(path, join(clone, 'docs/page.md'));
  // Without a repository, only the document's own folder.
  expect([read('own.csv'), read('../data/own.csv')]).toEqual(['own', undefined]);
  mkdirSync(join(clone, '.git'));
  for (const path of ['own.csv', '../data/own.csv', 'inner.csv']) expect(read(path), path).toBe('own');
  const outside = [
    '../../secret.csv',
    'link.csv',
    'up/secret.csv',
    join(home, 'secret.csv'),
    '../../../../dev/zero',
    '.',
  ];
  for (const path of outside) expect(read(path), path).toBeUndefined();
});
