// The C types of Fortran's types.
import type { Type } from './semantics.ts';

const INTEGERS: Record<number, string> = {
  1: 'int8_t',
  2: 'int16_t',
  4: 'int32_t',
  8: 'int64_t',
  16: '__int128',
};

const REALS: Record<number, string> = { 4: 'float', 8: 'double', 16: 'long double' };

/** The C type of a scalar of a Fortran type. */
export function cType(type: Type): string {
  switch (type.base) {
    case 'integer':
    case 'logical':
      return INTEGERS[type.kind]!;
    case 'boz':
      return 'int64_t';
    case 'real':
      return REALS[type.kind]!;
    case 'complex':
      return `${REALS[type.kind]} _Complex`;
    case 'character':
    case 'hollerith':
      return 'char';
    case 'derived':
    case 'class':
      if (type.derived?.opaque) return type.derived.opaque === 'number' ? 'int32_t' : 'void *';
      return type.derived!.cName;
    case 'class-star':
      return 'void';
    case 'procedure':
      return 'fproc';
    case 'void':
      return 'void';
  }
}
