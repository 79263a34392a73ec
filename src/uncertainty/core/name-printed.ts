// Names a printed value after the text before it on its line.

import { printableLine } from '../../errors/printable-text.ts';

const LONGEST_NAME = 32;
/** Number of characters before a value that are searched for its name: a line may be as long as the whole output. */
const MOST_SEARCHED = 256;
/** End of another value's digits at the start of the searched text. */
const REST_OF_VALUE = /^[0-9A-Fa-f]{42,}/;

/**
 * The name of the value that begins at `at`; '' if no text precedes it. Control characters are escaped, because
 * reports contain the name.
 */
export function nameBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - MOST_SEARCHED), at);
  const line = before.slice(before.lastIndexOf('\n') + 1).replace(REST_OF_VALUE, '');
  // If other values precede this value on the line, only the text after the last of them counts.
  const name = line
    .replace(/^.*(?:Ux[0-9A-Fa-f]+|<\/ValueID>)/, '')
    .trim()
    .replace(/^[\s:,;)]+/, '')
    .replace(/(?<![\s:=,(])[\s:=,(]+$/, '');
  return endOfName(printableLine(name), LONGEST_NAME);
}

/**
 * Shortens a name to at most `most` characters. Keeps the end, after “…”, because the words next to the value are the
 * most informative.
 */
export function endOfName(name: string, most: number): string {
  const letters = [...name];
  return letters.length > most
    ? `…${letters
        .slice(1 - most)
        .join('')
        .trimStart()}`
    : name;
}

/** Start of the word (letters, digits and signs) that ends before `end`. */
export function startOfWord(text: string, end: number): number {
  let start = end;
  while (start > 0 && /[\w.+-]/.test(text[start - 1]!)) start--;
  return start;
}
