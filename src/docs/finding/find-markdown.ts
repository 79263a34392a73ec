// Programs in Markdown and MDX: fences (CommonMark 0.31, 4.5) whose info string has `haze` behind the language, and the
// fence of recorded output behind each.
import { splitAttributes } from './fence-attributes.ts';
import {
  type FoundProgram,
  MARKER,
  OUTPUT_LANGUAGE,
  type RecordedOutput,
  readFound,
} from './found-program.ts';

interface Fence {
  readonly indent: string;
  readonly info: string;
  /** Lines from 0: of the opening, and of the closing or the last line. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** In a list or a quotation, too: the fence's prefix also precedes its lines. */
const OPENING = /^((?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])[ \t])*)(`{3,}|~{3,})([^\n]*)/;

/** All programs of a text, in order. */
export function findMarkdownPrograms(file: string, text: string): FoundProgram[] {
  const lines = text.split(/\r?\n/);
  const fences = listFences(lines);
  return fences.flatMap((fence, i) => {
    const info = maybeSplitInfo(fence.info);
    if (!info) return [];
    const { attributes, problem } = splitAttributes(info.attributes);
    const next = fences[i + 1];
    const hasOutput = next !== undefined && isOutput(next.info);
    const isBehind = hasOutput && isBlank(lines, fence.last + 1, next.first);
    const recorded = isBehind ? recordOf(next) : undefined;
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
      indent: fence.indent.replaceAll(/[^\s>]/g, ' '),
    });
    const { part, norun, fails } = found.options;
    if (!hasOutput || isBehind || part || norun || fails !== undefined) return found;
    // A text such as "it prints:" between the two would make unchecked output look checked.
    const message =
      'this output is held against nothing: only empty lines may stand between a program and its output';
    return { ...found, problems: [...found.problems, { file, line: next.first + 1, message }] };
  });
}

/** Language and attributes of an info string such as `c haze core="C0-S"`; undefined for fences of others. */
export function maybeSplitInfo(
  info: string,
): { readonly language: string; readonly attributes: string } | undefined {
  const [, language = '', rest = ''] = /^\s*([^\s{[:]*)(.*)/s.exec(info) ?? [];
  // Text in braces or brackets or after a colon is for the tool: lines to mark, a title, line numbers.
  const words = rest.replace(/^(?:\{[^}]*\}|\[[^\]]*\]|:[\w=-]+|\s)+/, '').trimStart();
  if (!/^haze(?=\s|$)/.test(words)) return undefined;
  const attributes = words.slice(MARKER.length).replaceAll(/(?<=\s)\{[^}"']*\}(?=\s|$)/g, ' ');
  return { language, attributes: attributes.trim() };
}

/** True when a fence of this info string holds recorded output. */
export function isOutput(info: string): boolean {
  return new RegExp(`^\\s*${OUTPUT_LANGUAGE}(?=\\s|\\{|$)`).test(info);
}

function recordOf({ first, last, text }: Fence): RecordedOutput {
  return { text, firstLine: first + 1, lastLine: last + 1, textLine: first + 2 };
}

function isBlank(lines: readonly string[], from: number, to: number): boolean {
  return lines.slice(from, to).every((line) => /^[\s>]*$/.test(line));
}

function listFences(lines: readonly string[]): Fence[] {
  const fences: Fence[] = [];
  for (let i = 0; i < lines.length; i++) {
    const [, indent = '', mark = '', info = ''] = OPENING.exec(lines[i]!) ?? [];
    // Backticks in the info string make it code in a line.
    if (mark === '' || (mark[0] === '`' && info.includes('`'))) continue;
    const closing = new RegExp(`^[\\s>]*\\${mark[0]}{${mark.length},}\\s*$`);
    let last = i + 1;
    while (last < lines.length && !closing.test(lines[last]!)) last++;
    const body = lines.slice(i + 1, last).map((line) => takeIndent(line, indent));
    fences.push({ indent, info, first: i, last: Math.min(last, lines.length - 1), text: joinLines(body) });
    i = last;
  }
  return fences;
}

/** The line without the fence's prefix, or without the part of it that is there. */
function takeIndent(line: string, indent: string): string {
  let at = 0;
  while (at < indent.length && at < line.length && /[\s>]/.test(line[at]!)) at++;
  return line.slice(at);
}

function joinLines(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
