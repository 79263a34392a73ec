// Mathematical functions: from the C library, or from the run-time library if GNU's results differ or the C library
// lacks the function.
import { suffix } from '../../program/c/c-text.ts';
import { intrinsicNode } from '../../program/constants/constants.ts';
import { constantNode } from '../../program/constants/fold-operation.ts';
import { roundReal } from '../../program/constants/fold-scalar.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';
import {
  type ElementalC,
  type ElementalParts,
  type ElementalRow,
  REAL,
  REAL_OR_COMPLEX,
  signature,
  TWO_REALS,
} from '../row-kinds/elemental-row.ts';
import { type Arguments, checkArgument, elementalRank } from '../row-kinds/intrinsic-arguments.ts';
import { distributed, type LibraryFunction, library, librarySuffix, runtime } from '../row-kinds/row-c.ts';
import { type MathematicalName, transcendental } from '../row-kinds/row-folds.ts';

const OF_X = { takes: 'x', result: 'same' } as const;
const ELEMENTARY = { ...OF_X, of: REAL_OR_COMPLEX, flags: 'raised' } as const;
/**
 * A C library function that is as accurate as gfortran's in single precision only if it is computed in double
 * precision.
 */
const FROM_DOUBLE: LibraryFunction = { isRoundedFromDouble: true };
const rounded = (name: string) => library(name, FROM_DOUBLE);
/** A C library function whose constants are folded. */
const elementary = (
  name: MathematicalName,
  how: LibraryFunction,
  more: Partial<ElementalParts> = {},
): ElementalRow => ({ ...ELEMENTARY, fold: transcendental(name), c: library(name, how), ...more });

export const MATHEMATICAL: Readonly<Record<string, ElementalRow>> = {
  acos: elementary('acos', { own: [8], isRoundedFromDouble: true }, { fault: outsideOfOne }),
  acosd: { ...OF_X, since: 'GNU', of: REAL, fault: outsideOfOne, c: runtime('acosd') },
  acospi: { ...OF_X, since: 2023, of: REAL, fault: outsideOfOne, c: halfTurns('acosd') },
  acosh: elementary('acosh', FROM_DOUBLE, { since: 2008 }),
  asin: elementary('asin', { own: [8], isRoundedFromDouble: true }, { fault: outsideOfOne }),
  asind: { ...OF_X, since: 'GNU', of: REAL, fault: outsideOfOne, c: runtime('asind') },
  asinpi: { ...OF_X, since: 2023, of: REAL, fault: outsideOfOne, c: halfTurns('asind') },
  asinh: elementary('asinh', FROM_DOUBLE, { since: 2008 }),
  atan: elementary(
    'atan',
    { own: [8], isRoundedFromDouble: true },
    {
      ...signature('y x?', 'same', REAL_OR_COMPLEX),
      misfit: ([y, x]) =>
        x && (y!.type.base !== 'real' || x.type.base !== 'real') ? 'Both arguments must be REAL' : undefined,
      make: (args, { at }) =>
        args[1]
          ? intrinsicNode('atan2', args, { at, type: args[0]!.type, rank: elementalRank(args) })
          : undefined,
    },
  ),
  atan2: elementary(
    'atan2',
    { own: [4, 8] },
    { ...signature('y x', 'promote', TWO_REALS), flags: 'missing' },
  ),
  atan2d: { takes: 'y x', result: 'promote', since: 'GNU', of: TWO_REALS, c: runtime('atan2d') },
  atan2pi: { takes: 'y x', result: 'promote', since: 2023, of: TWO_REALS, c: halfTurns('atan2d') },
  atanpi: { ...OF_X, since: 2023, of: REAL, c: halfTurns('atand') },
  atand: { ...OF_X, since: 'GNU', of: REAL, c: runtime('atand') },
  atanh: elementary('atanh', FROM_DOUBLE, { since: 2008, flags: 'pole' }),
  bessel_j0: { ...OF_X, since: 2008, of: REAL, fault: wideBessel, c: rounded('j0'), flags: 'raised' },
  bessel_j1: { ...OF_X, since: 2008, of: REAL, fault: wideBessel, c: rounded('j1'), flags: 'raised' },
  bessel_jn: {
    ...signature('n x', 'special'),
    since: 2008,
    make: (args, { at }) => besselOfOrder('bessel_jn', args, at),
    c: ({ e }, n, x) => `f_jn_${suffix(e.type)}(${n}, ${x})`,
    flags: 'missing',
  },
  bessel_y0: { ...OF_X, since: 2008, of: REAL, fault: wideBessel, c: rounded('y0'), flags: 'pole' },
  bessel_y1: { ...OF_X, since: 2008, of: REAL, fault: wideBessel, c: rounded('y1'), flags: 'pole' },
  bessel_yn: {
    ...signature('n x', 'special'),
    since: 2008,
    make: (args, { at }) => besselOfOrder('bessel_yn', args, at),
    c: ({ e }, n, x) => `f_yn_${suffix(e.type)}(${n}, ${x})`,
    flags: 'missing',
  },
  cos: elementary('cos', { own: [8], ownComplex: [8], isComplexInSingle: true }),
  cosd: { ...OF_X, since: 'GNU', of: REAL, c: distributed('cosd') },
  cospi: { ...OF_X, since: 2023, of: REAL, c: distributed('cospi') },
  cosh: elementary('cosh', { own: [4], isComplexInSingle: true }),
  cotan: {
    ...OF_X,
    since: 'GNU',
    of: REAL_OR_COMPLEX,
    c: ({ e }, x) =>
      e.type.base === 'complex'
        ? `(1 / ctan${librarySuffix(e.type)}(${x}))`
        : `f_cotan_${suffix(e.type)}(${x})`,
  },
  cotand: { ...OF_X, since: 'GNU', of: REAL, c: distributed('cotand') },
  erf: { ...OF_X, since: 2008, of: REAL, c: rounded('erf'), flags: 'raised' },
  erfc: { ...OF_X, since: 2008, of: REAL, c: rounded('erfc'), flags: 'raised' },
  erfc_scaled: { ...OF_X, since: 2008, of: REAL, c: distributed('erfc_scaled'), flags: 'missing' },
  exp: elementary('exp', { ownComplex: [8], isComplexInSingle: true }),
  gamma: { ...OF_X, since: 2008, of: REAL, c: rounded('tgamma'), flags: 'pole' },
  hypot: elementary('hypot', { own: [4, 8] }, { ...signature('x y', 'promote', TWO_REALS), since: 2008 }),
  log: elementary('log', { ownComplex: [4, 8] }, { flags: 'pole' }),
  log10: elementary('log10', { own: [4, 8] }, { of: REAL, flags: 'pole' }),
  log_gamma: { ...OF_X, since: 2008, of: REAL, c: rounded('lgamma'), flags: 'pole' },
  sin: elementary('sin', { own: [8], ownComplex: [8], isComplexInSingle: true }),
  sind: { ...OF_X, since: 'GNU', of: REAL, c: distributed('sind') },
  sinpi: { ...OF_X, since: 2023, of: REAL, c: distributed('sinpi') },
  sinh: elementary('sinh', { own: [4], isComplexInSingle: true }),
  sqrt: {
    ...ELEMENTARY,
    fold: ([a], t) =>
      typeof a!.value === 'number' && a!.value >= 0 ? roundReal(Math.sqrt(a!.value), t.kind) : undefined,
    c: library('sqrt', { ownComplex: [4, 8] }),
  },
  tan: elementary('tan', { own: [8], ownComplex: [4, 8], isRoundedFromDouble: true }),
  tand: { ...OF_X, since: 'GNU', of: REAL, c: distributed('tand') },
  tanpi: { ...OF_X, since: 2023, of: REAL, c: distributed('tanpi') },
  tanh: elementary('tanh', { own: [4, 8], ownComplex: [4, 8] }),
};

/** An angle in half turns, based on a function that returns degrees. */
function halfTurns(degrees: string): ElementalC {
  return (call, ...args) => `(${runtime(degrees)(call, ...args)} / 180)`;
}

function outsideOfOne([a]: Arguments, name: string): string | undefined {
  const node = constantNode(a);
  const x = node?.k === 'const' && typeof node.value === 'number' ? node.value : undefined;
  return x !== undefined && Math.abs(x) > 1
    ? `The argument of "${name}" must be from -1 to 1, not ${x}.`
    : undefined;
}

function wideBessel([x]: Arguments, name: string): string | undefined {
  return x?.type.kind === 16 ? `${name.toUpperCase()} of REAL(16) is not supported.` : undefined;
}

function besselOfOrder(name: string, args: Arguments, at: Position): Typed {
  checkArgument(name, args[0]!, ['integer'], at);
  checkArgument(name, args[1]!, ['real'], at);
  const { type } = args[1]!;
  if (type.kind === 16) refuse(at, `${name.toUpperCase()} of REAL(16) is not supported.`);
  return intrinsicNode(name, args, { at, type, rank: elementalRank(args) });
}
