import { describe, expect, test } from 'vitest';
import { findHtmlPrograms } from './find-html.ts';
import { findMarkdownPrograms, findMarkdownUnrun } from './find-markdown.ts';
import { findRstPrograms } from './find-rst.ts';

const MARKDOWN = `# A page

\`\`\`c
int of_no_concern;
\`\`\`

\`\`\`c{2} haze core="C0-M" editable stdin='3 "four"\\n5'
#include <stdio.h>
int main(void) { return 0; }
\`\`\`

\`\`\`output
4
\`\`\`

> 1. \`\`\`\`f90 haze
>    end program
>    \`\`\`\`
`;

describe('Markdown', () => {
  test('fences with "haze" after the language are found, with the recorded output after them', () => {
    const [first, second, ...rest] = findMarkdownPrograms('a.md', MARKDOWN);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      line: 7,
      language: 'C',
      text: '#include <stdio.h>\nint main(void) { return 0; }\n',
      textLine: 8,
      lastLine: 10,
      options: { core: 'C0-M', editable: true, controls: false, stdin: '3 "four"\n5' },
      recorded: { text: '4\n', firstLine: 12, lastLine: 14, textLine: 13 },
      problems: [],
    });
    expect(second).toMatchObject({ line: 16, language: 'Fortran', text: 'end program\n', indent: '>    ' });
  });

  test('recorded output that does not directly follow its program is reported with its line', () => {
    const text = '```c haze\nint x;\n```\n\nIt prints:\n\n```output\n4\n```\n';
    const [program] = findMarkdownPrograms('a.md', text);
    expect(program).not.toHaveProperty('recorded');
    expect(program!.problems).toEqual([
      { file: 'a.md', line: 7, message: expect.stringContaining('only blank lines may come between') },
    ]);
    // Output of another fence, or of a program that does not run.
    const others = ['```c haze norun\nint x;\n```\n\nIt prints:\n\n', '```c haze\n```\n\n```sh\nls\n```\n\n'];
    for (const other of others)
      expect(findMarkdownPrograms('a.md', `${other}\`\`\`output\n4\n\`\`\`\n`)[0]!.problems).toEqual([]);
  });

  test.each([
    ['```c haze colour="red"', /unknown attribute "colour"/],
    ['```c haze editible', /Did you mean "editable"\?/],
    ['```c haze core="C0-Z"', /no core "C0-Z"\. Cores: C0-XS, /],
    ['```c haze core="C0-Reference"', /haze compare/],
    ['```cobol haze', /unknown language "cobol"/],
    ['```c haze core="C0-S', /cannot be read from here on: core="C0-S/],
    ['```c haze seed="x"', /"seed" takes a whole number/],
    ['```c haze editable="no"', /"editable" takes no value/],
    ['```c haze core', /"core" takes a value/],
    ['```c haze seed=1 seed=2', /"seed" appears twice/],
    ['```c haze hide="a-b"', /"hide" needs line numbers/],
    ['```c haze hide="3-1"', /"hide" needs line numbers/],
    ['```c haze timeout="0"', /at most 600/],
    ['```c haze exit="256"', /"exit" needs an exit status/],
    ['```c haze name="two words"', /"name" must be a single word/],
  ])('%s is reported with file and line', (opening, message) => {
    const [program] = findMarkdownPrograms('a.md', `Text.\n\n${opening}\nint x;\n\`\`\`\n`);
    expect(program?.problems).toEqual([{ file: 'a.md', line: 3, message: expect.stringMatching(message) }]);
  });
});

test('reStructuredText: the directive, its options and the output block after it are found', () => {
  const text = `Title
=====

.. haze:: c
   :core: C0-M
   :editable:

   int main(void) {
     return 0;
   }

.. code-block:: output

   4

Text.
`;
  expect(findRstPrograms('a.rst', text)).toMatchObject([
    {
      line: 4,
      text: 'int main(void) {\n  return 0;\n}\n',
      textLine: 8,
      lastLine: 10,
      options: { core: 'C0-M', editable: true },
      recorded: { text: '4\n', firstLine: 12, lastLine: 14, textLine: 14 },
      problems: [],
    },
  ]);
});

test('HTML: elements with any kind of source and <pre> blocks are found, and comments are ignored', () => {
  const text = `<!-- <haze-program>int x;</haze-program> -->
<haze-program core="C0-M" language="C++" label="One" class="wide">
#include &lt;iostream&gt;
int main() {}
</haze-program>
<pre class="haze-output">
1 &lt; 2
</pre>
<haze-program><script type="text/plain">
int main(void) { return 1 < 2; }
</script></haze-program>
<pre data-haze='c seed="3"'>int main(void) {}</pre>
<pre>nothing</pre>
`;
  expect(findHtmlPrograms('a.html', text)).toMatchObject([
    {
      line: 2,
      language: 'C++',
      text: '#include <iostream>\nint main() {}\n',
      textLine: 3,
      options: { core: 'C0-M', caption: 'One' },
      recorded: { text: '1 < 2\n', firstLine: 6, lastLine: 8, textLine: 7 },
      problems: [],
    },
    { line: 9, text: 'int main(void) { return 1 < 2; }\n', textLine: 10, problems: [] },
    { line: 12, text: 'int main(void) {}', options: { seed: 3 }, problems: [] },
  ]);
});

describe('Markdown that is not a program', () => {
  const BODY = 'int main(void) { return 3; }';
  const block = (before: string, after: string, indent = '') =>
    `Text.\n\n${before}${indent}\`\`\`c haze\n${indent}${BODY}\n${indent}\`\`\`\n${after}`;
  const count = (text: string, file = 'a.md') => ({
    programs: findMarkdownPrograms(file, text).length,
    notes: findMarkdownUnrun(file, text).map(({ line, message }) => `${line}: ${message}`),
  });

  test.each([
    ['a comment', block('<!--\n', '-->\n'), /^4: .* inside a comment/],
    ['a comment with empty lines', block('<!-- x\n\n', '\n-->\n'), /^5: .* inside a comment/],
    ['indented code', block('', '', '    '), /^3: .* indented by four columns/],
    ['a tab', block('', '', '\t'), /^3: .* indented by four columns/],
    ['<pre>', block('<pre>\n', '</pre>\n'), /^4: .* whose text is shown or run/],
    [
      '<div> without an empty line',
      block('<div>\n', '</div>\n'),
      /^4: .* inside HTML, which ends at a blank line/,
    ],
    ['a custom element', block('<my-box class="x">\n', '</my-box>\n'), /^4: .* inside HTML/],
    ['a comment in a list', '- a\n\n  <!--\n  ```c haze\n  x\n  ```\n  -->\n', /^4: .* inside a comment/],
    ['a comment in a quotation', '> <!--\n> ```c haze\n> x\n> ```\n> -->\n', /^2: .* inside a comment/],
    ['code in a list', '- a\n\n      ```c haze\n      x\n      ```\n', /^3: .* indented by four columns/],
    ['the word in another position', '```c title haze\nx\n```\n', /^1: .* directly after its language/],
    ['no language', '``` haze\nx\n```\n', /^1: .* the word "haze" directly after/],
  ])('%s', (_, text, note) => {
    expect(count(text)).toEqual({ programs: 0, notes: [expect.stringMatching(note)] });
  });

  test.each([
    ['a fence within another fence', '````md\n```c haze\nx\n```\n````\n', 0],
    ['a title with the word', '```sh title="haze"\nls\n```\n', 0],
    ['<div> with an empty line', block('<div>\n\n', '\n</div>\n'), 1],
    ['a closed comment', block('<!-- x -->\n', ''), 1],
    ['a list', '1. a\n\n   ```c haze\n   x\n   ```\n', 1],
    ['a list with four columns', '- a\n\n    ```c haze\n    x\n    ```\n', 1],
    ['an admonition of MkDocs', '!!! note "A"\n\n    ```c haze\n    x\n    ```\n', 1],
    [
      'tabs of MkDocs',
      '=== "C"\n\n    ```c haze\n    x\n    ```\n\n=== "D"\n\n    ```c haze\n    x\n    ```\n',
      2,
    ],
    ['a paragraph before', 'Text\n```c haze\nx\n```\n', 1],
    ['a tag within a paragraph', 'Text\n<b>\n```c haze\nx\n```\n', 1],
    ['a fence that is never closed', '> ```c haze\n> x\n\nText\n\n```c haze\ny\n```\n', 2],
  ])('%s is interpreted as renderers interpret it', (_, text, programs) => {
    expect(count(text)).toEqual({ programs, notes: [] });
  });

  test('MDX has a different comment syntax, and supports neither indented code nor HTML blocks', () => {
    expect(count(block('{/*\n', '*/}\n'), 'a.mdx')).toMatchObject({ programs: 0, notes: { length: 1 } });
    expect(count(block('<div>\n', '</div>\n'), 'a.mdx')).toEqual({ programs: 1, notes: [] });
    expect(count(block('', '', '    '), 'a.mdx')).toEqual({ programs: 1, notes: [] });
  });
});

test('in reStructuredText, directives in comments and literal text are ignored, but directives in notes are programs', () => {
  const directive = '.. haze:: c\n\n   int x;\n';
  const indented = directive.replaceAll(/^(?=.)/gm, '   ');
  const count = (text: string) => findRstPrograms('a.rst', text).length;
  expect(count(`.. \n\n${indented}\n${directive}`)).toBe(1);
  expect(count(`.. a comment\n${indented}`)).toBe(0);
  expect(count(`Written so::\n\n${indented}`)).toBe(0);
  expect(count(`.. code-block:: rst\n\n${indented}`)).toBe(0);
  expect(count(`.. note::\n\n${indented}`)).toBe(1);
  expect(count(`.. tab-set::\n\n   .. tab-item:: C\n\n${indented.replaceAll(/^(?=.)/gm, '   ')}`)).toBe(1);
});

test('in HTML, programs inside scripts and templates are treated as text', () => {
  const program = '<haze-program>int x;</haze-program>';
  for (const tag of ['script', 'template', 'textarea', 'pre', 'style'])
    expect(findHtmlPrograms('a.html', `<${tag}>${program}</${tag}>\n`)).toEqual([]);
  expect(findHtmlPrograms('a.html', `<script>x</script>${program}`)).toHaveLength(1);
});

test('a directive may have a huge number of lines', () => {
  const text = `.. haze:: c\n\n${'   int x;\n'.repeat(300_000)}`;
  expect(findRstPrograms('a.rst', text)[0]?.text.length).toBe(300_000 * 'int x;\n'.length);
});
