import { expect, test } from 'vitest';
import { type DocProgram, resolvePage } from '../finding/doc-page.ts';
import { findMarkdownPrograms } from '../finding/find-markdown.ts';
import type { ProgramOutcome } from '../judging/program-outcome.ts';
import { wordsOf } from '../words/words.ts';
import { toHtml } from './html-tree.ts';
import { maybeRenderProgram } from './render-program.ts';

const RAN: ProgramOutcome = {
  isBuilt: true,
  messages: [],
  log: '',
  stdout: 'a < b\n',
  stderr: '',
  exitStatus: 0,
};

const fence = (words: string, text: string) => `\`\`\`c haze ${words}\n${text}\`\`\`\n`;

function only(words: string, text = 'int x[1][1] = {{1}};\n'): DocProgram {
  const found = findMarkdownPrograms('a.md', fence(words, text));
  return resolvePage(found, { readText: () => undefined, readBytes: () => undefined })[0]!;
}

const render = (program: DocProgram, outcome: ProgramOutcome = RAN, lang = 'en') =>
  toHtml(maybeRenderProgram(program, outcome, [], { lang })!);

test('source and output are escaped, even for template engines that interpret braces', () => {
  const html = render(only('caption="{{ x }} <b>"'));
  expect(html).toContain('= &#123;&#123;<span class="haze-number">1</span>}};');
  expect(html).toContain('>\na &lt; b</pre>');
  expect(html).toContain('&#123;&#123; x }} &lt;b&gt;</figcaption>');
  expect(html).not.toMatch(/<script|<style|style=|on\w+=/);
});

test('the attributes contain the run settings and, if lines are hidden, the whole source', () => {
  const html = render(only('core="C0-M" stdin="3" hide="1"', 'int a;\nint b;\n'));
  expect(html).toContain('data-core="C0-M" data-stdin="3"');
  expect(html).toContain('data-source="int a;\nint b;\n"');
  expect(html).not.toContain('>int</span> a;');
});

test('the text in the element is in the page’s language', () => {
  expect(render(only('caption="Auftrieb"'), RAN, 'de-CH')).toContain(
    '<span class="haze-number">Programm 1:</span> Auftrieb',
  );
  expect(render(only('caption="x"'), RAN, 'xx')).toContain('Program 1:');
});

test.each([
  ['de', /\p{Script=Latin}/u],
  ['fr', /\p{Script=Latin}/u],
  ['es', /\p{Script=Latin}/u],
  ['ja', /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u],
  ['zh-Hans', /\p{Script=Han}/u],
  ['ar-EG', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
])('every word of %s is in its own language and script', (lang, script) => {
  for (const [name, word] of Object.entries(wordsOf(lang))) {
    expect(word, name).toMatch(script);
    expect(word, name).not.toBe(Object(wordsOf('en'))[name]);
  }
});

test('right-to-left pages show text from right to left, but compiler messages from left to right', () => {
  const wrong = [{ file: 'a.md', line: 7, message: 'error: x' }];
  const failed = toHtml(maybeRenderProgram(only('continue-on-error'), undefined, wrong, { lang: 'ar' })!);
  expect(failed).toContain(
    '<p dir="auto">لا يفعل هذا البرنامج ما ينبغي أن يفعله:</p><ul dir="ltr"><li>7: error: x',
  );
  expect(render(only('exit="3"'), { ...RAN, exitStatus: 3 }, 'he')).toContain(
    '<p class="haze-status" dir="auto">מסתיימת בקוד יציאה 3</p>',
  );
});

test('an exit status, error output and the messages of an intended failure are shown', () => {
  const ended = render(only('exit="3"'), { ...RAN, stderr: 'oh\n', exitStatus: 3 });
  expect(ended).toMatch(
    /<pre class="haze-stderr"[^>]*>\noh<\/pre><p class="haze-status" dir="auto">Ends with status 3/,
  );
  const messages = [{ severity: 'error', message: 'no <y>', line: 1 }] as const;
  const failed = render(only('fails="no"'), { ...RAN, isBuilt: false, stdout: '', messages });
  expect(failed).toContain('1: error: no &lt;y&gt;</pre>');
});

test('files that are built with a program are passed to its element', () => {
  const text = fence('file="vec.h" part', 'int f(void);\n') + fence('file="lift.c" with="vec.h"', 'int a;\n');
  const [header, program] = resolvePage(findMarkdownPrograms('a.md', text), {
    readText: () => undefined,
    readBytes: () => undefined,
  });
  expect(render(header!)).not.toContain('data-file');
  expect(render(program!)).toContain(
    'data-file="lift.c" data-files="{&quot;vec.h&quot;:&quot;int f(void);\\n&quot;}"',
  );
});

test.each([
  // The final line break is not shown, nor is the line break after the last shown line.
  ['lines', 'x'.repeat(99).concat('\n').repeat(3000), 20_000, 280_000],
  ['one line', 'x'.repeat(300_000), 20_001, 280_000],
  [
    'values',
    '21.5Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000 '.repeat(
      2000,
    ),
    20_001,
    1500 * '21.50 ± 0.25 '.length - 1,
  ],
])(
  'an output of 300 kB shows its beginning and the number of hidden characters: %s',
  (_, stdout, most, hidden) => {
    const html = render(only(''), { ...RAN, stdout }, 'de');
    const [, shown = ''] = /<pre class="haze-output"[^>]*>\n(.*?)<\/pre>(.*)/s.exec(html) ?? [];
    expect(shown.replaceAll(/<svg.*?<\/svg>|<[^>]*>/gs, '').length).toBeLessThanOrEqual(most);
    expect(shown.length).toBeGreaterThan(most / 2);
    expect(html).toContain(
      `<p class="haze-status" dir="auto">Ausgabe: Nur der Anfang davon ist zu sehen, ${hidden} weitere Zeichen nicht.</p>`,
    );
  },
);

test('a hidden program renders nothing, and problems replace the output', () => {
  expect(maybeRenderProgram(only('hidden'), RAN, [])).toBeUndefined();
  const wrong = [{ file: 'a.md', line: 7, message: 'error: x' }];
  const tree = maybeRenderProgram(only('continue-on-error'), undefined, wrong);
  expect(toHtml(tree!)).toContain('<li>7: error: x</li>');
  // The program was not built, so there is nothing to run.
  expect(toHtml(tree!)).toContain('data-haze="shown"');
  const printed = maybeRenderProgram(only('continue-on-error'), RAN, wrong);
  expect(toHtml(printed!)).toContain('data-haze="runs"');
});
