// Finds series in a program's output: values that the program prints repeatedly with the same label, as in a loop over
// time, together with the plain numbers printed along with these values. Only the numbers may differ between
// repetitions.
import type { UxValue } from '../../uncertainty/core/ux-text.ts';
import { splitOutput } from './output-pieces.ts';

export interface Series<Value = UxValue> {
  /** The text that precedes the number. */
  readonly label: string;
  /** Values in output order. */
  readonly values: readonly Value[];
  /** Plain numbers that were printed as many times as the values, with the text that precedes the numbers. */
  readonly companions: readonly { readonly label: string; readonly numbers: readonly number[] }[];
}

/** A segment of an output: text, or a value. */
export type SeriesPiece<Value> =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'value';
      readonly value: Value;
      readonly isSpread: boolean;
      /** The number itself, if the value has no spread. */
      readonly number: number;
    };

/** Minimum number of values in a series. */
const FEWEST = 3;
/** Maximum number of companions to choose from. */
const MOST_COMPANIONS = 12;
/** Matches separate numbers only: the digits in a name such as x1 belong to the name. */
const NUMBER = /(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][-+]?\d+)?/g;
/** Placeholder for a number in the text of a line. */
const MARK = '#';
/**
 * Number of characters stored per line. Numbers beyond these characters belong to no series, so that an endless line
 * needs no extra memory.
 */
const MOST_WORDS = 4096;

/** The text of a line up to a number, with earlier numbers replaced by placeholders. */
export type SeriesKey = string;

/** Reads output piece by piece and finds the series of each number. */
export class SeriesReader {
  #words = '';

  /**
   * Calls `onNumber` for each plain number in the text. @returns the key of a value, if it has one; undefined for
   * text
   */
  read(
    piece: { readonly kind: 'text'; readonly text: string } | { readonly kind: 'value' },
    onNumber?: (key: SeriesKey, value: number) => void,
  ): SeriesKey | undefined {
    if (piece.kind === 'text') {
      this.#readText(piece.text, onNumber);
      return undefined;
    }
    return this.#nextKey();
  }

  #nextKey(): SeriesKey | undefined {
    if (this.#words.length >= MOST_WORDS) return undefined;
    const key = this.#words;
    this.#addWords(MARK);
    return key;
  }

  #addWords(words: string): void {
    if (this.#words.length < MOST_WORDS) this.#words += words.slice(0, MOST_WORDS - this.#words.length);
  }

  #readText(text: string, onNumber: ((key: SeriesKey, value: number) => void) | undefined): void {
    // Keeps only the last line as text, and reads only the numbers from the preceding lines.
    const lines = text.split('\n');
    lines.forEach((line, i) => {
      if (i > 0) this.#words = '';
      let at = 0;
      for (const found of line.matchAll(NUMBER)) {
        this.#addWords(line.slice(at, found.index));
        const key = this.#nextKey();
        if (key !== undefined) onNumber?.(key, Number(found[0].replace(/[dD]/, 'e')));
        at = found.index + found[0].length;
      }
      this.#addWords(line.slice(at));
    });
  }
}

/** The series in a complete output with Ux text, in the order in which they were first printed. */
export function findSeries(stdout: string): Series[] {
  return collectSeries(
    splitOutput(stdout).map((piece) =>
      piece.kind === 'text'
        ? piece
        : { ...piece, number: Number(piece.decimal || (piece.value.particle ?? Number.NaN)) },
    ),
  );
}

/** The series in an output that is split into pieces, in the order in which they were first printed. */
export function collectSeries<Value>(pieces: readonly SeriesPiece<Value>[]): Series<Value>[] {
  const reader = new SeriesReader();
  const values = new Map<SeriesKey, Value[]>();
  const spread = new Set<SeriesKey>();
  const plain = new Map<SeriesKey, number[]>();
  for (const piece of pieces) {
    const key = reader.read(piece, (where, value) => add(plain, where, value));
    if (key === undefined || piece.kind === 'text') continue;
    add(values, key, piece.value);
    // Some values in a series may not have a spread yet.
    if (piece.isSpread) spread.add(key);
    else add(plain, key, piece.number);
  }
  return [...spread].flatMap((key) => {
    const own = values.get(key)!;
    if (!isSeries(own.length)) return [];
    const companions = [...plain]
      .filter(([, numbers]) => numbers.length === own.length && numbers.some((x) => x !== numbers[0]))
      .slice(0, MOST_COMPANIONS)
      .map(([where, numbers]) => ({ label: labelOf(where, 'number'), numbers }));
    return [{ label: labelOf(key, 'series'), values: own, companions }];
  });
}

/** Tests whether this many values with the same key form a series. */
export function isSeries(count: number): boolean {
  return count >= FEWEST;
}

function add<One>(map: Map<string, One[]>, key: string, value: One): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** The text between the previous number and this number or, if there is none, all text on the line. */
function labelOf(key: SeriesKey, otherwise: string): string {
  const clean = (text: string) => text.replace(/(?<![\s:=,;|(])[\s:=,;|(]+$/, '').replace(/^[\s:,;|)]+/, '');
  const last = clean(key.split(MARK).at(-1)!);
  return last || clean(key.replaceAll(MARK, ' ')) || otherwise;
}
