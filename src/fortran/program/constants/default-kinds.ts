// Default kinds, and the flags that change them: -fdefault-integer-8, -fdefault-real-8 and -16, -fdefault-double-8,
// -freal-4-real-8 and -16, -freal-8-real-4 and -16. The kind names in iso_c_binding and iso_fortran_env keep their
// values regardless of the flags.
import type { FortranOptions } from '../../source/options.ts';
import type { DefaultKinds, Type } from '../symbols/semantics.ts';
import { DOUBLE, INTEGER, INTEGER8, LOGICAL, REAL } from './constants.ts';

/** The kinds defined by the language, for sources that no flag affects. */
export const LANGUAGE_KINDS: DefaultKinds = {
  integer: INTEGER,
  logical: LOGICAL,
  real: REAL,
  double: DOUBLE,
  writtenReals: new Map(),
};

export function chooseDefaultKinds(options: Required<FortranOptions>): DefaultKinds {
  const { defaultInteger8, defaultReal8, defaultReal16, real4As, real8As } = options;
  const writtenReals = new Map<number, number>();
  if (real4As !== 4) writtenReals.set(4, real4As);
  if (real8As !== 8) writtenReals.set(8, real8As);
  return {
    integer: defaultInteger8 ? INTEGER8 : INTEGER,
    logical: defaultInteger8 ? { base: 'logical', kind: 8 } : LOGICAL,
    real: realOf(defaultReal16 ? 16 : defaultReal8 ? 8 : real4As),
    double: chooseDouble(options),
    writtenReals,
  };
}

// DOUBLE PRECISION remains twice as wide as REAL, unless a flag sets its kind.
function chooseDouble(options: Required<FortranOptions>): Type {
  if (options.defaultReal8) return options.defaultDouble8 ? DOUBLE : { base: 'real', kind: 16 };
  return realOf(options.defaultReal16 ? 16 : options.real8As);
}

function realOf(kind: 4 | 8 | 16): Type {
  return kind === 4 ? REAL : kind === 8 ? DOUBLE : { base: 'real', kind };
}

/** The kind of a real as written, or the kind that a flag substitutes for it. */
export function writtenRealKind(kinds: DefaultKinds, kind: number): number {
  return kinds.writtenReals.get(kind) ?? kind;
}
