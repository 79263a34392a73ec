// Descriptions of types for messages.

import type { Type } from '../symbols/semantics.ts';
import { constantCharacters } from './characters.ts';
import { maybeInteger } from './constants.ts';

// The name includes the values of the kind parameters, because each combination of kinds defines a different type.
function nameOf({ derived }: Type): string {
  if (!derived) return '?';
  const kinds = [...(derived.instance?.kinds.values() ?? [])].map(maybeInteger);
  return kinds.length > 0 ? `${derived.name}(${kinds.join(', ')})` : derived.name;
}

/** A type as programmers write it: `REAL(8)`, `TYPE(point)`. */
export function describeType(type: Type): string {
  switch (type.base) {
    case 'derived':
      return `TYPE(${nameOf(type)})`;
    case 'class':
      return `CLASS(${nameOf(type)})`;
    case 'class-star':
      return 'CLASS(*)';
    case 'character': {
      const length = constantCharacters(type);
      if (type.kind !== 1) return `CHARACTER(${length === undefined ? '' : `${length}, `}KIND=${type.kind})`;
      return length === undefined ? 'CHARACTER' : `CHARACTER(${length})`;
    }
    case 'boz':
      return 'BOZ constant';
    case 'hollerith':
      return 'Hollerith constant';
    case 'procedure':
      return 'PROCEDURE';
    case 'void':
      return 'no value';
    default:
      return `${type.base.toUpperCase()}(${type.kind})`;
  }
}
