// Collects the text that runs print in addition to values, because lanes may print different text from the leading run.
// Runs are counted separately for each text.
import { concatenate } from '../../errors/concatenate.ts';
import { printValueId } from './value-ids.ts';

/** Runs that print the same text. */
export interface WordTally {
  readonly words: string;
  readonly count: number;
  /** Index of the first run. */
  readonly first: number;
}

/** Maximum number of bytes of a run's output to consider. */
export const MOST_WORDS = 64 * 1024;
/** Maximum number of distinct texts. */
export const MOST_TEXTS = 256;
const [NAME_START = '', NAME_END = ''] = printValueId('|').split('|');
/** Entry that stands for all texts beyond the first MOST_TEXTS. */
export const FURTHER_WORDS = '\u2026';
/** Placeholder for a value. */
const VALUE_MARK = '\u25CA';
/** Column widths depend on the digits of the numbers in the columns, and Fortran also pads columns after numbers. */
const SPACES = / {2,}/g;
const LAST_SPACE = / $/gm;
/** Characters of decimals, hexadecimal numbers, inf and nan. */
const NUMBER = /[-+.0-9a-fA-FxXpPnNiI]/;

/** Gathers the output of one run. */
export class WordReader {
  #bytes: Uint8Array[] = [];
  #size = 0;

  add(bytes: Uint8Array): void {
    if (this.#size >= MOST_WORDS) return;
    this.#bytes.push(bytes.slice(0, MOST_WORDS - this.#size));
    this.#size += bytes.length;
  }

  /** Returns the text with a placeholder in place of each value and its decimal. */
  finish(): string {
    const text = new TextDecoder().decode(concatenate(this.#bytes));
    const parts = text.split(NAME_START);
    return parts
      .map((part, i) => {
        const end = i === 0 ? -1 : part.indexOf(NAME_END);
        const words = end < 0 ? part : part.slice(end + NAME_END.length);
        return i === parts.length - 1 ? words : withoutNumber(words) + VALUE_MARK;
      })
      .join('')
      .replace(SPACES, ' ')
      .replace(LAST_SPACE, '');
  }
}

/** Removes the number at the end of a string. */
export function withoutNumber(text: string): string {
  let end = text.length;
  while (end > 0 && NUMBER.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** Returns the characters of a number at the start of a string. */
export function leadingNumber(text: string): string {
  let end = 0;
  while (end < text.length && NUMBER.test(text[end]!)) end++;
  return text.slice(0, end);
}

export class PrintedWords {
  readonly #tallies = new Map<string, { count: number; first: number }>();

  add({ words, count, first }: WordTally): void {
    const key = this.#tallies.size < MOST_TEXTS || this.#tallies.has(words) ? words : FURTHER_WORDS;
    const known = this.#tallies.get(key);
    if (known) {
      known.count += count;
      known.first = Math.min(known.first, first);
    } else this.#tallies.set(key, { count, first });
  }

  /** Lists the texts with the runs that printed them, most frequent first. */
  list(): WordTally[] {
    return [...this.#tallies]
      .map(([words, tally]) => ({ words, ...tally }))
      .sort((a, b) => b.count - a.count || a.first - b.first);
  }

  /** Returns all texts added since the last call. */
  take(): WordTally[] {
    const all = this.list();
    this.#tallies.clear();
    return all;
  }
}
