// Checks the corpus as a folder: that there are enough programs of every kind, and that directives are read. Other
// tests run the corpus.
import { expect, test } from 'vitest';
import { listCorpus, parseProgram } from './corpus.ts';

test("directives are read only from a program's opening comments", () => {
  const source =
    '// What it is.\n// args: -n "two words"\n// stdin: 1\\n2\\n// exit: 3\n// flags: -std=c++20 -O0\n\n// exit: 9\n';
  expect(parseProgram('cpp/x/y.cpp', source.replace('\\n// exit', '\\n\n// exit'))).toMatchObject({
    language: 'C++',
    uncertain: false,
    args: '-n "two words"',
    stdin: '1\n2\n',
    exitStatus: 3,
    flags: ['-std=c++20', '-O0'],
  });
});

test('every program begins with a comment about its subject', () => {
  for (const program of listCorpus()) expect(program.source, program.path).toMatch(/^\/\/ \S/);
});
