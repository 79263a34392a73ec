import { expect, test } from 'vitest';
import { type DocProgram, resolvePage } from './doc-page.ts';
import { findMarkdownPrograms } from './find-markdown.ts';
import { toHtml } from './html-tree.ts';
import type { ProgramOutcome } from './program-outcome.ts';
import { maybeRenderProgram } from './render-program.ts';

const RAN: ProgramOutcome = {
  isBuilt: true,
  messages: [],
  log: '',
  stdout: 'a < b\n',
  stderr: '',
  exitStatus: 0,
};

function only(words: string, text = 'int x[1][1] = {{1}};\n'): DocProgram {
  const found = findMarkdownPrograms('a.md', `\`\`\`c haze ${words}\n${text}\`\`\`\n`);
  return resolvePage(found, { readText: () => undefined })[0]!;
}

const render = (program: DocProgram, outcome: ProgramOutcome = RAN, lang = 'en') =>
  toHtml(maybeRenderProgram(program, outcome, [], { lang })!);

test('source and output are text, whatever stands in them, for templates with braces, too', () => {
  const html = render(only('caption="{{ x }} <b>"'));
  expect(html).toContain('= &#123;&#123;<span class="haze-number">1</span>}};');
  expect(html).toContain('>\na &lt; b</pre>');
  expect(html).toContain('&#123;&#123; x }} &lt;b&gt;</figcaption>');
  expect(html).not.toMatch(/<script|<style|style=|on\w+=/);
});

test('the attributes say what a reader runs; the whole source where less is shown', () => {
  const html = render(only('core="C0-M" stdin="3" hide="1"', 'int a;\nint b;\n'));
  expect(html).toContain('data-core="C0-M" data-stdin="3"');
  expect(html).toContain('data-source="int a;\nint b;\n"');
  expect(html).not.toContain('>int</span> a;');
});

test('the few words are those of the language', () => {
  expect(render(only('caption="Auftrieb"'), RAN, 'de-CH')).toContain(
    '<span class="haze-number">Programm 1:</span> Auftrieb',
  );
  expect(render(only('caption="x"'), RAN, 'xx')).toContain('Program 1:');
});

test('a status, error output and what a program fails with on purpose are shown', () => {
  const ended = render(only('exit="3"'), { ...RAN, stderr: 'oh\n', exitStatus: 3 });
  expect(ended).toMatch(/<pre class="haze-stderr"[^>]*>\noh<\/pre><p class="haze-status">Ends with status 3/);
  const messages = [{ severity: 'error', message: 'no <y>', line: 1 }] as const;
  const failed = render(only('fails="no"'), { ...RAN, isBuilt: false, stdout: '', messages });
  expect(failed).toContain('1: error: no &lt;y&gt;</pre>');
});

test('what is hidden is not there, and what is wrong stands in the place of the output', () => {
  expect(maybeRenderProgram(only('hidden'), RAN, [])).toBeUndefined();
  const wrong = [{ file: 'a.md', line: 7, message: 'error: x' }];
  const tree = maybeRenderProgram(only('continue-on-error'), undefined, wrong);
  expect(toHtml(tree!)).toContain('<li>7: error: x</li>');
});
