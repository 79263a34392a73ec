import { describe, expect, test } from 'vitest';
import { cColours } from './c-mode.ts';

/** The styled parts of a string: each style with its text. */
function styles(text: string): string[] {
  const found: string[] = [];
  cColours.parser.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (name !== 'Document') found.push(`${name} ${text.slice(from, to)}`);
    },
  });
  return found;
}

describe('colours in C and C++', () => {
  test('types, keywords, calls, numbers and comments are coloured', () => {
    expect(styles('double x = sqrt(1.5e-3f); // note\nif (x > 0x1Fu) return true;\n')).toEqual([
      'typeName double',
      'variableName.function sqrt',
      'number 1.5e-3f',
      'comment // note',
      'keyword if',
      'number 0x1Fu',
      'keyword return',
      'bool true',
    ]);
  });

  test('a directive and the header that it includes are coloured, but not a comparison', () => {
    expect(styles('#include <stdio.h>\na < b > c\n')).toEqual(['meta #include', 'string <stdio.h>']);
  });

  test('escapes interrupt a string, and a string ends at the end of its line', () => {
    expect(styles([String.raw`f("a\n", '\'');`, 'int x;'].join('\n'))).toEqual([
      'variableName.function f',
      'string "a',
      'string "',
      "string '",
      "string '",
      'typeName int',
    ]);
    expect(styles('x = "open\nint y;\n')).toContain('typeName int');
    expect(styles('x = "first \\\nint";\nint y;\n').filter((one) => one.startsWith('typeName'))).toEqual([
      'typeName int',
    ]);
  });

  test('comments and raw strings span lines', () => {
    expect(styles('/* int\nint */ int x;')).toEqual(['comment /* int', 'comment int */', 'typeName int']);
    expect(styles('auto s = R"x(int\n)" int)x"; int y;')).toEqual([
      'typeName auto',
      'string R"x(int',
      'string )" int)x"',
      'typeName int',
    ]);
  });
});
