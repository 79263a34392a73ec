// Types in the words of messages.
import { constantLength, type Type } from './semantics.ts';

/** A type as a person writes it: `REAL(8)`, `TYPE(point)`. */
export function describeType(type: Type): string {
  switch (type.base) {
    case 'derived':
      return `TYPE(${type.derived?.name ?? '?'})`;
    case 'class':
      return `CLASS(${type.derived?.name ?? '?'})`;
    case 'class-star':
      return 'CLASS(*)';
    case 'character': {
      const length = constantLength(type);
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
