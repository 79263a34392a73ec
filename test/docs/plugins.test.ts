// Calls the plugins with markdown-it tokens and remark trees, as the tools would. The tools themselves are tested in
// test/packages.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDocs } from '../../src/node/docs/docs-library.ts';
import { hazeMarkdown } from '../../src/node/docs/markdown-it.ts';
import byName, { remarkHaze } from '../../src/node/docs/remark.ts';

const folder = mkdtempSync(join(tmpdir(), 'haze-plugins-'));
const { HAZE_CACHE_DIR } = process.env;
beforeAll(() => {
  process.env.HAZE_CACHE_DIR = folder;
});
afterAll(() => {
  if (HAZE_CACHE_DIR === undefined) delete process.env.HAZE_CACHE_DIR;
  else process.env.HAZE_CACHE_DIR = HAZE_CACHE_DIR;
  rmSync(folder, { recursive: true, force: true });
});

const TEXT = '#include <stdio.h>\nint main(void) { puts("printed"); }\n';

interface Token {
  type: string;
  tag: string;
  info: string;
  content: string;
  map: [number, number];
}

const fence = (info: string, content: string, line: number): Token => ({
  type: 'fence',
  tag: 'code',
  info,
  content,
  map: [line, line + 4],
});

/** Transforms tokens with the plugin. */
function transform(tokens: Token[], options = {}): Token[] {
  const rules: ((state: { tokens: Token[]; env: object }) => void)[] = [];
  const push = (_name: string, rule: (typeof rules)[number]) => rules.push(rule);
  hazeMarkdown({ core: { ruler: { push } } }, options);
  const state = { tokens, env: { path: 'page.md' } };
  for (const rule of rules) rule(state);
  return state.tokens;
}

test('markdown-it: programs become HTML with their output, and recorded output is removed', () => {
  const other = fence('c', 'int x;', 20);
  const tokens = transform([fence('c haze', TEXT, 4), fence('output', 'printed\n', 10), other]);
  expect(tokens).toMatchObject([{ type: 'html_block' }, { info: 'c' }]);
  expect(tokens[0]!.content).toMatch(
    /<figure class="haze-program".*<pre class="haze-output"[^>]*>\nprinted</s,
  );
});

test('markdown-it: a wrong program fails the build with its file and line, or is reported in its place', () => {
  const wrong = () => [fence('c haze colour="red"', TEXT, 4)];
  expect(() => transform(wrong())).toThrow(/^page\.md:5: unknown attribute "colour"/);
  const [token] = transform(wrong(), { continueOnError: true });
  expect(token!.content).toContain('<li>5: unknown attribute');
  expect(token!.content).not.toContain('haze-output');
});

const file = { path: 'page.md', message: () => undefined };
const code = (meta: string, line: number) => ({
  type: 'code',
  lang: 'c',
  meta,
  value: TEXT.trimEnd(),
  position: { start: { line } },
});
const output = (value: string) => ({ type: 'code', lang: 'output', meta: null, value });

test('remark: programs become elements for rehype, or React elements', async () => {
  const tree = { type: 'root', children: [{ type: 'list', children: [code('haze', 4), output('printed')] }] };
  await remarkHaze()(tree, file);
  expect(tree.children[0]!.children).toMatchObject([
    {
      type: 'hazeProgram',
      data: { hName: 'figure', hProperties: { class: 'haze-program', 'data-core': 'C0-Joint' } },
    },
  ]);
  const other = { type: 'root', children: [code('haze', 4)] };
  await remarkHaze({ form: 'react' })(other, file);
  expect(other.children[0]).toMatchObject({ type: 'mdxJsxFlowElement', name: 'div' });
  expect(JSON.stringify(other)).toContain('printed');
});

test('remark: tools find the plugin by its package name, and highlighters do not change programs', async () => {
  const tree = { type: 'root', children: [code('haze', 4)] };
  await byName()(tree, file);
  const [figure] = tree.children as unknown as { data: { hChildren: Node[] } }[];
  interface Node {
    readonly tagName?: string;
    readonly children?: readonly Node[];
  }
  const blocks = figure!.data.hChildren.filter(({ tagName }) => tagName === 'pre');
  // rehype highlighters expect a code block to be a <pre> with a single child, <code>.
  const taken = blocks.filter(
    ({ children = [] }) => children.length === 1 && children[0]!.tagName === 'code',
  );
  expect(blocks.length).toBeGreaterThan(1);
  expect(taken).toEqual([]);
});

test('remark: recorded output is compared with printed output', async () => {
  const tree = { type: 'root', children: [code('haze', 4), output('other')] };
  await expect(remarkHaze()(tree, file)).rejects.toThrow(/^page\.md:\d+: the program prints "printed"/);
});

test('haze/docs renders a page', async () => {
  const docs = openDocs();
  const program = { language: 'c', attributes: 'core="C0-S"', text: TEXT, line: 1 };
  const { programs, problems } = await docs.renderPage({ file: 'page.md', programs: [program] });
  docs.close();
  expect(problems).toEqual([]);
  expect(programs[0]!.html).toContain('printed');
});
