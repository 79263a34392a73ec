// Lengths of character types, counted in characters as in programs, whereas types store their lengths in bytes.

import type { Type } from '../symbols/semantics.ts';
import { constantLength } from './constants.ts';

/** The constant length of a character type, counted in characters; undefined if it is not constant. */
export function constantCharacters(type: Type): number | undefined {
  const bytes = constantLength(type);
  return bytes === undefined ? undefined : bytes / type.kind;
}
