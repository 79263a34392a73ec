import { expect, test } from 'vitest';
import { type DocProgram, filesBeside, placeOfLine, resolvePage } from './doc-page.ts';
import { findMarkdownPrograms } from './find-markdown.ts';

const FILES: Readonly<Record<string, string>> = { 'code/lift.c': 'int main(void) {\n  return 0;\n}\n' };

function resolve(text: string): DocProgram[] {
  return resolvePage(findMarkdownPrograms('docs/a.md', text), {
    readText: (path) => FILES[path],
    readBytes: (path) => (FILES[path] === undefined ? undefined : new TextEncoder().encode(FILES[path])),
  });
}

const fence = (words: string, text: string) => `\`\`\`c haze ${words}\n${text}\`\`\`\n`;

test('a program can continue the previous program or a named one, and the original position of each line is kept', () => {
  const [, second, third] = resolve(
    fence('name="first"', 'int one;\nint two;\n') +
      fence('continues', 'int three;\n') +
      fence('continues="first"', 'int four;\n'),
  );
  expect(second!.source).toBe('int one;\nint two;\nint three;\n');
  expect(second!.shown).toBe('int three;');
  expect([1, 2, 3].map((line) => placeOfLine(second!, line).line)).toEqual([2, 3, 6]);
  expect(third!.source).toBe('int one;\nint two;\nint four;\n');
});

test('a program is built with the files of all programs that it names or continues, directly or indirectly', () => {
  const [, , user, next] = resolve(
    fence('file="code/vec.h" part', 'int f(void);\n') +
      fence('file="vec.c" name="vec" with="vec.h" part', '#include "vec.h"\nint f(void) { return 1; }\n') +
      fence('with="vec"', '#include "vec.h"\nint main(void) { return f(); }\n') +
      fence('continues with="late.h"', 'int g;\n') +
      fence('file="late.h" part', 'int late;\n'),
  );
  expect(filesBeside(user!)).toEqual({
    'vec.c': '#include "vec.h"\nint f(void) { return 1; }\n',
    'vec.h': 'int f(void);\n',
  });
  expect(Object.keys(filesBeside(next!)).sort()).toEqual(['late.h', 'vec.c', 'vec.h']);
  expect([user!.problems, next!.problems]).toEqual([[], []]);
  expect([placeOfLine(user!, 2, 'vec.c').line, placeOfLine(user!, 2).line]).toEqual([6, 10]);
});

test('hidden lines are compiled but not shown', () => {
  const [program] = resolve(
    fence('hide="6"', '// haze: hide\n#include <stdio.h>\n// haze: show\n\nint x;\nint y;\nint z;\n'),
  );
  expect(program!.source).toContain('#include');
  expect(program!.shown).toBe('int x;\nint z;');
});

test('an empty fence takes its source from the file that it names', () => {
  const [program] = resolve(fence('file="code/lift.c"', ''));
  expect(program).toMatchObject({ source: FILES['code/lift.c'], fileName: 'lift.c', problems: [] });
  expect(placeOfLine(program!, 2)).toEqual({ file: 'docs/code/lift.c', line: 2 });
});

test('only programs that are not hidden are numbered', () => {
  const programs = resolve(
    fence('hidden', 'int x;\n') + fence('continues', 'int y;\n') + fence('', 'int z;\n'),
  );
  expect(programs.map(({ number }) => number)).toEqual([0, 1, 2]);
});

test.each([
  [fence('continues', 'int x;\n'), 'there is no earlier program for this one to continue'],
  [fence('continues="b"', 'int x;\n'), 'there is no earlier program named "b"'],
  [
    fence('hide="2-4"', 'int x;\nint y;\n'),
    'the attribute "hide" names line 4, but the last line of the program is 2',
  ],
  [fence('', ''), 'the program is empty. Write it between the fences, or specify its file with file="…"'],
  [fence('with="vec.h"', 'int x;\n'), 'this document has no program or file named "vec.h"'],
  [
    fence('with="b"', 'int x;\n') + fence('name="b"', 'int y;\n'),
    'the program "b" has no file that other programs can be built with: add file="…" to it',
  ],
  [
    fence('with="main.c"', 'int x;\n') + fence('file="main.c"', 'int y;\n'),
    'this program would be built with two files named "main.c"',
  ],
  [
    fence('file="gone.c"', ''),
    'there is no file "gone.c" next to this document or elsewhere in its repository',
  ],
])('%s', (text, message) => {
  expect(resolve(text)[0]!.problems).toEqual([{ file: 'docs/a.md', line: 1, message }]);
});

test('data files are available by name, even in programs that continue another program, and missing and duplicate files are reported', () => {
  const [first, next, wrong] = resolve(
    fence('name="first" data="code/lift.c"', 'int one;\n') +
      fence('continues', 'int two;\n') +
      fence('data="none.csv code/lift.c lift.c"', 'int three;\n'),
  );
  expect(first!.data).toEqual([{ path: 'lift.c', text: FILES['code/lift.c'] }]);
  expect(next!.data).toEqual(first!.data);
  expect(wrong!.problems.map(({ message }) => message)).toEqual([
    'there is no file "none.csv" next to this document or elsewhere in its repository',
    'there is no file "lift.c" next to this document or elsewhere in its repository',
  ]);
});
