// Cases follow POSIX.1-2017, Shell Command Language, 2.2 "Quoting" and 2.6.5 "Field Splitting".
import { expect, test } from 'vitest';
import { HazeError } from '../../errors/haze-error.ts';
import { quoteShellWord, splitShellWords } from './shell-words.ts';

test.each<[string, string[]]>([
  ['', []],
  ['  \t\n ', []],
  ['a  b\tc\nd', ['a', 'b', 'c', 'd']],
  ['"a b" \'c d\'', ['a b', 'c d']],
  ['a"b c"d\'e f\'', ['ab cde f']],
  ['""', ['']],
  ["'' x ''", ['', 'x', '']],
  ['a\\ b \\"c\\"', ['a b', '"c"']],
  ["'a\\b'", ['a\\b']],
  ['"a\\b\\"\\\\\\$\\`"', ['a\\b"\\$`']],
  ['a\\\nb', ['ab']],
  ['"a\\\nb"', ['ab']],
  ['\\\n', []],
  ['$HOME * ~ `x` #y', ['$HOME', '*', '~', '`x`', '#y']],
  ['-DNAME="\\"x y\\""', ['-DNAME="x y"']],
  ['é "ü ö" 你好', ['é', 'ü ö', '你好']],
  ["'it'\\''s'", ["it's"]],
])('%j', (line, words) => {
  expect(splitShellWords(line)).toEqual(words);
});

test.each([
  ['a "b', 'The double quote at character 3'],
  ["a 'b", 'The single quote at character 3'],
  ['ab\\', 'The backslash at character 3'],
])('%j is not balanced', (line, message) => {
  expect(() => splitShellWords(line)).toThrow(message);
  expect(() => splitShellWords(line)).toThrow(HazeError);
});

test.each(['plain', '', 'two words', "it's", '"', '$x', '-DA="b c"', 'é', 'a\nb', '*'])(
  '%j survives quoting and splitting',
  (word) => {
    expect(splitShellWords(quoteShellWord(word))).toEqual([word]);
  },
);

test('only words that need it are quoted', () => {
  expect(['-O2', '-std=c++17', 'src/é.c', '-DX=1'].map(quoteShellWord)).toEqual([
    '-O2',
    '-std=c++17',
    'src/é.c',
    '-DX=1',
  ]);
});
