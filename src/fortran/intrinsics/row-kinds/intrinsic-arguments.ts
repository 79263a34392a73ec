// Arguments of intrinsic functions: the kinds that they specify, their ranks, and conversions that are intrinsic
// functions.

import { describeType, maybeInteger } from '../../program/constants/constants.ts';
import { coerce, convert, isNumeric } from '../../program/constants/conversions.ts';
import { type Base, type KINDS, kindOf } from '../../program/symbols/entity-kinds.ts';
import type { DefaultKinds, MaybeTyped, Type, Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';

export type Arguments = MaybeTyped[];

/** The position of a call to an intrinsic function, and the default kinds in effect there. */
export interface IntrinsicPlace {
  readonly at: Position;
  readonly kinds: DefaultKinds;
  /** True if the range of a constant result is not checked. */
  readonly wraps?: boolean;
}

/** The type with this base and the kind given by KIND, or the default kind if KIND is absent. */
export function typeOfKind(base: keyof typeof KINDS, e: MaybeTyped, otherwise: number, at: Position): Type {
  if (!e) return { base, kind: otherwise };
  const kind = maybeInteger(e) ?? refuse(at, 'KIND must be a constant.');
  return { base, kind: kindOf(base, kind, e.at) };
}

export function elementalRank(args: Arguments): number {
  return Math.max(0, ...args.map((a) => a?.rank ?? 0));
}

export function convertTo(e: Typed, type: Type, at: Position): Typed {
  if (
    !isNumeric(e.type) &&
    e.type.base !== 'boz' &&
    e.type.base !== 'hollerith' &&
    e.type.base !== 'logical'
  ) {
    refuse(at, `Cannot convert ${describeType(e.type)} to ${describeType(type)}.`);
  }
  return isNumeric(e.type) && isNumeric(type) && e.type.base !== type.base
    ? convert(e, type)
    : coerce(e, type, at);
}

export function makeComplex(args: Arguments, type: Type, at: Position): Typed {
  const [x, y] = args;
  const { kind } = type;
  if (x!.type.base === 'complex') return coerce(x!, type, at);
  const part: Type = { base: 'real', kind };
  const zero: Typed = { k: 'const', at, rank: 0, type: part, value: 0 };
  const re = convertTo(x!, part, at);
  const im = y ? convertTo(y, part, at) : zero;
  return { k: 'complex', at, type, rank: Math.max(re.rank, im.rank), re, im };
}

/** Throws if an argument of an intrinsic function has a type other than these. */
export function checkArgument(name: string, { type }: Typed, bases: readonly Base[], at: Position): void {
  if (bases.includes(type.base)) return;
  const named = bases.filter((base) => base !== 'unsigned');
  const wanted = named[0] === 'character' ? 'of type CHARACTER' : named.join(' or ');
  refuse(at, `The argument of "${name}" must be ${wanted}; this is ${describeType(type)}.`);
}
