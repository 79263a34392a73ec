// Prints output for people as it arrives, with distributions in short form. A prompt without a newline appears
// immediately.

import { shortenUx } from '../../../plot/distributions/shorten-ux.ts';
import { findUnfinished, LONGEST_VALUE } from '../../../plot/printed/output-pieces.ts';
import type { PrintedAnswer } from '../../../uncertainty/core/value-figures.ts';

/** A character that can occur in numbers and Ux text. */
const OF_NUMBER = /[\w.+-]/;
/** The beginning of a number: digits, or a prefix of `nan` or `inf`. */
const BEGINS_NUMBER = /\d|^[+-]?(?:n|na|nan|i|in|inf)?$/i;

/** Start of the last word if it may begin a number with its distribution, or else the end of the text. */
function startOfOpenNumber(text: string): number {
  let start = text.length;
  while (start > 0 && OF_NUMBER.test(text[start - 1]!)) start--;
  return BEGINS_NUMBER.test(text.slice(start)) ? start : text.length;
}

/**
 * Accepts output as it arrives, shortens the values, and passes it on. @param mark marks each value that has a spread,
 * for example with a colour
 */
export function createHumanWriter(write: (text: string) => void, mark?: (value: string) => string) {
  const decoder = new TextDecoder();
  /** Answers by text, each stored until it is printed. */
  const answers = new Map<string, PrintedAnswer[]>();
  const form = { mark, answerOf: (ux: string) => answers.get(ux)?.shift() };
  let held = '';
  return {
    /** Accepts an answer whose text is about to arrive. */
    takeAnswer(answer: PrintedAnswer): void {
      const same = answers.get(answer.text);
      if (same) same.push(answer);
      else answers.set(answer.text, [answer]);
    },
    write(bytes: Uint8Array): void {
      held += decoder.decode(bytes, { stream: true });
      const open = startOfOpenNumber(held);
      // A word longer than any value is passed on piece by piece: scanning all of it at every write would take minutes.
      const end = held.length - open > LONGEST_VALUE ? findUnfinished(held) : open;
      if (end > 0) write(shortenUx(held.slice(0, end), form));
      held = held.slice(end);
    },
    end(): void {
      write(shortenUx(held + decoder.decode(), form));
      held = '';
    },
  };
}
