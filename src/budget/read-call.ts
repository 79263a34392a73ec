// Reads from a source file the text of a call and the variable that receives its result. Instead of a parser, this code
// uses a few patterns for C, C++ and Fortran. If no pattern fits, only the text of the call is returned.
import type { Place } from './placed-trace.ts';

export interface ReadCall {
  /** Start of the call's text. */
  readonly place: Place;
  /** The call as written, on one line. */
  readonly text: string;
  /** The variable or member that receives the call's result, ignoring plain factors and terms. */
  readonly variable: string | undefined;
  /** True if the enclosing function returns the result. */
  readonly isReturned: boolean;
}

const FORTRAN = /\.(f|for|ftn|f77|f90|f95|f03|f08|f18|fpp)$/i;
const LONGEST_TEXT = 60;
/** Number of characters before a call that are searched for the assigned variable. */
const LONGEST_STATEMENT = 1000;
/** Plain numbers and operators between the preceding = and a call, or between the call and the end of the statement. */
const PLAIN_BEFORE = String.raw`[\s\d.eEdDfFlL_+\-*/(]*`;
const PLAIN_BEHIND = /^[\s\d.eEdDfFlL_+\-*/)]*(?:[;,!&}]|$)/;
const LVALUE = String.raw`[A-Za-z_]\w*(?:\s*(?:\.|->|::|%)\s*[A-Za-z_]\w*|\s*\[[^\]]*\]|\((?:[^()=]|\([^()]*\))*\))*`;
const ASSIGNED = new RegExp(`(${LVALUE})\\s*=${PLAIN_BEFORE}$`);
const CONSTRUCTED = new RegExp(`\\b(?:double|float|auto)\\s+(\\w+)\\s*[({]${PLAIN_BEFORE}$`);
const SCANNING = /^(?:std\s*::\s*)?v?[fs]?scanf\b/;
const CREATION = /\b(?:ux_\w+|UxHw\w+|libUncertain\w+)\s*\(/gi;

/**
 * Reads the call at a location.
 * @param columns the columns of all observed calls on that line, for compilers that count columns in their own
 * version of the text
 */
export function readCall(source: string, place: Place, columns: readonly number[]): ReadCall | undefined {
  const lines = source.split('\n');
  const line = lines[place.line - 1];
  if (line === undefined) return undefined;
  return FORTRAN.test(place.file)
    ? readFortranCall(lines, place, columns)
    : readCCall(lines, place, line.trim());
}

function readCCall(lines: readonly string[], place: Place, line: string): ReadCall {
  const text = lines.join('\n');
  const start =
    lines.slice(0, place.line - 1).reduce((sum, one) => sum + one.length + 1, 0) + place.column - 1;
  const end = endOfCall(text, start);
  if (end === undefined) return { place, text: shorten(line), variable: undefined, isReturned: false };
  const statement = Math.max(text.lastIndexOf(';', start - 1) + 1, start - LONGEST_STATEMENT);
  const before = withoutComments(text.slice(statement, start));
  const behind = withoutComments(text.slice(end, end + 200));
  const call = oneLine(text.slice(start, end));
  const assigned = PLAIN_BEHIND.test(behind)
    ? (ASSIGNED.exec(before) ?? CONSTRUCTED.exec(before))?.[1]
    : undefined;
  // These functions return the number of fields.
  const variable = SCANNING.test(call) ? pointedAt(call) : (assigned ?? pointedAt(call));
  const isReturned = /\breturn(?:\s*\()?$/.test(before.trimEnd()) && /^\s*(?:\)\s*)?;/.test(behind);
  return { place, text: shorten(call), variable: variable && oneLine(variable), isReturned };
}

function readFortranCall(lines: readonly string[], place: Place, columns: readonly number[]): ReadCall {
  const line = withoutFortranComment(lines[place.line - 1]!);
  const calls = [...line.matchAll(CREATION)];
  // The columns refer to a different version of the text, in which the calls have the same order.
  const found = calls[[...new Set(columns)].sort((a, b) => a - b).indexOf(place.column)] ?? calls[0];
  const assigned = /^\s*(?:\d+\s+)?([A-Za-z]\w*(?:\s*%\s*\w+|\([^=]*\))*)\s*=(?![=>])/.exec(line);
  const start = found?.index ?? assigned?.[0].length ?? line.length - line.trimStart().length;
  const end = found ? (endOfCall(line, start) ?? line.length) : line.length;
  const isWhole = PLAIN_BEHIND.test(line.slice(end)) && calls.length < 2;
  const variable = isWhole || !found ? assigned?.[1] : undefined;
  const result = resultAround(lines, place.line - 1);
  const text = shorten(oneLine(line.slice(start, end)));
  return {
    place: { ...place, column: start + 1 + /^\s*/.exec(line.slice(start))![0].length },
    text,
    variable: variable && oneLine(variable),
    isReturned: variable !== undefined && variable.toLowerCase() === result,
  };
}

/** The name of the result variable of the Fortran function that contains a line. */
function resultAround(lines: readonly string[], at: number): string | undefined {
  for (let i = at; i >= 0; i--) {
    const line = lines[i]!.toLowerCase();
    if (/^\s*(program|subroutine|module)\b/.test(line)) return undefined;
    const [, name, result] =
      /\bfunction\s+(\w+)\s*\([^)]*\)(?:.*\bresult\s*\(\s*(\w+)\s*\))?/.exec(line) ?? [];
    if (name !== undefined && !/^\s*end\b/.test(line)) return result ?? name;
  }
  return undefined;
}

/** Position after the closing parenthesis of the call that begins at `start`; undefined if no call begins there. */
function endOfCall(text: string, start: number): number | undefined {
  const name = /^[A-Za-z_][\w:.>-]*(?:<[^<>;()]*>)?\s*[({]/.exec(text.slice(start, start + 200));
  if (!name) return undefined;
  let depth = 0;
  for (let i = start + name[0].length - 1; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"' || character === "'") {
      const close = closingQuote(text, i);
      if (close === undefined) return undefined;
      i = close;
    } else if ('({['.includes(character)) depth++;
    else if (')}]'.includes(character) && --depth === 0) return i + 1;
  }
  return undefined;
}

function closingQuote(text: string, start: number): number | undefined {
  for (let i = start + 1; i < text.length && text[i] !== '\n'; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === text[start]) return i;
  }
  return undefined;
}

/** The only variable whose address is passed to a call, as with `scanf`. */
function pointedAt(call: string): string | undefined {
  const pointers = [...call.matchAll(/&\s*([A-Za-z_][\w.[\]>-]*)/g)];
  return pointers.length === 1 ? pointers[0]![1] : undefined;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/\/\/[^\n]*/g, ' ');
}

function withoutFortranComment(line: string): string {
  if (/^[cC*!]/.test(line)) return '';
  const parts = /^(?:[^!'"]|'[^']*'|"[^"]*")*/.exec(line)!;
  return parts[0];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function shorten(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}
