// Assembles a document's programs, with continued programs, shared files, shown lines, and the document location of
// every compiled line.
import { nameLoneSource } from '../../toolchain/sources/lone-source.ts';
import { type DataFile, toDataFile } from './data-file.ts';
import { maybeLineRanges } from './fence-attributes.ts';
import type { FoundProgram } from './found-program.ts';
import type { DocProblem, Place } from './place.ts';
import { trimLines } from './trim-lines.ts';

export interface DocProgram extends FoundProgram {
  /** All compiled text: the programs that this program continues, followed by its own text. */
  readonly source: string;
  /** The compiled file's name. */
  readonly fileName: string;
  /**
   * Names or files of the programs whose files are built with this program, including the programs that the continued
   * programs specify.
   */
  readonly builtWith: readonly string[];
  /** Programs whose files are built with this program, directly or through other programs. */
  readonly shared: readonly DocProgram[];
  /** Files that the program finds in its working directory. */
  readonly data: readonly DataFile[];
  /** The lines of the program's text to show. */
  readonly shown: string;
  /** 1-based position among the document's shown programs. */
  readonly number: number;
  /** Segments of `source`, each with its first line and its location in a document. */
  readonly origins: readonly Origin[];
}

interface Origin extends Place {
  /** The 1-based line of the source that corresponds to the location. */
  readonly sourceLine: number;
}

export interface PageTools {
  /** Reads the text of a file, given its path relative to the document; undefined if there is no such file. */
  readonly readText: (path: string, document: string) => string | undefined;
  /** Reads the bytes of a file, given its path relative to the document; undefined if there is no such file. */
  readonly readBytes: (path: string, document: string) => Uint8Array | undefined;
  /** States why a file that exists cannot be read; undefined if there is no such file. */
  readonly maybeRefusal?: (path: string, document: string) => string | undefined;
}

const HIDE_MARK = /^\s*(?:\/\/|\/\*|!|[cC*](?=\s))\s*haze:\s*(hide|show)\b/;

/** Assembles a document's programs; each program lists its problems. */
export function resolvePage(found: readonly FoundProgram[], tools: PageTools): DocProgram[] {
  const programs: DocProgram[] = [];
  let shownCount = 0;
  for (const program of found) {
    if (!program.options.hidden) shownCount += 1;
    programs.push(resolveProgram(program, { before: programs, number: shownCount, tools }));
  }
  // Files are shared in a second pass, because a program may be built with a file that comes later in the document.
  return programs.map((program) => ({ ...program, ...shareFiles(program, programs) }));
}

/** Files compiled together with the program's own text, by file name. */
export function filesBeside({ shared }: DocProgram): Record<string, string> {
  return Object.fromEntries(shared.map(({ fileName, source }) => [fileName, source]));
}

interface Surroundings {
  readonly before: readonly DocProgram[];
  readonly number: number;
  readonly tools: PageTools;
}

function resolveProgram(found: FoundProgram, { before, number, tools }: Surroundings): DocProgram {
  const problems: DocProblem[] = [...found.problems];
  const fail = (message: string) => {
    problems.push({ file: found.file, line: found.line, message });
  };
  const { options, language } = found;
  if (options.name !== '' && before.some((other) => other.options.name === options.name))
    fail(`an earlier program is already named "${options.name}"`);
  const own = readText(found, tools, fail);
  const lastHidden = Math.max(0, ...(maybeLineRanges(options.hide) ?? []).map(([, last]) => last));
  const lineCount = splitText(own.text).length;
  if (own.text !== '' && lastHidden > lineCount)
    fail(`the attribute "hide" names line ${lastHidden}, but the last line of the program is ${lineCount}`);
  const first = maybeFirst(found, before, fail);
  const head =
    first === undefined || first.source.endsWith('\n') ? (first?.source ?? '') : `${first.source}\n`;
  const source = head + own.text;
  const data = [...(first?.data ?? []), ...readData(found, tools, fail)];
  const sourceLine = head.split('\n').length;
  const fileName = baseName(options.file) || nameLoneSource(language, source);
  return {
    ...found,
    problems,
    source,
    fileName,
    number,
    data,
    shared: [],
    builtWith: [...(first?.builtWith ?? []), ...options.with.split(/[\s,]+/).filter((word) => word !== '')],
    shown: hideLines(own.text, options.hide),
    origins: [...(first?.origins ?? []), { sourceLine, ...own.place }],
  };
}

/** Finds the programs whose files are built with a program, and any problems with them. */
function shareFiles(
  program: DocProgram,
  all: readonly DocProgram[],
): Pick<DocProgram, 'shared' | 'problems'> {
  const { file, line } = program;
  const problems: DocProblem[] = [...program.problems];
  const shared: DocProgram[] = [];
  const add = (user: DocProgram): void => {
    for (const word of user.builtWith) {
      // A mistake in another program's attributes is reported for that program.
      const fail = (message: string) => {
        if (user === program) problems.push({ file, line, message });
      };
      const one = maybeNamed(word, all);
      if (!one) fail(`this document has no program or file named "${word}"`);
      else if (one.options.file === '')
        fail(`the program "${word}" has no file that other programs can be built with: add file="…" to it`);
      else if (one === program || shared.includes(one)) continue;
      else if ([program, ...shared].some((other) => other.fileName === one.fileName))
        problems.push({
          file,
          line,
          message: `this program would be built with two files named "${one.fileName}"`,
        });
      else {
        shared.push(one);
        add(one);
      }
    }
  };
  add(program);
  return { shared, problems };
}

function maybeNamed(word: string, all: readonly DocProgram[]): DocProgram | undefined {
  const named = all.find(({ options }) => options.name === word);
  return named ?? all.find(({ options }) => options.file !== '' && baseName(options.file) === baseName(word));
}

function readText(
  { file, text, textLine, options }: FoundProgram,
  tools: PageTools,
  fail: (message: string) => void,
): { readonly text: string; readonly place: Place } {
  const place = { file, line: textLine };
  if (text.trim() !== '') return { text, place };
  if (options.file === '') {
    fail('the program is empty. Write it between the fences, or specify its file with file="…"');
    return { text, place };
  }
  const read = tools.readText(options.file, file);
  if (read === undefined) {
    fail(tellUnread(options.file, file, tools));
    return { text, place };
  }
  return { text: read, place: { file: joinPath(file, options.file), line: 1 } };
}

function tellUnread(path: string, document: string, { maybeRefusal }: PageTools): string {
  const refusal = maybeRefusal?.(path, document);
  return refusal ?? `there is no file "${path}" next to this document or elsewhere in its repository`;
}

/** Reads a program's data files, each under its base name. */
function readData(
  { file, options }: FoundProgram,
  tools: PageTools,
  fail: (message: string) => void,
): DataFile[] {
  const paths = options.data.split(/\s+/).filter((path) => path !== '');
  const names = paths.map(baseName);
  return paths.flatMap((path, i) => {
    const bytes = tools.readBytes(path, file);
    if (!bytes) fail(tellUnread(path, file, tools));
    else if (names.indexOf(names[i]!) < i) fail(`this program would have two data files named "${names[i]}"`);
    else return [toDataFile(names[i]!, bytes)];
    return [];
  });
}

function maybeFirst(
  { options: { continues }, language }: FoundProgram,
  before: readonly DocProgram[],
  fail: (message: string) => void,
): DocProgram | undefined {
  if (continues === undefined) return undefined;
  const first = continues === '' ? before.at(-1) : before.find(({ options }) => options.name === continues);
  if (!first)
    fail(
      continues === ''
        ? 'there is no earlier program for this one to continue'
        : `there is no earlier program named "${continues}"`,
    );
  else if (first.language !== language)
    fail(`it is in ${language}, but continues a program in ${first.language}`);
  return first?.language === language ? first : undefined;
}

function splitText(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

function hideLines(text: string, ranges: string): string {
  const hidden = maybeLineRanges(ranges) ?? [];
  const isHidden = (line: number) => hidden.some(([first, last]) => line >= first && line <= last);
  let isInside = false;
  const lines = splitText(text);
  const shown = lines.filter((line, i) => {
    const [, mark] = HIDE_MARK.exec(line) ?? [];
    if (mark !== undefined) isInside = mark === 'hide';
    return mark === undefined && !isInside && !isHidden(i + 1);
  });
  return trimLines(shown.join('\n'));
}

/** Document location of a compiled line or, for a shared file, the location of the reference to the file. */
export function placeOfLine(program: DocProgram, sourceLine: number, fileName = program.fileName): Place {
  const { origins, file, line } = program.shared.find((one) => one.fileName === fileName) ?? program;
  const origin = origins.findLast((one) => one.sourceLine <= sourceLine);
  if (!origin) return { file, line };
  return { file: origin.file, line: origin.line + sourceLine - origin.sourceLine };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function joinPath(document: string, path: string): string {
  const parts = document.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
