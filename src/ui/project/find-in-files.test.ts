import { expect, test } from 'vitest';
import { findInFiles } from './find-in-files.ts';
import { Project } from './project.ts';

test('text is found in all text files, with or without matching case', () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const project = new Project(
    'two',
    new Map([
      ['b.c', encode('int x;\n  Area(2);\n')],
      ['a.h', encode('double area(double);\n')],
      ['c.bin', new Uint8Array([0xff, 0xfe, 0x61])],
    ]),
  );
  expect(findInFiles(project, 'area', { isExact: false })).toEqual([
    { path: 'a.h', line: 1, column: 8, text: 'double area(double);' },
    { path: 'b.c', line: 2, column: 3, text: 'Area(2);' },
  ]);
  expect(findInFiles(project, 'area', { isExact: true }).map(({ path }) => path)).toEqual(['a.h']);
  expect(findInFiles(project, '', { isExact: true })).toEqual([]);
});
