// Programs in Markdown and MDX: fences (CommonMark 0.31, 4.5) with `haze` after the language in their info string, each
// with the following fence of recorded output, if any.
import { splitAttributes } from './fence-attributes.ts';
import {
  type FoundProgram,
  MARKER,
  OUTPUT_LANGUAGE,
  type RecordedOutput,
  readFound,
} from './found-program.ts';
import { type Fence, readMarkdownBlocks } from './markdown-blocks.ts';
import { type DocProblem, listLineStarts } from './place.ts';

/** Finds all programs in a document, in order. */
export function findMarkdownPrograms(file: string, text: string): FoundProgram[] {
  const lines = text.split(/\r?\n/);
  const { fences } = readMarkdownBlocks(lines, isMdx(file));
  return fences.flatMap((fence, i) => {
    const info = maybeSplitInfo(fence.info);
    if (!info) return [];
    const { attributes, problem } = splitAttributes(info.attributes);
    const next = fences[i + 1];
    const hasOutput = next !== undefined && isOutput(next.info);
    const isBehind =
      hasOutput && lines.slice(fence.last + 1, next.first).every((line) => /^[\s>]*$/.test(line));
    const recorded = isBehind ? recordOf(next, text) : undefined;
    const found = readFound({
      file,
      line: fence.first + 1,
      language: info.language,
      attributes,
      problem,
      text: fence.text,
      textLine: fence.first + 2,
      lastLine: fence.last + 1,
      recorded,
      indent: maskMarkers(fence.indent),
    });
    const { part, norun, fails } = found.options;
    if (!hasOutput || isBehind || part || norun || fails !== undefined) return found;
    // Text such as "it prints:" between the two fences would make unchecked output look as if it had been checked.
    const message =
      'this output is not compared with anything: only blank lines may come between a program and its output';
    return { ...found, problems: [...found.problems, { file, line: next.first + 1, message }] };
  });
}

/** Language and attributes of an info string such as `c haze core="C0-S"`; undefined for other fences. */
export function maybeSplitInfo(
  info: string,
): { readonly language: string; readonly attributes: string } | undefined {
  const [, language = '', rest = ''] = /^\s*([^\s{[:]*)(.*)/s.exec(info) ?? [];
  // Text in braces, in brackets or after a colon is intended for other tools: highlighted lines, a title, line numbers.
  const words = rest.replace(/^(?:\{[^}]*\}|\[[^\]]*\]|:[\w=-]+|\s)+/, '').trimStart();
  if (!/^haze(?=\s|$)/.test(words)) return undefined;
  const attributes = words.slice(MARKER.length).replaceAll(/(?<=\s)\{[^}"']*\}(?=\s|$)/g, ' ');
  return { language, attributes: attributes.trim() };
}

/** True if a fence with this info string contains recorded output. */
export function isOutput(info: string): boolean {
  return new RegExp(`^\\s*${OUTPUT_LANGUAGE}(?=\\s|\\{|$)`).test(info);
}

function recordOf({ first, last, isClosed, indent, text }: Fence, page: string): RecordedOutput {
  const starts = listLineStarts(page);
  const range = [
    starts[first + 1] ?? page.length,
    starts[isClosed ? last : last + 1] ?? page.length,
  ] as const;
  const prefix = maskMarkers(indent);
  return { text, firstLine: first + 1, lastLine: last + 1, textLine: first + 2, range, indent: prefix };
}

/** Prefix of a fence's lines after the first, with list markers replaced by spaces. */
function maskMarkers(indent: string): string {
  return indent.replaceAll(/[^\s>]/g, ' ');
}

function isMdx(file: string): boolean {
  return /\.mdx$/i.test(file);
}

/** Fences that mention haze but do not run, each with the reason. */
export function findMarkdownUnrun(file: string, text: string): DocProblem[] {
  const { fences, textFences } = readMarkdownBlocks(text.split(/\r?\n/), isMdx(file));
  const skipped = textFences
    .filter(({ info }) => maybeSplitInfo(info))
    .map(({ line, reason }) => ({ line: line + 1, reason: `stands ${reason}` }));
  const odd = fences
    .filter(({ info }) => !maybeSplitInfo(info) && namesHaze(info))
    .map(({ first }) => ({
      line: first + 1,
      reason: 'does not have the word "haze" directly after its language',
    }));
  return [...skipped, ...odd]
    .sort((a, b) => a.line - b.line)
    .map(({ line, reason }) => ({
      file,
      line,
      message: `this fence names haze, but is not run: it ${reason}`,
    }));
}

/** True if the text contains "haze" as a word outside quotes. */
function namesHaze(info: string): boolean {
  const words = info.replaceAll(/"[^"]*"|'[^']*'/g, ' ').split(/[\s{},.:[\]]+/);
  return words.some((word) => word.toLowerCase() === MARKER);
}
