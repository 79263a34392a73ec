import { expect, test } from 'vitest';
import { pageProgramOf } from '../finding/page-program.ts';
import { describeExported, type ExportedProgram } from './exported-program.ts';

const PROGRAM: ExportedProgram = {
  path: 'a.f',
  source: '\n      PROGRAM A\n      END\n',
  files: { 'sub/b.inc': 'C     B\n' },
  data: [{ path: 'c.csv', text: '1\n' }],
  language: 'Fortran',
  core: 'C0-S',
  arguments: `a "b" 'c'`,
  stdin: 'one\\ntwo\n',
  seed: '18446744073709551615',
  controls: true,
};

test('arguments, input, 64-bit seeds and significant spaces stay unchanged', () => {
  const program = describeExported(PROGRAM);
  expect(program.problems).toEqual([]);
  expect(program.options).toMatchObject({
    arguments: `a "b" 'c'`,
    stdin: 'one\\ntwo\n',
    seed: 2n ** 64n - 1n,
    controls: true,
  });
  expect(program.data).toBe(PROGRAM.data);
  expect(pageProgramOf(program)).toEqual({
    source: '      PROGRAM A\n      END',
    files: PROGRAM.files,
    language: 'Fortran',
  });
});

test.each([
  [{ core: 'C0-Reference' }, /thousands of times/],
  [{ seed: '18446744073709551616' }, /whole number/],
])('%j is reported as a problem', (change, message) => {
  const [problem] = describeExported({ ...PROGRAM, ...change }).problems;
  expect(problem?.message).toMatch(message);
});
