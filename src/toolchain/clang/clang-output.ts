// Parses clang's output with -fdiagnostics-print-source-range-info and -fdiagnostics-parseable-fixits: returns
// messages as data, and readable text without the machine-readable parts. Columns here are in bytes, as in clang's
// output.
import type { Diagnostic, FixIt, Severity } from '../sources/diagnostic.ts';
import { maybeExplainName } from '../sources/uxhw-names.ts';
import { maybeAdvise } from './advice.ts';

export interface ClangOutput {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

interface OpenDiagnostic extends Omit<Diagnostic, 'notes' | 'fixIts'> {
  notes: OpenDiagnostic[];
  fixIts: FixIt[];
}

const LOCATED =
  /^(.+?):(\d+):(\d+):((?:\{\d+:\d+-\d+:\d+\})*:?) (note|remark|warning|error|fatal error): (.*)$/;
const UNLOCATED = /^(?:clang(?:\+\+)?: |LLVM )?(note|remark|warning|error|fatal error|ERROR): (.*)$/;
const FIX_IT = /^fix-it:"((?:[^"\\]|\\.)*)":\{(\d+):(\d+)-(\d+):(\d+)\}:"((?:[^"\\]|\\.)*)"$/;
// A source line in clang's output, or a line with carets below it.
const SNIPPET = /^( +(\d*) \| ) (.*)$/;
const TAB_WIDTH = 8;
const OPTION = / \[(-W[^\]]*)\]$/;

/**
 * Returns a line, by its 1-based number, of a file under the name that clang prints; undefined if the file is
 * unavailable.
 */
export type LineLookup = (file: string, line: number) => string | undefined;

/** Splits clang's output into human-readable text and messages as data; a note belongs to the preceding message. */
export function parseClangOutput(output: string, lookUpLine: LineLookup = () => undefined): ClangOutput {
  const text: string[] = [];
  const diagnostics: OpenDiagnostic[] = [];
  let last: OpenDiagnostic | undefined;
  let ownHint: string | undefined;
  // Clang's suggestion for a name in <uxhw.h> considers only spelling; it is dropped if our hint suggests another
  // function.
  let rival: string | undefined;
  let isLeftOut = false;
  for (const line of output.split('\n')) {
    const fixIt = maybeFixIt(line);
    if (fixIt !== undefined) {
      if (!isLeftOut && fixIt.text !== rival) last?.fixIts.push(fixIt);
      continue;
    }
    const found = maybeDiagnostic(line);
    if (found === undefined) {
      const shown = SNIPPET.exec(line)?.[3];
      isLeftOut &&= shown !== undefined;
      if (!isLeftOut && (shown === undefined || shown.trim() !== rival))
        text.push(unshiftSnippet(line, last?.file, lookUpLine));
      continue;
    }
    const { diagnostic } = found;
    const isNote = diagnostic.severity === 'note';
    if (!isNote) {
      ownHint = maybeHint(diagnostic);
      rival = undefined;
    }
    const suggested = SUGGESTED.exec(diagnostic.message)?.[1];
    if (suggested !== undefined && ownHint !== undefined && !ownHint.includes(`${suggested}(`))
      rival = suggested;
    isLeftOut = isNote && rival !== undefined && diagnostic.message.includes(`'${rival}'`);
    if (isLeftOut) continue;
    const suggestion = rival === undefined ? '' : `; did you mean '${rival}'?`;
    last = { ...diagnostic, message: diagnostic.message.replace(suggestion, '') };
    text.push(found.text.replace(suggestion, ''));
    if (!isNote && ownHint !== undefined && !text.includes(`haze: ${ownHint}`)) {
      // Inserted above the message, because the message's source line follows it.
      text.splice(-1, 0, `haze: ${ownHint}`);
      last.notes.push({ severity: 'note', message: ownHint, notes: [], fixIts: [] });
    }
    const owner = diagnostics.at(-1);
    if (isNote && owner !== undefined) owner.notes.push(last);
    else diagnostics.push(last);
  }
  return { text: text.join('\n').trimEnd(), diagnostics };
}

const SUGGESTED = /did you mean '(\w+)'\?$/;

const UNDECLARED =
  /(?:undeclared (?:library )?function|undeclared identifier|implicit declaration of function) '(\w+)'/;

const NO_JUMP = /(__builtin_(?:setjmp|longjmp)) is not supported/;

// Hint for a misspelt function of <uxhw.h>, for its missing header, or for a feature that programs cannot use here.
function maybeHint({ message }: OpenDiagnostic): string | undefined {
  const jump = NO_JUMP.exec(message)?.[1];
  if (jump !== undefined) {
    return `WebAssembly has no registers for "${jump}" to save. Use setjmp and longjmp from <setjmp.h>, with a jmp_buf, instead.`;
  }
  const name = UNDECLARED.exec(message)?.[1];
  return (name === undefined ? undefined : maybeExplainName(name)) ?? maybeAdvise(message);
}

// Removes a space: with source ranges enabled, clang prefixes each source line with an extra space, which a tab in
// the line absorbs.
function unshiftSnippet(line: string, file: string | undefined, lookUpLine: LineLookup): string {
  const [, prefix, number, shown] = SNIPPET.exec(line) ?? [];
  if (prefix === undefined || shown === undefined) return line;
  const source = number === '' || file === undefined ? undefined : lookUpLine(file, Number(number));
  return prefix + (source?.includes('\t') ? expandTabs(source) : shown);
}

function expandTabs(line: string): string {
  let text = '';
  for (const part of line.split(/(\t)/)) {
    text += part === '\t' ? ' '.repeat(TAB_WIDTH - (text.length % TAB_WIDTH)) : part;
  }
  return text;
}

function maybeDiagnostic(line: string): { diagnostic: OpenDiagnostic; text: string } | undefined {
  const located = LOCATED.exec(line);
  if (located !== null) {
    const [, file, lineNumber, column, ranges, kind, message] = located;
    const at = { line: Number(lineNumber), column: Number(column) };
    const diagnostic = { file: file!, ...at, ...endOfRange(ranges!, at), ...describe(kind!, message!) };
    return { diagnostic, text: `${file}:${lineNumber}:${column}: ${kind}: ${message}` };
  }
  const unlocated = UNLOCATED.exec(line);
  if (unlocated === null) return undefined;
  return { diagnostic: describe(unlocated[1]!, unlocated[2]!), text: line };
}

function describe(kind: string, message: string): OpenDiagnostic {
  const severity = severityOf(kind);
  // A warning that a flag turned into an error is shown as "-Werror,-Wfoo", but its option is the warning's.
  const option = OPTION.exec(message)?.[1]?.split(',').at(-1);
  const words = option === undefined ? message : message.replace(OPTION, '');
  return { severity, message: words, ...(option === undefined ? {} : { option }), notes: [], fixIts: [] };
}

function severityOf(kind: string): Severity {
  if (kind === 'fatal error' || kind === 'ERROR') return 'fatal';
  if (kind === 'error' || kind === 'warning') return kind;
  return 'note';
}

// End of the code that a message refers to, taken from the range that begins at the message's caret.
function endOfRange(
  ranges: string,
  at: { line: number; column: number },
): { endLine?: number; endColumn?: number } {
  for (const range of ranges.matchAll(/\{(\d+):(\d+)-(\d+):(\d+)\}/g)) {
    const [startLine, startColumn, endLine, endColumn] = range.slice(1).map(Number);
    if (startLine === at.line && startColumn === at.column)
      return { endLine: endLine!, endColumn: endColumn! };
  }
  return {};
}

function maybeFixIt(line: string): FixIt | undefined {
  const match = FIX_IT.exec(line);
  if (match === null) return undefined;
  const [startLine, startColumn, endLine, endColumn] = match.slice(2, 6).map(Number);
  return {
    file: decodeEscapes(match[1]!),
    startLine: startLine!,
    startColumn: startColumn!,
    endLine: endLine!,
    endColumn: endColumn!,
    text: decodeEscapes(match[6]!),
  };
}

// Decodes clang's escapes: quotes, backslashes, \n, \t, and three octal digits for any other unprintable byte.
function decodeEscapes(text: string): string {
  const bytes: number[] = [];
  for (const [, octal, escaped, plain] of text.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (escaped === 'n') bytes.push(10);
    else if (escaped === 't') bytes.push(9);
    else bytes.push(...new TextEncoder().encode(escaped ?? plain));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
