// Checks Ux text in a program's arguments before the program starts, because only the leading number of malformed Ux
// text would otherwise be read.
import { HazeError } from '../../errors/haze-error.ts';
import { parseUx } from '../../uncertainty/core/ux-text.ts';

// An optional number, Ux and hexadecimal digits, but not within a word.
const UX_TEXT =
  /(?<![A-Za-z0-9_.])(?:[+-]?(?:\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|nan|inf))?Ux[0-9A-F]{2,}/gi;
const SHOWN_CHARACTERS = 24;

/** @throws HazeError `malformed-ux` with the argument, the fault, and its position */
export function checkArguments(words: readonly string[]): void {
  words.forEach((word, index) => {
    for (const [text] of word.matchAll(UX_TEXT)) {
      if (text.includes('Ux')) checkValue(text, index + 1);
    }
  });
}

function checkValue(text: string, position: number): void {
  try {
    parseUx(text);
  } catch (cause) {
    if (!(cause instanceof HazeError)) throw cause;
    const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
    throw new HazeError('malformed-ux', `argument ${position} ("${shown}") is invalid. ${cause.message}`, {
      data: { ...cause.data, argument: position },
      cause,
    });
  }
}
