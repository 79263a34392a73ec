import { expect, test } from 'vitest';
import { maybeNeededLine } from './include-line.ts';

function mended(source: string, language: 'C' | 'Fortran'): string {
  const needed = maybeNeededLine(source, language);
  return needed ? source.slice(0, needed.at) + needed.text + source.slice(needed.at) : source;
}

test('in C, the header is added once, after the last include', () => {
  const source = '// a\n#include <stdio.h>\nint main(void) { }\n';
  const expected = '// a\n#include <stdio.h>\n#include <uxhw.h>\nint main(void) { }\n';
  expect(mended(source, 'C')).toBe(expected);
  expect(mended(expected, 'C')).toBe(expected);
  expect(mended('int x;\n', 'C')).toBe('#include <uxhw.h>\nint x;\n');
});

test('in Fortran, the module is added once, after the first heading', () => {
  const source = 'program p\n  implicit none\nend program\n';
  const expected = 'program p\n  use uxhw\n  implicit none\nend program\n';
  expect(mended(source, 'Fortran')).toBe(expected);
  expect(mended(expected, 'Fortran')).toBe(expected);
});
