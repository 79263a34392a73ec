// Lengths of character types as programs count them; types store lengths in bytes.

import type { Type } from '../symbols/semantics.ts';
import { constantLength } from './constants.ts';

/** The constant length of a character type in characters, as programs count it, or undefined. */
export function constantCharacters(type: Type): number | undefined {
  const bytes = constantLength(type);
  return bytes === undefined ? undefined : bytes / type.kind;
}
