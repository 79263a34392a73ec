// Names a printed value after the text before it on its line.

const LONGEST_NAME = 32;

/** The name of the value that begins at `at`; '' if no text precedes it. */
export function nameBefore(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  // If other values precede this value on the line, only the text after the last of them counts.
  const name = line
    .replace(/^.*(?:Ux[0-9A-Fa-f]+|<\/ValueID>)/, '')
    .trim()
    .replace(/^[\s:,;)]+/, '')
    .replace(/(?<![\s:=,(])[\s:=,(]+$/, '');
  return endOfName(name, LONGEST_NAME);
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
