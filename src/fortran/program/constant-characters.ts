// Lengths of character types as programs count them; types have them in bytes.

import { constantLength } from './constants.ts';
import type { Type } from './semantics.ts';

/** The constant length of a character type in characters, as programs count it, or undefined. */
export function constantCharacters(type: Type): number | undefined {
  const bytes = constantLength(type);
  return bytes === undefined ? undefined : bytes / type.kind;
}
