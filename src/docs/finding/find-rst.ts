// Programs in reStructuredText: the directive `.. haze:: c` with attributes as its options, followed by
// `.. code-block:: output` with the recorded output.
import { type Attribute, splitAttributes } from './fence-attributes.ts';
import { type FoundProgram, type RecordedOutput, readFound } from './found-program.ts';
import { listLineStarts } from './place.ts';

interface Directive {
  readonly indent: string;
  readonly name: string;
  readonly argument: string;
  readonly attributes: readonly Attribute[];
  /** The directive's line number (0-based, like all other line numbers here). */
  readonly first: number;
  readonly last: number;
  readonly textFirst: number;
  readonly text: string;
  /** Number of columns before each line of the text. */
  readonly depth: number;
}

const DIRECTIVE = /^(\s*)\.\. ([\w-]+)::\s*(.*)/s;
const OPTION = /^\s*:([\w-]+):\s*(.*)/s;
/** Directives whose content is part of the document's text. */
const HOLDERS: ReadonlySet<string> = new Set(
  (
    'admonition attention caution compound container danger dropdown error grid grid-item hint important note only ' +
    'rst-class seealso sidebar tab tab-item tab-set tabs tip topic versionadded versionchanged warning'
  ).split(' '),
);
const OUTPUT_DIRECTIVES: ReadonlySet<string> = new Set(['code-block', 'code', 'sourcecode']);

/** Finds all programs in a document, in order. */
export function findRstPrograms(file: string, text: string): FoundProgram[] {
  const lines = text.split(/\r?\n/);
  const directives = listDirectives(lines);
  return directives.flatMap((directive, i) => {
    if (directive.name !== 'haze') return [];
    const next = directives[i + 1];
    const isRecorded =
      next &&
      OUTPUT_DIRECTIVES.has(next.name) &&
      next.argument === 'output' &&
      lines.slice(directive.last + 1, next.first).every((line) => line.trim() === '');
    // Any text after the language consists of attributes, as in a fence.
    const [, language = '', rest = ''] = /^(\S*)(.*)/s.exec(directive.argument) ?? [];
    const split = splitAttributes(rest);
    return readFound({
      file,
      line: directive.first + 1,
      language,
      attributes: [...split.attributes, ...directive.attributes],
      problem: split.problem,
      text: directive.text,
      textLine: directive.textFirst + 1,
      lastLine: directive.last + 1,
      recorded: isRecorded ? recordOf(next, text) : undefined,
      indent: directive.indent,
    });
  });
}

function recordOf({ indent, depth, first, last, textFirst, text }: Directive, page: string): RecordedOutput {
  const starts = listLineStarts(page);
  const end = starts[last + 1] ?? page.length;
  const range = [Math.min(starts[textFirst] ?? end, end), end] as const;
  return {
    text,
    range,
    firstLine: first + 1,
    lastLine: last + 1,
    textLine: textFirst + 1,
    indent: text === '' ? `${indent}   ` : ' '.repeat(depth),
  };
}

function listDirectives(lines: readonly string[]): Directive[] {
  const found: Directive[] = [];
  for (let i = 0; i < lines.length; i++) {
    const [, indent, name = '', argument = ''] = DIRECTIVE.exec(lines[i]!) ?? [];
    if (indent === undefined) {
      if (isTextAhead(lines, i)) i = endOfBlock(lines, i) - 1;
      continue;
    }
    if (HOLDERS.has(name)) continue;
    const end = endOfBlock(lines, i);
    let at = i + 1;
    const attributes: Attribute[] = [];
    for (; at < end; at++) {
      const [, option, value = ''] = OPTION.exec(lines[at]!) ?? [];
      if (option === undefined) break;
      attributes.push({
        name: option,
        value: value === '' ? undefined : value.replace(/^(["'])(.*)\1$/, '$2'),
      });
    }
    while (at < end && lines[at]!.trim() === '') at++;
    const body = lines.slice(at, end);
    const depth = body.reduce(
      (least, line) => (line.trim() === '' ? least : Math.min(least, line.search(/\S/))),
      Infinity,
    );
    const text = body.map((line) => `${line.slice(depth)}\n`).join('');
    found.push({
      indent,
      name,
      argument: argument.trim(),
      attributes,
      first: i,
      last: end - 1,
      textFirst: at,
      text,
      depth,
    });
    i = end - 1;
  }
  return found;
}

/**
 * True if the indented block that follows the line is a comment or literal text (docutils: comments, literal blocks).
 */
function isTextAhead(lines: readonly string[], i: number): boolean {
  const line = lines[i]!;
  if (/^\s*\.\.(?:\s|$)/.test(line)) return !/^\s*\.\. (?:\[|_|\|)/.test(line);
  return line.trimEnd().endsWith('::') && (lines[i + 1] ?? '').trim() === '';
}

/**
 * The line after the block that follows the given line. All of the block's lines are indented more deeply than the
 * given line.
 */
function endOfBlock(lines: readonly string[], i: number): number {
  const [indent = ''] = /^\s*/.exec(lines[i]!) ?? [];
  let end = i + 1;
  while (end < lines.length && isInside(lines[end]!, indent)) end++;
  while (end > i + 1 && lines[end - 1]!.trim() === '') end--;
  return end;
}

function isInside(line: string, indent: string): boolean {
  return line.trim() === '' || line.search(/\S/) > indent.length;
}
