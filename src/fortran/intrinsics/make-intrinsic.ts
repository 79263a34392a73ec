// The node of an intrinsic function: conversions of its arguments, type and rank of its result.

import type { DefaultKinds } from '../program/compilation.ts';
import { INTEGER, INTEGER8, intrinsicNode, maybeInteger, REAL } from '../program/constants.ts';
import { coerce, isNumeric, promote } from '../program/conversions.ts';
import { MAX_RANK } from '../program/ranks.ts';
import type { Type, Typed } from '../program/semantics.ts';
import { FortranError, type Position } from '../source/diagnostics.ts';
import { argumentFault } from './argument-faults.ts';
import { checkIntrinsicArguments } from './check-conformance.ts';
import { CUSTOM } from './custom-intrinsics.ts';
import {
  CHARACTERS,
  INTEGER as INTEGER_ONLY,
  REAL as REAL_ONLY,
  REAL_OR_COMPLEX,
  TWO_NUMBERS,
  type Wanted,
} from './elemental-row.ts';
import { maybeElemental } from './elementals.ts';
import { foldConstant } from './fold.ts';
import {
  type Arguments,
  checkArgument,
  elementalRank,
  type IntrinsicPlace,
  typeOfKind,
} from './intrinsic-arguments.ts';
import type { Intrinsic } from './intrinsics.ts';

/** The node of an intrinsic function with arguments in order. */
export function makeIntrinsic(intrinsic: Intrinsic, given: Arguments, place: IntrinsicPlace): Typed {
  const { at, kinds } = place;
  const args = given.map((a) =>
    a?.type.base === 'boz' && intrinsic.name !== 'transfer' ? settleBoz(intrinsic.name, a, given, kinds) : a,
  );
  const wrong = argumentFault(intrinsic, args);
  if (wrong !== undefined) throw new FortranError(at, `${wrong} in "${intrinsic.name}".`);
  const row = maybeElemental(intrinsic.name);
  if (row) checkTypes(intrinsic.name, args, row.of, at);
  const custom = row?.make ?? CUSTOM[intrinsic.name];
  if (custom) {
    const value = custom(args, place);
    if (value) return foldConstant(value);
  }
  const promoted = intrinsic.rule === 'promote' ? promoteArguments(intrinsic.name, args, at) : args;
  checkArguments(intrinsic, promoted, at);
  const type = resultType(intrinsic, promoted, place);
  const rank = resultRank(intrinsic, promoted, at);
  if (rank > MAX_RANK)
    throw new FortranError(
      at,
      `The result of "${intrinsic.name}" would have rank ${rank}; the highest rank of an array is ${MAX_RANK}.`,
    );
  const value = foldConstant(intrinsicNode(intrinsic.name, promoted, { at, type, rank }));
  // The run-time library computes it in kind 4.
  return intrinsic.rule === 'small' ? coerce(value, kinds.integer, at) : value;
}

function settleBoz(name: string, a: Typed, all: Arguments, kinds: DefaultKinds): Typed {
  if (name === 'real' || name === 'dble' || name === 'cmplx' || name === 'dcmplx') {
    const kind = name.startsWith('d')
      ? kinds.double.kind
      : typeOfKind('real', all[name === 'real' ? 1 : 2], kinds.real.kind, a.at).kind;
    return coerce(a, { base: 'real', kind }, a.at);
  }
  if (name === 'int') return coerce(a, typeOfKind('integer', all[1], kinds.integer.kind, a.at), a.at);
  const other = all.find((b) => b && b.type.base === 'integer');
  if (name === 'complex')
    return coerce(a, other ? kinds.integer : (all.find((b) => b && b !== a)?.type ?? kinds.real), a.at);
  return coerce(a, other?.type ?? kinds.integer, a.at);
}

function checkArguments(intrinsic: Intrinsic, args: Arguments, at: Position): void {
  checkIntrinsicArguments(intrinsic, args, at);
  const first = args[0];
  if (!first) return;
  const row = maybeElemental(intrinsic.name);
  if (!row) checkTypes(intrinsic.name, args, numbersWanted(intrinsic.name), at);
  const wantsArray =
    /^(sum|product|maxval|minval|maxloc|minloc|findloc|any|all|count|pack|cshift|eoshift|norm2|dot_product|iall|iany|iparity|lbound|ubound|size)$/;
  if (wantsArray.test(intrinsic.name) && first.rank === 0) {
    throw new FortranError(at, `The argument of "${intrinsic.name}" must be an array.`);
  }
  const fault = row?.fault?.(args, intrinsic.name);
  if (fault !== undefined) throw new FortranError(at, fault);
  if (intrinsic.form === 'elemental') {
    const ranks = new Set(args.filter((a) => a && a.rank > 0).map((a) => a!.rank));
    if (ranks.size > 1) throw new FortranError(at, `The arguments of "${intrinsic.name}" do not conform.`);
  }
}

function checkTypes(name: string, args: Arguments, wanted: Wanted | undefined, at: Position): void {
  for (const a of args.slice(0, wanted?.count ?? 0)) if (a) checkArgument(name, a, wanted!.bases, at);
}

const OF_REAL = /^(epsilon|tiny|maxexponent|minexponent|norm2)$/;
const OF_INTEGER = /^(bit_size|iall|iany|iparity|selected_(int|logical)_kind)$/;

// What the first arguments of a function that is not elemental may be.
function numbersWanted(name: string): Wanted | undefined {
  if (name === 'precision') return REAL_OR_COMPLEX;
  if (name === 'range') return { bases: ['integer', 'real', 'complex'], count: 1 };
  if (OF_REAL.test(name)) return REAL_ONLY;
  if (name === 'huge' || name === 'digits' || name === 'radix') return TWO_NUMBERS;
  if (/^(max|min)(val|loc)$/.test(name)) return { bases: ['integer', 'real', 'character'], count: 1 };
  if (/^(trim|repeat|len)$/.test(name)) return CHARACTERS;
  if (name === 'sum' || name === 'product') return { bases: ['integer', 'real', 'complex'], count: 1 };
  if (/^(any|all|count|parity)$/.test(name)) return { bases: ['logical'], count: 1 };
  return OF_INTEGER.test(name) ? INTEGER_ONLY : undefined;
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
        return {
          base: 'character',
          kind: first!.type.kind,
          ...(first!.type.length ? { length: first!.type.length } : {}),
        };
      if (first!.type.base === 'class' && first!.k === 'variable') return first!.type;
      return first!.type;
    case 'promote':
      return first!.type;
    case 'magnitude':
      return first!.type.base === 'complex' ? { base: 'real', kind: first!.type.kind } : first!.type;
    case 'integer': {
      const index = intrinsic.arguments.indexOf('kind?');
      return typeOfKind('integer', args[index], kinds.integer.kind, at);
    }
    case 'int8':
      return INTEGER8;
    case 'logical':
      return kinds.logical;
    case 'character': {
      // CHAR and ACHAR are told the kind; TRIM and its like keep that of their argument.
      const index = intrinsic.arguments.indexOf('kind?');
      const own = first?.type.base === 'character' ? first.type.kind : 1;
      return index < 0 ? { base: 'character', kind: own } : typeOfKind('character', args[index], 1, at);
    }
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
    const items = shape.items.flatMap((i) => (i.k === 'value' ? [i.value] : []));
    if (items.length === shape.items.length)
      return items.reduce((sum, item) => sum + (item.rank === 0 ? 1 : reshapeRank(item, at)), 0);
  }
  if (shape.k === 'intrinsic' && shape.name === 'shape') return shape.arguments[0]!.rank;
  const dims =
    shape.k === 'variable'
      ? shape.sym.resolved.dims
      : shape.k === 'component'
        ? shape.component.dims
        : undefined;
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
