// Splits a program's output into plain text and values. Each value includes the text that a page shows in place of the
// value, and the data that it shows after a click.
import { type FoundUx, findUx, type UxValue } from '../../uncertainty/core/ux-text.ts';
import { formatPlusMinus } from '../distributions/format-value.ts';
import { distributionOfUx } from '../distributions/ux-distribution.ts';

export type OutputPiece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'value';
      /** Text as printed, including the Ux digits. */
      readonly text: string;
      /** The decimal as printed; empty if there was none. */
      readonly decimal: string;
      readonly value: UxValue;
      /** Mean and standard deviation, as in `717 ± 15`, or the printed decimal if the value has no spread. */
      readonly shown: string;
      /** True if there is a distribution to show. */
      readonly isSpread: boolean;
    };

/** Characters of a decimal before `Ux`. */
const NUMBER_CHARACTERS = '0123456789.eEdDqQ+-naiftyNAIFTY';
/** Maximum number of characters to search backwards for the decimal. */
const LONGEST_NUMBER = 1100;
/**
 * Output of `%a` or the start of such output, which for a double has at most 24 characters unless the format requests
 * more.
 */
const HEXADECIMAL_AT_END = /[+-]?0[xX][0-9a-fA-F.]*(?:[pP][+-]?\d*)?$/;
const LONGEST_HEXADECIMAL = 100;
const HEX_CHARACTERS = '0123456789abcdefABCDEF';
/** Number of digits after `Ux` in the longest value. */
const MOST_DIGITS = 42 + 32 * 10_000;
/** Maximum number of characters in a value, including its decimal. */
export const LONGEST_VALUE = LONGEST_NUMBER + 2 + MOST_DIGITS;

/** Splits a complete output into pieces. */
export function splitOutput(text: string): OutputPiece[] {
  const pieces: OutputPiece[] = [];
  let at = 0;
  for (const found of findUx(text)) {
    if (found.start > at) pieces.push({ kind: 'text', text: text.slice(at, found.start) });
    pieces.push(describeFound(found, text.slice(found.start, found.end)));
    at = found.end;
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces;
}

function describeFound({ decimal, value }: FoundUx, text: string): OutputPiece {
  const { mean, deviation, isPlain } = distributionOfUx(value);
  const isSpread = !isPlain;
  // The particle of a skewed value differs from the mean, so the deviation would not belong to the particle.
  const hasDeviation = Number.isFinite(mean) && deviation > 0;
  const shown = hasDeviation ? formatPlusMinus(mean, deviation) : decimal || formatPlusMinus(mean, 0);
  return { kind: 'value', text, decimal, value, shown, isSpread };
}

/** Receives output as it arrives and buffers incomplete values. */
export interface OutputSplitter {
  write(text: string): OutputPiece[];
  /** Returns the buffered text. */
  end(): OutputPiece[];
}

/** Creates a splitter for one stream. */
export function createOutputSplitter(): OutputSplitter {
  let held = '';
  return {
    write(text) {
      const all = held + text;
      const end = findUnfinished(all);
      held = all.slice(end);
      return splitOutput(all.slice(0, end));
    },
    end() {
      const rest = held;
      held = '';
      return splitOutput(rest);
    },
  };
}

/**
 * Start of text that may become a value when more output arrives: a number, `Ux`, its digits, or fragments of these.
 */
export function findUnfinished(text: string): number {
  const digits = skipBack(text, text.length, HEX_CHARACTERS, MOST_DIGITS);
  const end = text.endsWith('Ux', digits) ? digits - 2 : text.length - (text.endsWith('U') ? 1 : 0);
  const start = skipNumber(text, end);
  // The last digits of the preceding value also look like a number.
  const before = skipBack(text, start, HEX_CHARACTERS, MOST_DIGITS);
  if (!text.endsWith('Ux', before)) return start;
  const [value] = findUx(text.slice(before - 2, end));
  return value ? Math.max(start, before - 2 + value.end) : start;
}

/** Moves back from `end` over a number in any format. */
function skipNumber(text: string, end: number): number {
  const decimal = skipBack(text, end, NUMBER_CHARACTERS, LONGEST_NUMBER);
  const [hexadecimal = ''] =
    HEXADECIMAL_AT_END.exec(text.slice(Math.max(0, end - LONGEST_HEXADECIMAL), end)) ?? [];
  return Math.min(decimal, end - hexadecimal.length);
}

/** Moves back from `end` over at most `most` characters, all of which are in `characters`. */
function skipBack(text: string, end: number, characters: string, most: number): number {
  let at = end;
  while (at > 0 && end - at < most && characters.includes(text[at - 1]!)) at--;
  return at;
}
