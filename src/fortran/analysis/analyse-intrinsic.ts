// Calls of intrinsic procedures: arguments in order, conversions, type and rank of the result.

import { checkIntrinsicArguments, checkIntrinsicSubroutine } from '../intrinsics/check-conformance.ts';
import { checkCPointer, checkIntrinsicCall } from '../intrinsics/check-intrinsic.ts';
import { CUSTOM } from '../intrinsics/custom-intrinsics.ts';
import { foldConstant } from '../intrinsics/fold.ts';
import { type Intrinsic, intrinsicFunction, intrinsicSubroutine } from '../intrinsics/intrinsics.ts';
import { checkStandardIntrinsic } from '../program/check-standard.ts';
import type { DefaultKinds } from '../program/default-kinds.ts';
import { opaqueType } from '../program/intrinsic-modules.ts';
import { lookup } from '../program/names.ts';
import {
  type ActualArgument,
  type ArrayItem,
  describeType,
  INTEGER,
  INTEGER8,
  intrinsicNode,
  maybeInteger,
  REAL,
  type Scope,
  Sym,
  type Type,
  type Typed,
  VOID,
} from '../program/semantics.ts';
import { specificOf } from '../program/specific-names.ts';
import { FortranError, type Position } from '../source/diagnostics.ts';
import type { Argument } from '../syntax/syntax-tree.ts';
import { analyseArguments } from './analyse-call.ts';
import { analyse } from './analyse-expression.ts';
import { coerce, isNumeric, promote } from './analyse-operator.ts';

export type Arguments = (Typed | undefined)[];

/** Analyses a call of an intrinsic function. */
export function analyseIntrinsic(scope: Scope, name: string, list: Argument[], at: Position): Typed {
  const intrinsic = intrinsicFunction(name);
  if (!intrinsic) throw new FortranError(at, `There is no intrinsic function "${name}".`);
  checkStandardIntrinsic(scope, name, at);
  if (intrinsic.name === 'present') return analysePresent(scope, list, at);
  const actuals = analyseArguments(scope, list);
  if (/^bessel_[jy]n$/.test(intrinsic.name) && actuals.length === 3)
    return besselSequence(scope, intrinsic, actuals, at);
  // FLOAT is for integers, so that a BOZ constant is one.
  if (name === 'float' && actuals[0]?.value?.type.base === 'boz')
    actuals[0].value = coerce(actuals[0].value, scope.kinds.integer, at);
  const args = orderIntrinsic(intrinsic, actuals, at);
  checkIntrinsicCall(scope.kinds, name, intrinsic.name, args);
  const specific = specificOf(name);
  const value = makeIntrinsic(intrinsic, args, { at, kinds: scope.kinds });
  const opaque = { c_loc: 'c_ptr', c_funloc: 'c_funptr', ieee_class: 'ieee_class_type' }[intrinsic.name];
  if (opaque) return { ...value, type: opaqueType(scope.program, opaque) };
  if (specific?.result === undefined) return value;
  return coerce(value, SPECIFIC_RESULTS[specific.result], at);
}

// These kinds are in the names: flags for default kinds do not change them.
const SPECIFIC_RESULTS = {
  integer: INTEGER,
  int2: { base: 'integer', kind: 2 },
  int8: INTEGER8,
  real4: REAL,
} as const;

// `BESSEL_JN(n1, n2, x)`: the array of the functions of the orders n1 to n2.
function besselSequence(
  scope: Scope,
  intrinsic: Intrinsic,
  [first, last, x]: ActualArgument[],
  at: Position,
): Typed {
  const argument = x!.value!;
  if (argument.type.base !== 'real' || argument.rank > 0)
    throw new FortranError(x!.at, `The argument X of "${intrinsic.name}" must be a real scalar here.`);
  const variable = new Sym('n', scope, at);
  variable.k = 'variable';
  variable.type = INTEGER;
  const n: Typed = { k: 'variable', at, type: INTEGER, rank: 0, sym: variable };
  const value = makeIntrinsic(intrinsic, [n, argument], { at, kinds: scope.kinds });
  const bound = (a: ActualArgument | undefined): Typed => coerce(a!.value!, INTEGER, a!.at);
  const items: ArrayItem[] = [{ k: 'value', value }];
  return {
    k: 'array',
    at,
    type: argument.type,
    rank: 1,
    items: [{ k: 'loop', variable, first: bound(first), last: bound(last), items }],
  };
}

/** Analyses a call of an intrinsic subroutine. */
export function analyseIntrinsicSubroutine(
  scope: Scope,
  name: string,
  list: Argument[],
  at: Position,
): Typed {
  const intrinsic = intrinsicSubroutine(name);
  if (!intrinsic) throw new FortranError(at, `There is no intrinsic subroutine "${name}".`);
  checkStandardIntrinsic(scope, name, at);
  const args = orderIntrinsic(intrinsic, analyseArguments(scope, list), at);
  if (intrinsic.name === 'c_f_pointer') checkCPointer(args);
  checkIntrinsicSubroutine(scope, intrinsic, args, at);
  return intrinsicNode(`call ${intrinsic.name}`, args, { at, type: VOID });
}

function analysePresent(scope: Scope, list: Argument[], at: Position): Typed {
  const value = list[0]?.value;
  const name = value?.k === 'ref' ? value.parts[0]!.name : '';
  const symbol = lookup(scope, name);
  if (list.length !== 1 || !symbol?.optional)
    throw new FortranError(at, 'PRESENT takes the name of an optional dummy argument.');
  symbol.used = true;
  const argument: Typed =
    symbol.k === 'procedure'
      ? {
          k: 'procedure',
          at,
          type: { base: 'procedure', kind: 4 },
          rank: 0,
          procedure: symbol.procedure!,
          sym: symbol,
        }
      : analyse(scope, value!);
  return intrinsicNode('present', [argument], { at, type: scope.kinds.logical });
}

function orderIntrinsic(intrinsic: Intrinsic, list: ActualArgument[], at: Position): Arguments {
  const names = intrinsic.arguments;
  const variadic = names.at(-1) === '...';
  const ordered: Arguments = [];
  // SUM(array, mask) and its kin leave DIM out by position.
  const dimIndex = names.indexOf('dim?');
  list.forEach((actual, i) => {
    let index = i;
    if (actual.keyword !== undefined) {
      index = names.findIndex((n) => n.replace('?', '') === actual.keyword);
      if (variadic && /^a\d+$/.test(actual.keyword)) index = Number(actual.keyword.slice(1)) - 1;
      if (intrinsic.name === 'allocated' && actual.keyword === 'scalar') index = 0;
      const rank = actual.value?.rank ?? 0;
      if (intrinsic.name === 'allocated' && (actual.keyword === 'array') !== rank > 0)
        throw new FortranError(
          actual.at,
          `${actual.keyword.toUpperCase()}= of ALLOCATED takes ${rank > 0 ? 'a scalar' : 'an array'}.`,
        );
      if (index < 0)
        throw new FortranError(
          actual.at,
          `The intrinsic "${intrinsic.name}" has no argument named "${actual.keyword}".`,
        );
    } else if (i === dimIndex && names[i + 1] === 'mask?' && actual.value?.type.base === 'logical') {
      index = i + 1;
    }
    if (index >= names.length && !variadic) {
      throw new FortranError(
        actual.at,
        `The intrinsic "${intrinsic.name}" takes ${names.length} argument(s), but ${list.length} are given.`,
      );
    }
    ordered[index] = actual.value;
  });
  names.forEach((name, i) => {
    if (!name.endsWith('?') && name !== '...' && !ordered[i]) {
      throw new FortranError(at, `The intrinsic "${intrinsic.name}" needs its argument "${name}".`);
    }
  });
  for (let i = 0; i < ordered.length; i++) ordered[i] ??= undefined;
  return ordered;
}

/** Where an intrinsic function is called, and what kinds hold there. */
export interface IntrinsicPlace {
  readonly at: Position;
  readonly kinds: DefaultKinds;
}

/** The node of an intrinsic function with arguments in order. */
export function makeIntrinsic(intrinsic: Intrinsic, given: Arguments, place: IntrinsicPlace): Typed {
  const { at, kinds } = place;
  const args = given.map((a) =>
    a?.type.base === 'boz' && intrinsic.name !== 'transfer' ? settleBoz(intrinsic.name, a, given, kinds) : a,
  );
  const custom = CUSTOM[intrinsic.name];
  if (custom) {
    const value = custom(args, place);
    if (value) return foldConstant(value);
  }
  const promoted = intrinsic.rule === 'promote' ? promoteArguments(intrinsic.name, args, at) : args;
  checkArguments(intrinsic, promoted, at);
  const type = resultType(intrinsic, promoted, place);
  const rank = resultRank(intrinsic, promoted, at);
  const value = foldConstant(intrinsicNode(intrinsic.name, promoted, { at, type, rank }));
  // The run-time library computes it in kind 4.
  return intrinsic.rule === 'small' ? coerce(value, kinds.integer, at) : value;
}

function settleBoz(name: string, a: Typed, all: Arguments, kinds: DefaultKinds): Typed {
  if (name === 'real' || name === 'dble' || name === 'cmplx' || name === 'dcmplx') {
    const kind = name.startsWith('d')
      ? kinds.double.kind
      : (maybeInteger(all[name === 'real' ? 1 : 2]) ?? kinds.real.kind);
    return coerce(a, { base: 'real', kind }, a.at);
  }
  if (name === 'int')
    return coerce(a, { base: 'integer', kind: maybeInteger(all[1]) ?? kinds.integer.kind }, a.at);
  const other = all.find((b) => b && b.type.base === 'integer');
  if (name === 'complex')
    return coerce(a, other ? kinds.integer : (all.find((b) => b && b !== a)?.type ?? kinds.real), a.at);
  return coerce(a, other?.type ?? kinds.integer, a.at);
}

function checkArguments(intrinsic: Intrinsic, args: Arguments, at: Position): void {
  checkIntrinsicArguments(intrinsic, args, at);
  const first = args[0];
  if (!first) return;
  const { base } = first.type;
  const wantsReal =
    /^(a?(sin|cos|tan)h?|exp|log|log10|sqrt|gamma|log_gamma|erf|erfc|bessel_.[01]|nearest|spacing|aint|anint|fraction|epsilon|tiny)$/;
  if (wantsReal.test(intrinsic.name) && base !== 'real' && base !== 'complex') {
    throw new FortranError(
      at,
      `The argument of "${intrinsic.name}" must be real or complex; this is ${describeType(first.type)}.`,
    );
  }
  if (
    /^(len_trim|trim|adjustl|adjustr|index|scan|verify|repeat|ichar|iachar|len|lge|lgt|lle|llt)$/.test(
      intrinsic.name,
    ) &&
    base !== 'character'
  ) {
    throw new FortranError(
      at,
      `The argument of "${intrinsic.name}" must be of type CHARACTER; this is ${describeType(first.type)}.`,
    );
  }
  const wantsArray =
    /^(sum|product|maxval|minval|maxloc|minloc|findloc|any|all|count|pack|cshift|eoshift|norm2|dot_product|iall|iany|iparity|lbound|ubound|size)$/;
  if (wantsArray.test(intrinsic.name) && first.rank === 0) {
    throw new FortranError(at, `The argument of "${intrinsic.name}" must be an array.`);
  }
  const fault = bitRangeFault(intrinsic.name, args);
  if (fault !== undefined) throw new FortranError(at, fault);
  if (intrinsic.form === 'elemental') {
    const ranks = new Set(args.filter((a) => a && a.rank > 0).map((a) => a!.rank));
    if (ranks.size > 1) throw new FortranError(at, `The arguments of "${intrinsic.name}" do not conform.`);
  }
}

// Places and counts of bits that are constants must lie in the integer.
function bitRangeFault(name: string, args: Arguments): string | undefined {
  const bits = (args[0]!.type.kind || 4) * 8;
  const [second, third] = [maybeInteger(args[1]), maybeInteger(args[2])];
  const outside = (what: string, n: number | undefined, low: number, high: number): string | undefined =>
    n !== undefined && (n < low || n > high)
      ? `${what} of ${name.toUpperCase()} is ${n}; it must be from ${low} to ${high}.`
      : undefined;
  if (/^(ibset|ibclr|btest)$/.test(name)) return outside('POS', second, 0, bits - 1);
  if (name === 'ibits')
    return outside('POS', second, 0, bits) ?? outside('LEN', third, 0, bits - Math.max(0, second ?? 0));
  if (/^shift[lra]$/.test(name)) return outside('SHIFT', second, 0, bits);
  if (/^dshift[lr]$/.test(name)) return outside('SHIFT', third, 0, bits);
  if (name === 'ishft') return outside('SHIFT', second, -bits, bits);
  if (name !== 'ishftc') return undefined;
  const size = third ?? (args[2] ? undefined : bits);
  return (
    outside('SIZE', third, 1, bits) ??
    (size === undefined ? undefined : outside('SHIFT', second, -size, size))
  );
}

function promoteArguments(name: string, args: Arguments, at: Position): Arguments {
  const values = args.filter((a): a is Typed => a !== undefined);
  if (values.every((a) => a.type.base === 'logical') && values.length > 0) return args;
  if (values.some((a) => !isNumeric(a.type))) {
    if (values.every((a) => a.type.base === 'character') && (name === 'max' || name === 'min')) return args;
    throw new FortranError(at, `The arguments of "${name}" must be numbers.`);
  }
  const type = values.map((a) => a.type).reduce(promote);
  return args.map((a) => a && coerce(a, type, at));
}

function resultType(intrinsic: Intrinsic, args: Arguments, { at, kinds }: IntrinsicPlace): Type {
  const first = args[0];
  switch (intrinsic.rule) {
    case 'same':
      if (intrinsic.name === 'adjustl' || intrinsic.name === 'adjustr')
        return { base: 'character', kind: 1, ...(first!.type.length ? { length: first!.type.length } : {}) };
      if (first!.type.base === 'class' && first!.k === 'variable') return first!.type;
      return first!.type;
    case 'promote':
      return first!.type;
    case 'magnitude':
      return first!.type.base === 'complex' ? { base: 'real', kind: first!.type.kind } : first!.type;
    case 'integer': {
      const index = intrinsic.arguments.indexOf('kind?');
      return { base: 'integer', kind: kindArgument(args[index], kinds.integer.kind, at) };
    }
    case 'int8':
      return INTEGER8;
    case 'logical':
      return kinds.logical;
    case 'character':
      return { base: 'character', kind: 1 };
    case 'real4':
      return REAL;
    case 'double':
      return kinds.double;
    case 'small':
    case 'int4':
    case 'special':
      return INTEGER;
  }
}

export function kindArgument(e: Typed | undefined, otherwise: number, at: Position): number {
  if (!e) return otherwise;
  const kind = maybeInteger(e);
  if (kind === undefined) throw new FortranError(at, 'KIND must be a constant.');
  return kind === 10 ? 16 : kind;
}

export function elementalRank(args: Arguments): number {
  return Math.max(0, ...args.map((a) => a?.rank ?? 0));
}

const REDUCTIONS = new Set([
  'all',
  'any',
  'count',
  'sum',
  'product',
  'maxval',
  'minval',
  'iall',
  'iany',
  'iparity',
  'norm2',
  'parity',
]);

function resultRank(intrinsic: Intrinsic, args: Arguments, at: Position): number {
  const first = args[0];
  if (intrinsic.form === 'elemental') return elementalRank(args);
  // Only DIM leaves dimensions: COUNT(mask, kind=8) is a scalar.
  if (REDUCTIONS.has(intrinsic.name)) return args[1] ? first!.rank - 1 : 0;
  switch (intrinsic.name) {
    case 'maxloc':
    case 'minloc':
      return args[1] ? first!.rank - 1 : 1;
    case 'findloc':
      return args[2] ? first!.rank - 1 : 1;
    case 'lbound':
    case 'ubound':
      return args[1] ? 0 : 1;
    case 'shape':
    case 'pack':
      return 1;
    case 'cshift':
    case 'eoshift':
      return first!.rank;
    case 'transpose':
      return 2;
    case 'matmul':
      return first!.rank + args[1]!.rank - 2;
    case 'spread':
      return first!.rank + 1;
    case 'reshape':
      return reshapeRank(args[1]!, at);
    default:
      return 0;
  }
}

function reshapeRank(shape: Typed, at: Position): number {
  if (shape.k === 'const-array') return shape.items.length;
  if (shape.k === 'array') {
    if (shape.items.every((i) => i.k === 'value' && i.value.rank === 0)) return shape.items.length;
  }
  if (shape.k === 'intrinsic' && shape.name === 'shape') return shape.arguments[0]!.rank;
  const dims =
    shape.k === 'variable' ? shape.sym.dims : shape.k === 'component' ? shape.component.dims : undefined;
  const high = dims?.length === 1 ? maybeInteger(dims[0]!.high) : undefined;
  if (high !== undefined) return high - (maybeInteger(dims![0]!.low) ?? 1) + 1;
  if (shape.k === 'section' && shape.subscripts.length === 1 && shape.subscripts[0]!.k === 'range') {
    const low = maybeInteger(shape.subscripts[0]!.low ?? undefined);
    const last = maybeInteger(shape.subscripts[0]!.high);
    if (last !== undefined) return last - (low ?? 1) + 1;
  }
  if (shape.k === 'binary') return reshapeRank(shape.left.rank > 0 ? shape.left : shape.right, at);
  if (shape.k === 'paren' || shape.k === 'convert') return reshapeRank(shape.operand, at);
  throw new FortranError(
    at,
    'The rank of the result of RESHAPE can not be found: SHAPE must have a constant size.',
  );
}

export function convertTo(e: Typed, type: Type, at: Position): Typed {
  if (
    !isNumeric(e.type) &&
    e.type.base !== 'boz' &&
    e.type.base !== 'hollerith' &&
    e.type.base !== 'logical'
  ) {
    throw new FortranError(at, `Can not convert ${describeType(e.type)} to ${describeType(type)}.`);
  }
  return coerce(e, type, at);
}

export function makeComplex(args: Arguments, kind: number, at: Position): Typed {
  const [x, y] = args;
  const type: Type = { base: 'complex', kind };
  if (x!.type.base === 'complex') return coerce(x!, type, at);
  const part: Type = { base: 'real', kind };
  const zero: Typed = { k: 'const', at, rank: 0, type: part, value: 0 };
  const re = convertTo(x!, part, at);
  const im = y ? convertTo(y, part, at) : zero;
  return { k: 'complex', at, type, rank: Math.max(re.rank, im.rank), re, im };
}
