// The C types that correspond to Fortran types, and their names in run-time library functions.
import type { Type } from '../symbols/semantics.ts';

const INTEGERS: Record<number, string> = {
  1: 'int8_t',
  2: 'int16_t',
  4: 'int32_t',
  8: 'int64_t',
  16: '__int128',
};

const REALS: Record<number, string> = { 4: 'float', 8: 'double', 16: 'long double' };

/** The C type of a scalar of this Fortran type. */
export function cType(type: Type): string {
  switch (type.base) {
    case 'integer':
    case 'logical':
      return INTEGERS[type.kind]!;
    case 'unsigned':
      return type.kind === 16 ? 'unsigned __int128' : `u${INTEGERS[type.kind]}`;
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

/** The suffix of the run-time functions for a type: i4, u4, r8, c8, l4. */
export function suffix(type: Type): string {
  const letter = { integer: 'i', unsigned: 'u', real: 'r', complex: 'c', logical: 'l' }[
    type.base as 'integer'
  ];
  return `${letter ?? 'x'}${type.kind}`;
}

/**
 * True if machine instructions convert this real type to this integer or unsigned type. If a value does not fit, the
 * result is then the same as in gfortran.
 */
export function isMachineConversion(from: Type, to: Type): boolean {
  return (
    (to.base === 'integer' || to.base === 'unsigned') &&
    to.kind <= 8 &&
    from.base === 'real' &&
    from.kind <= 8
  );
}
