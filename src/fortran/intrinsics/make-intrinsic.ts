// Creates the node for a call to an intrinsic function: converts the arguments and determines the type and rank of the
// result.

import { INTEGER, INTEGER8, intrinsicNode, REAL } from '../program/constants/constants.ts';
import { coerce, isNumeric, promote } from '../program/constants/conversions.ts';
import { MAX_RANK } from '../program/symbols/ranks.ts';
import type { DefaultKinds, Type, Typed } from '../program/symbols/semantics.ts';
import { type Position, refuse } from '../source/diagnostics.ts';
import { argumentFault } from './checks/argument-faults.ts';
import { checkIntrinsicArguments } from './checks/conformance.ts';
import { foldConstant } from './folding/fold.ts';
import type { Wanted } from './row-kinds/elemental-row.ts';
import {
  type Arguments,
  checkArgument,
  elementalRank,
  type IntrinsicPlace,
  typeOfKind,
} from './row-kinds/intrinsic-arguments.ts';
import { maybeElemental, maybeRow, maybeWhole } from './rows/function-rows.ts';
import type { Intrinsic } from './rows/intrinsics.ts';

export function makeIntrinsic(intrinsic: Intrinsic, given: Arguments, place: IntrinsicPlace): Typed {
  const { at, kinds } = place;
  const args = given.map((a) =>
    a?.type.base === 'boz' && intrinsic.name !== 'transfer' ? settleBoz(intrinsic.name, a, given, kinds) : a,
  );
  const wrong = argumentFault(intrinsic, args);
  if (wrong !== undefined) refuse(at, `Invalid call to "${intrinsic.name}": ${wrong}.`);
  const row = maybeRow(intrinsic.name);
  checkTypes(intrinsic.name, args, row?.of, at);
  checkRanks(intrinsic, args, at);
  const made = row?.make?.(args, place);
  if (made) return foldConstant(made);
  const promoted = intrinsic.rule === 'promote' ? promoteArguments(intrinsic.name, args, at) : args;
  checkArguments(intrinsic, promoted, at);
  const type = resultType(intrinsic, promoted, place);
  const rank = resultRank(intrinsic, promoted, at);
  if (rank > MAX_RANK)
    refuse(
      at,
      `The result of "${intrinsic.name}" would have rank ${rank}; the highest rank of an array is ${MAX_RANK}.`,
    );
  const { wraps } = place;
  const value = foldConstant(intrinsicNode(intrinsic.name, promoted, { at, type, rank, wraps }));
  // The run-time library computes the function in kind 4.
  return intrinsic.rule === 'small' ? coerce(value, kinds.integer, at) : value;
}

function settleBoz(name: string, a: Typed, all: Arguments, kinds: DefaultKinds): Typed {
  if (name === 'real' || name === 'dble' || name === 'cmplx' || name === 'dcmplx') {
    const kind = name.startsWith('d')
      ? kinds.double.kind
      : typeOfKind('real', all[name === 'real' ? 1 : 2], kinds.real.kind, a.at).kind;
    return coerce(a, { base: 'real', kind }, a.at);
  }
  if (name === 'int' || name === 'uint') {
    const base = name === 'int' ? 'integer' : 'unsigned';
    return coerce(a, typeOfKind(base, all[1], kinds.integer.kind, a.at), a.at);
  }
  const other = all.find((b) => b && (b.type.base === 'integer' || b.type.base === 'unsigned'));
  if (name === 'complex')
    return coerce(a, other ? kinds.integer : (all.find((b) => b && b !== a)?.type ?? kinds.real), a.at);
  return coerce(a, other?.type ?? kinds.integer, a.at);
}

function checkArguments(intrinsic: Intrinsic, args: Arguments, at: Position): void {
  checkIntrinsicArguments(intrinsic, args, at);
  const fault = maybeElemental(intrinsic.name)?.fault?.(args, intrinsic.name);
  if (fault !== undefined) refuse(at, fault);
}

function checkRanks({ form, name }: Intrinsic, args: Arguments, at: Position): void {
  const ranks = new Set(args.flatMap((a) => (form === 'elemental' && a && a.rank > 0 ? [a.rank] : [])));
  if (ranks.size > 1) refuse(at, `The arguments of "${name}" do not conform.`);
}

function checkTypes(name: string, args: Arguments, wanted: Wanted | undefined, at: Position): void {
  for (const a of args.slice(0, wanted?.count ?? 0)) if (a) checkArgument(name, a, wanted!.bases, at);
}

function promoteArguments(name: string, args: Arguments, at: Position): Arguments {
  const values = args.filter((a): a is Typed => a !== undefined);
  if (values.every((a) => a.type.base === 'logical') && values.length > 0) return args;
  if (values.some((a) => !isNumeric(a.type))) {
    if (values.every((a) => a.type.base === 'character') && (name === 'max' || name === 'min')) return args;
    refuse(at, `The arguments of "${name}" must be numbers.`);
  }
  const type = values.map((a) => a.type).reduce(promote);
  return args.map((a) => a && coerce(a, type, at));
}

function resultType(intrinsic: Intrinsic, args: Arguments, { at, kinds }: IntrinsicPlace): Type {
  const first = args[0];
  const place = intrinsic.arguments.indexOf('kind?');
  const kind = args[place];
  switch (intrinsic.rule) {
    case 'same':
    case 'promote':
      return first!.type;
    case 'magnitude':
      return first!.type.base === 'complex' ? { base: 'real', kind: first!.type.kind } : first!.type;
    case 'integer':
    case 'unsigned':
      return typeOfKind(intrinsic.rule, kind, kinds.integer.kind, at);
    case 'int8':
      return INTEGER8;
    case 'logical':
      return kinds.logical;
    case 'character':
      // CHAR and ACHAR receive the kind as an argument, whereas TRIM and similar functions keep the kind of their
      // argument.
      if (place >= 0) return typeOfKind('character', kind, 1, at);
      return { base: 'character', kind: first?.type.base === 'character' ? first.type.kind : 1 };
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

function resultRank(intrinsic: Intrinsic, args: Arguments, at: Position): number {
  if (intrinsic.form === 'elemental') return elementalRank(args);
  return maybeWhole(intrinsic.name)?.rank?.(args, at) ?? 0;
}
