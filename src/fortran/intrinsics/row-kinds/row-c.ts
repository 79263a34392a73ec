// C code shared by many rows: calls to the C library and the run-time library, selected by argument type.
import { cType, suffix } from '../../program/c/c-text.ts';
import type { Type } from '../../program/symbols/semantics.ts';
import type { ElementalC } from './elemental-row.ts';

export function librarySuffix(type: Type): string {
  return type.kind === 4 ? 'f' : type.kind === 16 ? 'l' : '';
}

/** `f_name_suffix(args)`, with the suffix for the type of the first argument. */
export function runtime(name: string): ElementalC {
  return ({ e }, ...args) => `f_${name}_${suffix(e.arguments[0]!.type)}(${args.join(', ')})`;
}

/** A function in wasm/fortran/ux.c, which distinguishes between values with a distribution and plain numbers. */
export function distributed(name: string): ElementalC {
  return ({ e }, x) => `__ux_fortran_${name}_${suffix(e.type)}(${x})`;
}

export interface LibraryFunction {
  /** Kinds of reals for which the run-time library uses the GNU library's algorithm. */
  readonly own?: readonly number[];
  /** Kinds of complex numbers for which the run-time library uses the GNU library's algorithm. */
  readonly ownComplex?: readonly number[];
  /**
   * True if the single-precision result is rounded from double, because the C library's single-precision version gets
   * the last digit wrong more often than gfortran's.
   */
  readonly isRoundedFromDouble?: boolean;
  /** True if our library and gfortran's use the same formula for single-precision complex numbers. */
  readonly isComplexInSingle?: boolean;
}

/** A C library function for any kind of real and complex numbers. */
export function library(name: string, how: LibraryFunction = {}): ElementalC {
  return ({ e }, ...args) => {
    const { type } = e.arguments[0]!;
    const own = (type.base === 'complex' ? how.ownComplex : how.own) ?? [];
    if (own.includes(type.kind)) return `f_${name}_${suffix(type)}(${args.join(', ')})`;
    const given = args.filter((a) => a !== '');
    if (type.base === 'real' && type.kind === 4 && how.isRoundedFromDouble)
      return `(float)${name}(${given.map((a) => `(double)${a}`).join(', ')})`;
    if (type.base === 'complex' && type.kind === 4 && !how.isComplexInSingle)
      return `(float _Complex)c${name}((double _Complex)${args[0]})`;
    return `${type.base === 'complex' ? 'c' : ''}${name}${librarySuffix(type)}(${given.join(', ')})`;
  };
}

export function unsignedType(type: Type): string {
  return cType({ base: 'unsigned', kind: type.kind });
}
