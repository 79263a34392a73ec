import { expect, test } from 'vitest';
import { maybeUnfoundData } from './named-data.ts';
import { Project } from './project.ts';

const project = new Project(
  'p',
  new Map(
    ['main.f90', 'data/in.txt', 'inputs/given.txt', 'Makefile'].map((path) => [path, new Uint8Array()]),
  ),
);

test('a project file that the program did not find is reported, by path or by name', () => {
  const told = {
    path: 'data/in.txt',
    name: 'in.txt',
    sentence: expect.stringMatching(
      /^The program could not open in\.txt: .* and “data\/in\.txt” is in neither\.$/,
    ),
  };
  expect(maybeUnfoundData(project, "Cannot open file 'data/in.txt': No such file")).toEqual(told);
  expect(maybeUnfoundData(project, 'main.txt begin.txt in.txt.')).toEqual(told);
});

test.each([
  'begin.txt',
  'in.txt-old',
  'given.txt: no such file',
  'At line 7 of file main.f90',
  'Makefile',
  '',
])('%j is not reported', (printed) => {
  expect(maybeUnfoundData(project, printed)).toBeUndefined();
});
