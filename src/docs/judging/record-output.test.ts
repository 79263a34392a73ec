import { expect, test } from 'vitest';
import { resolvePage } from '../finding/doc-page.ts';
import { findHtmlPrograms } from '../finding/find-html.ts';
import { findMarkdownPrograms } from '../finding/find-markdown.ts';
import { findRstPrograms } from '../finding/find-rst.ts';
import { placeRecord } from './record-output.ts';

const FIND = { md: findMarkdownPrograms, rst: findRstPrograms, html: findHtmlPrograms };

/** The document with an output recorded after its first program. */
function record(suffix: keyof typeof FIND, text: string, output: string): string {
  const [program] = resolvePage(FIND[suffix](`a.${suffix}`, text), {
    readText: () => undefined,
    readBytes: () => undefined,
  });
  return placeRecord(text, program!, output);
}

const FENCE = '```c haze\nint x;\n```\n';

test.each([
  ['md', `${FENCE}\n\`\`\`output\nold\n\`\`\`\n\nText`, '1', `${FENCE}\n\`\`\`output\n1\n\`\`\`\n\nText`],
  [
    'md',
    `${FENCE}\n~~~~output {.wide}\nold\nolder\n~~~~~  \n`,
    '1',
    `${FENCE}\n~~~~output {.wide}\n1\n~~~~~  \n`,
  ],
  [
    'md',
    `- ${FENCE.replaceAll('\n', '\n  ')}\n   \`\`\`output\n   old\n   \`\`\`\n`,
    '1\n2',
    `- ${FENCE.replaceAll('\n', '\n  ')}\n   \`\`\`output\n   1\n   2\n   \`\`\`\n`,
  ],
  ['md', `${FENCE}\n\`\`\`output\nold`, '1', `${FENCE}\n\`\`\`output\n1`],
  ['md', `${FENCE}\n\`\`\`output\nold\n\`\`\``, '```', `${FENCE}\n\`\`\`\`output\n\`\`\`\n\`\`\`\`\n`],
  ['md', FENCE.trimEnd(), '1', `${FENCE}\n\`\`\`output\n1\n\`\`\``],
  [
    'md',
    `a\n${FENCE.replaceAll('\n', '\r\n')}b\n`,
    '1\n2',
    `a\n${FENCE.replaceAll('\n', '\r\n')}\r\n\`\`\`output\r\n1\r\n2\r\n\`\`\`\r\nb\n`,
  ],
  [
    'rst',
    '.. haze:: c\n\n   int x;\n\n.. code-block:: output\n   :class: wide\n\n     old\n\nText\n',
    '1',
    '.. haze:: c\n\n   int x;\n\n.. code-block:: output\n   :class: wide\n\n     1\n\nText\n',
  ],
  [
    'rst',
    '.. haze:: c\n\n   int x;\n\n.. code-block:: output\n\nText\n',
    '1',
    '.. haze:: c\n\n   int x;\n\n.. code-block:: output\n\n   1\n\nText\n',
  ],
  [
    'html',
    '<haze-program>int x;</haze-program><pre id="a" class="haze-output">old</pre>',
    '1 < 2',
    '<haze-program>int x;</haze-program><pre id="a" class="haze-output">1 &lt; 2</pre>',
  ],
  [
    'html',
    '<haze-program>\r\nint x;</haze-program>\r\n<pre class="haze-output">\r\nold\r\n</pre>\n',
    '1\n2',
    '<haze-program>\r\nint x;</haze-program>\r\n<pre class="haze-output">\r\n1\r\n2\r\n</pre>\n',
  ],
] as const)('%s %j: only the output changes', (suffix, text, output, wanted) => {
  expect(record(suffix, text, output)).toBe(wanted);
});
