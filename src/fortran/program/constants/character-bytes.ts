// Characters in constants, represented as the bytes that programs store.
import type { Position } from '../../source/diagnostics.ts';
import type { Node } from '../symbols/semantics.ts';
import { integerConstant } from './constants.ts';

/** A character constant. */
export function stringConstant(value: string, at: Position): Node<'const'> {
  return {
    k: 'const',
    at,
    rank: 0,
    type: { base: 'character', kind: 1, length: integerConstant(byteLength(value), at) },
    value,
  };
}

/** The length of a character value, in bytes of UTF-8. */
export function byteLength(text: string): number {
  let n = 0;
  for (const ch of text) {
    const code = ch.codePointAt(0)!;
    n += isByte(code) ? 1 : code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return n;
}

/** Characters U+F700 to U+F7FF represent single bytes that are not text, such as the result of CHAR(200). */
export function isByte(code: number): boolean {
  return code >= 0xf700 && code <= 0xf7ff;
}
