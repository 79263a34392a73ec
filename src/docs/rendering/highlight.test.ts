import { expect, test } from 'vitest';
import { highlight, splitLines } from './highlight.ts';

function describe(source: string, language: 'C' | 'C++' | 'Fortran'): string[] {
  return highlight(source, language)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind} ${text}`);
}

test('C: directives, types, keywords, numbers, strings and comments are recognised', () => {
  const source =
    '#include <stdio.h>\nint main(void) { /* a\n b */ return 0x1Fu + 1.5e-3f; } // "no text"\nchar *s = "a \\" b";';
  expect(describe(source, 'C')).toEqual([
    'directive #include <stdio.h>',
    'type int',
    'type void',
    'comment /* a\n b */',
    'word return',
    'number 0x1Fu',
    'number 1.5e-3f',
    'comment // "no text"',
    'type char',
    'text "a \\" b"',
  ]);
});

test('keywords inside names are not highlighted', () => {
  expect(describe('integer interest; doubled = x1 + for_each;', 'C')).toEqual([]);
});

test('C++: raw strings end at their own delimiter', () => {
  expect(describe('auto s = R"x(a )" b)x"; int n;', 'C++')).toEqual([
    'word auto',
    'text R"x(a )" b)x"',
    'type int',
  ]);
});

test('Fortran: either letter case, both forms of comment, logical operators and doubled quotes are recognised', () => {
  const source = "C old comment\n      REAL x ! new\n      IF (x .GT. 1.0d0) PRINT *, 'it''s'";
  expect(describe(source, 'Fortran')).toEqual([
    'comment C old comment',
    'type REAL',
    'comment ! new',
    'word IF',
    'word .GT.',
    'number 1.0d0',
    'word PRINT',
    "text 'it''s'",
  ]);
  expect(describe('c = 1\nc(2) = 3', 'Fortran')).toEqual(['number 1', 'number 2', 'number 3']);
});

test('the tokens of any text, joined together, equal the text', () => {
  for (const source of [
    '',
    '"unfinished',
    '/* unfinished',
    "'\\",
    '#',
    '\u0000é😀\n\r\n',
    '1e',
    'R"x(unfinished',
  ]) {
    for (const language of ['C', 'C++', 'Fortran'] as const) {
      const tokens = highlight(source, language);
      expect(tokens.map(({ text }) => text).join('')).toBe(source);
      expect(
        splitLines(tokens)
          .map((line) => line.map(({ text }) => text).join(''))
          .join('\n'),
      ).toBe(source);
    }
  }
});
