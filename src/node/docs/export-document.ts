// A whole document as one HTML file: its text, and its programs with everything needed to run them. Kernels and
// scripts are included only once.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type LivePage, type LiveParts, writeLiveEnd, writeLivePage } from '../../docs/exporting/one-file.ts';
import type { DocProgram } from '../../docs/finding/doc-page.ts';
import { splitAttributes } from '../../docs/finding/fence-attributes.ts';
import { pageProgramOf } from '../../docs/finding/page-program.ts';
import { judgeProgram } from '../../docs/judging/program-outcome.ts';
import { toHtml } from '../../docs/rendering/html-tree.ts';
import { maybeRenderProgram } from '../../docs/rendering/render-program.ts';
import { HazeError, usageError } from '../../errors/haze-error.ts';
import { maybeReadText } from './document-text.ts';
import { readLiveParts } from './live-parts.ts';
import type { ProgramBench } from './program-bench.ts';
import { putPlaces } from './put-places.ts';
import { maybeFindPrograms } from './read-document.ts';
import { describeFatal } from './render-page.ts';

export interface DocumentWish {
  /** Title of a Markdown document. */
  readonly title: string | undefined;
  /** URL of a playground that opens the programs; '' for none. */
  readonly playground: string;
}

export interface ExportedDocument {
  readonly html: string;
  /** Files that the page still loads from its folder. */
  readonly needs: readonly string[];
}

const MARKDOWN: ReadonlySet<string> = new Set(['.md', '.markdown']);
const HTML: ReadonlySet<string> = new Set(['.html', '.htm']);

/**
 * The text of the file.
 * @throws HazeError `usage` for a document that is neither HTML nor Markdown; `build-failed` for programs that fail
 * their check, naming the lines
 */
export async function exportDocument(
  path: string,
  wish: DocumentWish,
  bench: ProgramBench,
): Promise<ExportedDocument> {
  const suffix = extname(path).toLowerCase();
  const programs = await readPrograms(path);
  if (!programs || !(MARKDOWN.has(suffix) || HTML.has(suffix)))
    throw usageError(`${path} is neither HTML nor Markdown, so it cannot be exported as one file.`);
  const { text, found } = programs;
  // Reports a missing tool before programs are built.
  const MarkdownIt = MARKDOWN.has(suffix) ? await importMarkdownIt() : undefined;
  const lang = (HTML.has(suffix) && /<html\s[^>]*\blang="([\w-]+)"/i.exec(text)?.[1]) || 'en';
  const { figures, modules } = await renderAll(found, lang, bench);
  const { parts, style } = await readLiveParts();
  const all = { ...parts, modules };
  const filling = { figures, style, ...wish };
  const html = MarkdownIt
    ? writeLivePage(fillMarkdown(new MarkdownIt({ html: true }), text, found, filling), all)
    : fillHtml(text, found, filling, all);
  return { html, needs: listNeeds(html) };
}

async function readPrograms(path: string) {
  const text = maybeReadText(await readFile(path))?.text;
  const found = text === undefined ? undefined : maybeFindPrograms(path, text);
  return text === undefined || !found ? undefined : { text, found };
}

/** Figures for all programs, and modules for the runnable ones. */
async function renderAll(programs: readonly DocProgram[], lang: string, bench: ProgramBench) {
  const broken = programs.flatMap(({ problems }) => problems);
  if (broken.length > 0) throw new HazeError('build-failed', describeFatal(broken));
  const outcomes = await bench.runAll(programs);
  const problems = programs.map((program, i) => judgeProgram(program, outcomes[i]!));
  const fatal = problems.flatMap((some, i) => (programs[i]!.options['continue-on-error'] ? [] : some));
  if (fatal.length > 0) throw new HazeError('build-failed', describeFatal(fatal));
  const made = await Promise.all(
    programs.map(async (program, i) => {
      const { norun, part, hidden } = program.options;
      if (!outcomes[i]!.isBuilt || norun || part || hidden) return undefined;
      return bench.makeModule(pageProgramOf(program), { isInFile: true });
    }),
  );
  const figures = programs.map((program, i) => {
    // The file has no compiler, so the source cannot be edited.
    const readOnly = { ...program, options: { ...program.options, editable: false } };
    const canRun = made[i] !== undefined;
    const tree = maybeRenderProgram(readOnly, outcomes[i], problems[i]!, { lang, canRun });
    return tree ? toHtml(tree) : '';
  });
  return { figures, modules: made.filter((module) => module !== undefined) };
}

interface Filling extends DocumentWish {
  readonly figures: readonly string[];
  readonly style: string;
}

/** Tags that load the element or the buttons, which the file already contains. */
const OWN_TAGS =
  /<script\s[^>]*\bsrc="[^"]*\bhaze-(?:docs|program|embed)\.js"[^>]*><\/script>|<link\s[^>]*\bhref="[^"]*\bhaze-docs\.css"[^>]*>/gi;

/** The document with figures in place of its programs, and the live parts at its end. */
function fillHtml(
  text: string,
  programs: readonly DocProgram[],
  { figures, style, playground }: Filling,
  parts: LiveParts,
): string {
  let page = text;
  for (const [i, { range }] of [...programs.entries()].reverse())
    page = `${page.slice(0, range![0])}${figures[i]}${page.slice(range![1])}`;
  page = page.replaceAll(OWN_TAGS, '');
  const head = `<meta charset="utf-8">\n<style>\n${style}\n</style>\n`;
  const ready = insertBefore(page, '</head>', head) ?? insertAfter(page, /<!doctype[^>]*>/i, `\n${head}`);
  const end = `${writeLiveEnd({ playground }, parts)}\n`;
  return insertBefore(ready, '</body>', end) ?? insertBefore(ready, '</html>', end) ?? ready + end;
}

function insertBefore(page: string, tag: string, added: string): string | undefined {
  const at = page.toLowerCase().lastIndexOf(tag);
  return at < 0 ? undefined : page.slice(0, at) + added + page.slice(at);
}

function insertAfter(page: string, tag: RegExp, added: string): string {
  const match = tag.exec(page);
  const at = match ? match.index + match[0].length : 0;
  return page.slice(0, at) + added + page.slice(at);
}

interface MarkdownIt {
  render(text: string): string;
}

/** The document as a page. */
function fillMarkdown(
  tool: MarkdownIt,
  text: string,
  programs: readonly DocProgram[],
  { figures, style, playground, title }: Filling,
): LivePage {
  const page = tool.render(putPlaces(text, programs));
  const body = figures.reduce(
    (html, figure, i) => html.replace(`<div id="haze-place-${i}"></div>`, () => figure),
    page,
  );
  return { title: title ?? /^# (.*)$/m.exec(text)?.[1]?.trim() ?? 'Document', body, style, playground };
}

/** The copy of markdown-it in the current folder. @throws HazeError `usage` if it is missing */
async function importMarkdownIt(): Promise<new (options: object) => MarkdownIt> {
  try {
    const own = createRequire(pathToFileURL(resolve('package.json')));
    const { default: tool } = await import(pathToFileURL(own.resolve('markdown-it')).href);
    return tool as new (
      options: object,
    ) => MarkdownIt;
  } catch (cause) {
    const message =
      'Converting Markdown to HTML needs markdown-it, which this folder does not have: npm install markdown-it, or provide the page as HTML.';
    throw usageError(message, cause);
  }
}

/** URLs that the page loads when it opens. */
function listNeeds(page: string): string[] {
  const tags = [...page.matchAll(/<(?:script|link|img|iframe|audio|video|source)\s([^<>]*)>/gi)];
  const addresses = tags.flatMap(([, words = '']) => {
    const { attributes } = splitAttributes(words.replace(/\/$/, ''));
    const said = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value;
    const isLoaded = said('href') !== undefined && /stylesheet|icon/.test(said('rel') ?? '');
    return [said('src'), isLoaded ? said('href') : undefined];
  });
  return [
    ...new Set(addresses.filter((address) => address !== undefined && !/^(?:data:|#)/.test(address))),
  ] as string[];
}
