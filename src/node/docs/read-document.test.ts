// Files that hostile documents refer to.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BESIDE, maybeFindPrograms } from './read-document.ts';

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
  const problemOf = (file: string) => {
    const text = `\`\`\`c haze file="${file}"\n\`\`\`\n`;
    return maybeFindPrograms(join(clone, 'docs/page.md'), text)![0]!.problems[0]?.message;
  };
  expect(problemOf('../data/own.csv')).toBe(
    'the file "../data/own.csv" is outside the document\'s folder, and no repository (.git) was found around the document',
  );
  mkdirSync(join(clone, '.git'));
  expect(problemOf('../data/own.csv')).toBeUndefined();
  expect(problemOf('link.csv')).toBe('the file "link.csv" is outside the document\'s repository');
  expect(problemOf(join(home, 'secret.csv'))).toMatch(/^the path ".*" is absolute/);
  writeFileSync(join(clone, 'docs/binary.c'), new Uint8Array([0xff, 0, 1]));
  expect(problemOf('binary.c')).toBe('the file "binary.c" cannot be read, or is not text');
  expect(problemOf('gone.c')).toMatch(/^there is no file "gone\.c"/);
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
