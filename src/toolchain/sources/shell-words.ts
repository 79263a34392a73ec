// Splits a line into words as a POSIX shell does (Shell Command Language, 2.2 Quoting), and quotes words again. There
// is no expansion: dollar signs, backquotes, globs and tildes are ordinary characters.
import { HazeError } from '../../errors/haze-error.ts';

const BLANK = /[ \t\n]/;

/**
 * The words in a line, separated by white space; quotes and backslashes keep characters together.
 * @throws HazeError `unbalanced-quote` if a quote is not closed or the line ends in a backslash
 */
export function splitShellWords(line: string): string[] {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    if (BLANK.test(line[at]!)) {
      at++;
      continue;
    }
    const { word, end } = readWord(line, at);
    // A word that consists only of an escaped newline is not a word.
    if (word !== undefined) words.push(word);
    at = end;
  }
  return words;
}

/** Quotes a word so that `splitShellWords` restores it; adds single quotes only if needed. */
export function quoteShellWord(word: string): string {
  if (word !== '' && /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function readWord(line: string, start: number): { word: string | undefined; end: number } {
  let word: string | undefined;
  let at = start;
  while (at < line.length && !BLANK.test(line[at]!)) {
    const char = line[at]!;
    if (char === "'") {
      const end = line.indexOf("'", at + 1);
      if (end < 0) throw unbalanced(line, at, 'The single quote');
      word = (word ?? '') + line.slice(at + 1, end);
      at = end + 1;
    } else if (char === '"') {
      const quoted = readDoubleQuoted(line, at);
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (char === '\\') {
      if (at + 1 === line.length) throw unbalanced(line, at, 'The backslash');
      if (line[at + 1] !== '\n') word = (word ?? '') + line[at + 1];
      at += 2;
    } else {
      word = (word ?? '') + char;
      at++;
    }
  }
  return { word, end: at };
}

// Inside double quotes, a backslash has its special meaning only before $ ` " \ and newline.
function readDoubleQuoted(line: string, start: number): { text: string; end: number } {
  let text = '';
  let at = start + 1;
  while (at < line.length) {
    const char = line[at]!;
    if (char === '"') return { text, end: at + 1 };
    const next = line[at + 1];
    if (char === '\\' && next !== undefined && '$`"\\\n'.includes(next)) {
      if (next !== '\n') text += next;
      at += 2;
    } else {
      text += char;
      at++;
    }
  }
  throw unbalanced(line, start, 'The double quote');
}

function unbalanced(line: string, offset: number, what: string): HazeError {
  return new HazeError(
    'unbalanced-quote',
    `${what} at character ${offset + 1} of the line is not closed. Close it, or put a backslash before it.`,
    { data: { line, offset } },
  );
}
