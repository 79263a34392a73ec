import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFullFolders } from '../../scripts/full-folders.ts';

function writeFolder(names: readonly string[]): string {
  const top = mkdtempSync(join(tmpdir(), 'haze-folders-'));
  onTestFinished(() => rmSync(top, { recursive: true }));
  const room = join(top, 'src/room');
  mkdirSync(room, { recursive: true });
  for (const name of names) writeFileSync(join(room, name), '');
  return join(top, 'src');
}

const numbered = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => name(i));

test('a folder with 26 files is too full, but a folder with 25 files is accepted', () => {
  expect(findFullFolders(writeFolder(numbered(25, (i) => `file${i}.ts`)))).toEqual([]);
  expect(findFullFolders(writeFolder(numbered(26, (i) => `file${i}.ts`)))).toEqual([
    'src/room has 26 files: create folders for files that belong together.',
  ]);
});

test('ten files with the same prefix must be in a folder, but nine need not be', () => {
  expect(findFullFolders(writeFolder(numbered(9, (i) => `emit-${i}.ts`)))).toEqual([]);
  expect(findFullFolders(writeFolder(numbered(10, (i) => `emit-${i}.ts`)))).toEqual([
    'src/room/emit-*: 10 files. Move them into a folder.',
  ]);
});
