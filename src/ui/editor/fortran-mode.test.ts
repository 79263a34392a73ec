import type { StreamLanguage } from '@codemirror/language';
import { describe, expect, test } from 'vitest';
import { fortranFixed, fortranFree } from './fortran-mode.ts';

/** The styled parts of a string: each style with its text. */
function styles(language: StreamLanguage<unknown>, text: string): string[] {
  const found: string[] = [];
  language.parser.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (name !== 'Document') found.push(`${name} ${text.slice(from, to)}`);
    },
  });
  return found;
}

describe('free form', () => {
  test('keywords, types, numbers, strings and comments are coloured', () => {
    expect(styles(fortranFree, "real(8) :: x = 1.5d0 ! note\nprint *, sqrt(x), 'it''s'\n")).toEqual(
      expect.arrayContaining([
        'typeName real',
        'variableName x',
        'number 1.5d0',
        'comment ! note',
        'keyword print',
        "string 'it''s'",
      ]),
    );
  });

  test('a string continues on the next line only after an ampersand', () => {
    expect(styles(fortranFree, "print *, 'one &\n  &two'\nx = 1\n")).toContain("string   &two'");
    expect(styles(fortranFree, "print *, 'open\nx = 1\n")).toContain('number 1');
  });
});

describe('fixed form', () => {
  test('comments, labels, continued lines and text after column 72 are recognised by column', () => {
    const text = `C a comment\n   10 CONTINUE\n     &  X = 1\n${' '.repeat(6)}X = 2${' '.repeat(61)}SEQ00001\n`;
    const found = styles(fortranFixed, text);
    expect(found).toEqual(
      expect.arrayContaining(['comment C a comment', 'keyword CONTINUE', 'comment SEQ00001', 'number 2']),
    );
  });
});
