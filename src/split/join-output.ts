// Joins the output of a run that follows draws: the leading run's text, with the combined distribution after each
// number.
import { leadingNumber, withoutNumber } from '../reference/values/printed-words.ts';
import { decode, encode } from '../runtime/output/bytes-as-text.ts';

const NAME = /<ValueID>(val_[0-9a-f]{32})<\/ValueID>/g;
const UX = /^Ux[0-9A-F]*/;
const HEXADECIMAL = /^[0-9A-F]*/;

/** Output of the particle's run before and after its first mixed decision. */
export interface PrintedParts {
  readonly passed: Uint8Array;
  readonly held: Uint8Array;
}

/**
 * The output that follows the output already forwarded; undefined if the leading run printed different text there.
 *
 * @param led output of the leading run, with names of values
 * @param textOf text to print after the value with this name
 * @param onPlain called with the name of a value that was forwarded as a plain number
 */
export function joinOutput(
  led: Uint8Array,
  { passed, held }: PrintedParts,
  textOf: (valueId: string) => string,
  onPassed?: (valueId: string, text: string) => void,
): Uint8Array | undefined {
  const before = decode(passed);
  const text = decode(led);
  const output: string[] = [];
  let at = 0;
  let from = 0;
  const take = (piece: string): boolean => {
    const known = before.slice(at, at + piece.length);
    if (!piece.startsWith(known)) return false;
    at += known.length;
    output.push(piece.slice(known.length));
    return true;
  };
  // The last digits of a particle may differ if the core's arithmetic differs from the processor's.
  const takeNumber = (number: string): void => {
    if (at === before.length) {
      output.push(number);
      return;
    }
    const known = leadingNumber(before.slice(at, at + MOST_DIGITS)).length;
    at += known;
    if (at < before.length) return;
    // If a run did not terminate, its output is not held back.
    const rest = held.length > 0 ? decode(held.subarray(0, MOST_DIGITS)) : number.slice(known);
    output.push(leadingNumber(rest));
  };
  for (const match of text.matchAll(NAME)) {
    const piece = text.slice(from, match.index);
    const words = withoutNumber(piece);
    if (!take(words)) return undefined;
    takeNumber(piece.slice(words.length));
    from = match.index + match[0].length;
    const printed = at < before.length ? UX.exec(before.slice(at, at + MOST_UX))?.[0] : undefined;
    if (at === before.length) output.push(textOf(match[1]!));
    else if (printed) {
      at += printed.length;
      // The output already forwarded may end within a value.
      const rest = at === before.length ? HEXADECIMAL.exec(decode(held.subarray(0, MOST_UX)))![0] : '';
      output.push(rest);
      onPassed?.(match[1]!, printed + rest);
    } else onPassed?.(match[1]!, '');
  }
  if (!take(text.slice(from)) || at < before.length) return undefined;
  return encode(output.join(''));
}

/** Maximum number of characters in a number. */
const MOST_DIGITS = 1024;
/** Maximum number of characters in a Ux text. */
const MOST_UX = 1 << 20;

/** Returns a file from the leading run, with combined distributions. */
export function joinFile(led: Uint8Array, textOf: (valueId: string) => string): Uint8Array {
  return joinOutput(led, { passed: new Uint8Array(), held: new Uint8Array() }, textOf)!;
}
