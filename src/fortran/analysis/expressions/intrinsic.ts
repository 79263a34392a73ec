// Calls to intrinsic procedures: the order and conversion of their arguments, and the type and rank of the result.

import { checkIntrinsicSubroutine } from '../../intrinsics/checks/conformance.ts';
import { checkCPointer, checkIntrinsicCall } from '../../intrinsics/checks/intrinsic.ts';
import { makeIntrinsic } from '../../intrinsics/make-intrinsic.ts';
import type { Arguments } from '../../intrinsics/row-kinds/intrinsic-arguments.ts';
import { maybeWhole } from '../../intrinsics/rows/function-rows.ts';
import {
  type Intrinsic,
  intrinsicFunction,
  intrinsicSubroutine,
  placeOfArgument,
  sinceOf,
} from '../../intrinsics/rows/intrinsics.ts';
import { maybeSubroutine } from '../../intrinsics/rows/subroutine-rows.ts';
import {
  describeType,
  INTEGER,
  INTEGER8,
  intrinsicNode,
  REAL,
  VOID,
} from '../../program/constants/constants.ts';
import { coerce, sameType } from '../../program/constants/conversions.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import { opaqueType } from '../../program/declarations/intrinsic-modules.ts';
import { ASSUMED_RANK, procedureOf, shapeKindOf } from '../../program/declarations/resolve.ts';
import { note, setResolved } from '../../program/symbols/change-symbol.ts';
import { checkIntrinsicSince, refuseLater } from '../../program/symbols/check-standard.ts';
import { isAllocatable } from '../../program/symbols/designator.ts';
import { analyse, lookup, maybeImplicitTypeSpec } from '../../program/symbols/names.ts';
import {
  type ActualArgument,
  type ArrayItem,
  type MaybeTyped,
  type Scope,
  Sym,
  type Type,
  type Typed,
} from '../../program/symbols/semantics.ts';
import { specificOf } from '../../program/symbols/specific-names.ts';
import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import type { Argument } from '../../syntax/tree/syntax-tree.ts';
import { analyseArguments, callProcedure, wherePure } from '../calls/call.ts';
import { procedureNode } from '../calls/procedure-node.ts';
import { checkPointerTarget } from '../checks/pointer-assignment.ts';
import { pointerFault } from '../checks/require-scalar.ts';
import { maybeImageInquiry } from './images.ts';

export function analyseIntrinsic(scope: Scope, name: string, list: Argument[], at: Position): Typed {
  const intrinsic = intrinsicFunction(name) ?? refuse(at, `There is no intrinsic function "${name}".`);
  const since = sinceOf(name);
  // If the intrinsic function does not exist in the -std= standard, a name with an implicit type may be an external
  // function.
  if (since === 'GNU' || (since && !maybeImplicitTypeSpec(scope, name)))
    checkIntrinsicSince(scope, name, since, at);
  if (intrinsic.name === 'present') return analysePresent(scope, list, at);
  const place = maybeWhole(intrinsic.name)?.isImpure ? wherePure(scope) : undefined;
  if (place) refuse(at, `"${name}" is not PURE and cannot be called in ${place}.`);
  if (intrinsic.name === 'c_loc') refuseCoindexed(name, list);
  const actuals = analyseArguments(scope, list);
  if (/^bessel_[jy]n$/.test(intrinsic.name) && actuals.length === 3)
    return besselSequence(scope, intrinsic, actuals, at);
  // FLOAT accepts only integers, so a BOZ constant becomes an integer.
  if (name === 'float' && actuals[0]?.value?.type.base === 'boz')
    actuals[0].value = coerce(actuals[0].value, scope.kinds.integer, at);
  const args = orderIntrinsic(intrinsic, actuals, at);
  if (intrinsic.name === 'associated') checkAssociated(args);
  if (intrinsic.name === 'reduce') args[1] = operationOf(scope, args, at);
  const ofImages = maybeImageInquiry({ scope, name: intrinsic.name, at }, args);
  if (ofImages) return ofImages;
  checkLaterFunction(scope, intrinsic.name, args, at);
  checkIntrinsicCall(scope.kinds, name, intrinsic.name, args);
  // With -fno-sign-zero, even a constant zero has no sign.
  const [, sign] = args;
  if (intrinsic.name === 'sign' && !scope.program.options.signZero && sign?.k === 'const' && sign.value === 0)
    args[1] = { k: 'const', at: sign.at, type: sign.type, rank: 0, value: 0 };
  const specific = specificOf(name);
  const wraps = !scope.program.options.rangeCheck;
  const value = makeIntrinsic(intrinsic, args, { at, kinds: scope.kinds, wraps });
  const opaque = { c_loc: 'c_ptr', c_funloc: 'c_funptr', ieee_class: 'ieee_class_type' }[intrinsic.name];
  if (opaque) return { ...value, type: opaqueType(scope.program, opaque) };
  if (specific?.result === undefined) return value;
  return coerce(value, SPECIFIC_RESULTS[specific.result], at);
}

// These kinds are part of the functions' names, so flags that set default kinds do not change them.
const SPECIFIC_RESULTS = {
  integer: INTEGER,
  int2: { base: 'integer', kind: 2 },
  int8: INTEGER8,
  real4: REAL,
} as const;

// `BESSEL_JN(n1, n2, x)`: an array of the function's values for orders n1 to n2.
function besselSequence(
  scope: Scope,
  intrinsic: Intrinsic,
  [first, last, x]: ActualArgument[],
  at: Position,
): Typed {
  const argument = x!.value!;
  if (argument.type.base !== 'real' || argument.rank > 0)
    refuse(x!.at, `The argument X of "${intrinsic.name}" must be a real scalar here.`);
  const variable = new Sym('n', scope, at, { k: 'variable' });
  setResolved(variable, { type: INTEGER });
  const n: Typed = { k: 'variable', at, type: INTEGER, rank: 0, sym: variable };
  const value = makeIntrinsic(intrinsic, [n, argument], { at, kinds: scope.kinds });
  const bound = (a: ActualArgument | undefined): Typed => coerce(a!.value!, INTEGER, a!.at);
  const items: ArrayItem[] = [{ k: 'value', value }];
  const loop: ArrayItem = {
    k: 'loop',
    variable,
    first: bound(first),
    last: bound(last),
    step: undefined,
    items,
  };
  return { k: 'array', at, type: argument.type, rank: 1, items: [loop] };
}

// ASSOCIATED's TARGET must be an object that the pointer could point to.
function checkAssociated([pointer, target]: Arguments): void {
  throwFault(pointer!.at, pointerFault(pointer!));
  if (target?.k === 'null') refuse(target.at, 'TARGET of ASSOCIATED cannot be NULL(): omit it.');
  if (!target || pointer!.rank === ASSUMED_RANK) return;
  // The character lengths may differ, in which case the result is false.
  const { length, ...other } = pointer!.type;
  const own = target.type.length;
  const type: Type = length === undefined || own === undefined ? other : { ...other, length: own };
  checkPointerTarget({ ...pointer!, type }, target, target.at);
}

// The call to REDUCE's OPERATION for two elements, which are represented by variables.
function operationOf(scope: Scope, [array, operation]: Arguments, at: Position): Typed {
  const { type } = array!;
  if (type.base === 'class' || type.base === 'class-star' || isWide(type) || type.lengths?.length)
    refuse(at, `REDUCE for ${describeType(type)} is not supported: write a loop.`);
  if (operation!.k !== 'procedure' || !operation!.procedure.isFunction)
    refuse(operation!.at, 'OPERATION of "reduce" must be a function.');
  const { procedure } = operation!;
  if (!procedure.pure)
    refuse(operation!.at, `OPERATION of "reduce" must be PURE; "${procedure.name}" is not.`);
  const list = ['a', 'b'].map((name): ActualArgument => {
    const sym = new Sym(name, scope, at, { k: 'variable' });
    setResolved(sym, { type });
    return { at, value: { k: 'variable', at, type, rank: 0, sym } };
  });
  const call = callProcedure(scope, operation!.procedure, list, at, operation!.sym);
  if (call.rank !== 0 || !sameType(call.type, type))
    refuse(operation!.at, `OPERATION of "reduce" must return ${describeType(type)}.`);
  return call;
}

export function analyseIntrinsicSubroutine(
  scope: Scope,
  name: string,
  list: Argument[],
  at: Position,
): Typed {
  const intrinsic = intrinsicSubroutine(name) ?? refuse(at, `There is no intrinsic subroutine "${name}".`);
  const since = sinceOf(name);
  if (since) checkIntrinsicSince(scope, name, since, at);
  const row = maybeSubroutine(intrinsic.name);
  // Some subroutines are rejected regardless of their arguments.
  if (row?.refused !== undefined) refuse(at, row.refused);
  if (/^(co_|move_alloc$)/.test(intrinsic.name)) refuseCoindexed(name, list);
  const args = orderIntrinsic(intrinsic, analyseArguments(scope, list), at);
  if (intrinsic.name === 'c_f_pointer') checkCPointer(args);
  const place = row?.isPure ? undefined : wherePure(scope);
  if (place) refuse(at, `"${name}" is not PURE and cannot be called in ${place}.`);
  checkLaterSubroutine(scope, intrinsic.name, args, at);
  checkIntrinsicSubroutine(scope, intrinsic, args, at);
  return intrinsicNode(`call ${intrinsic.name}`, args, { at, type: VOID });
}

// Rejects arguments on other images: their data cannot be moved, and their addresses have no meaning here.
function refuseCoindexed(name: string, list: readonly Argument[]): void {
  for (const { at, value } of list)
    if (value?.k === 'ref' && value.parts.some((part) => part.selector))
      refuse(at, `An argument of "${name}" cannot be coindexed.`);
}

function analysePresent(scope: Scope, list: Argument[], at: Position): Typed {
  const value = list[0]?.value;
  const name = value?.k === 'ref' ? value.parts[0]!.name : '';
  const symbol = lookup(scope, name);
  if (list.length !== 1 || !symbol?.optional)
    refuse(at, 'PRESENT needs the name of an optional dummy argument.');
  note(symbol, 'used');
  const argument: Typed =
    symbol.k === 'procedure' ? procedureNode(procedureOf(symbol)!, at, symbol) : analyse(scope, value!);
  return intrinsicNode('present', [argument], { at, type: scope.kinds.logical });
}

function orderIntrinsic(intrinsic: Intrinsic, list: ActualArgument[], at: Position): Arguments {
  const names = intrinsic.arguments;
  const variadic = names.at(-1) === '...';
  const ordered: Arguments = [];
  // In SUM(array, mask) and similar calls, DIM is missing from the positional arguments.
  const dimIndex = names.indexOf('dim?');
  let left = 0;
  list.forEach((actual, i) => {
    let index = i + left;
    if (actual.keyword !== undefined) {
      index = placeOfArgument(intrinsic, actual.keyword);
      if (variadic && /^a\d+$/.test(actual.keyword)) index = Number(actual.keyword.slice(1)) - 1;
      if (intrinsic.name === 'allocated' && actual.keyword === 'scalar') index = 0;
      // ATAN(X) and ATAN(Y, X) are two functions with the same name.
      if (intrinsic.name === 'atan' && actual.keyword === 'x' && list.length === 1) index = 0;
      const rank = actual.value?.rank ?? 0;
      if (intrinsic.name === 'allocated' && (actual.keyword === 'array') !== rank > 0)
        refuse(
          actual.at,
          `${actual.keyword.toUpperCase()}= of ALLOCATED must be ${rank > 0 ? 'a scalar' : 'an array'}.`,
        );
      if (index < 0)
        refuse(actual.at, `The intrinsic "${intrinsic.name}" has no argument named "${actual.keyword}".`);
    } else if (i === dimIndex && names[i + 1] === 'mask?' && actual.value?.type.base === 'logical') {
      left = 1;
      index = i + left;
    }
    if (index >= names.length && !variadic) {
      refuse(
        actual.at,
        `The intrinsic "${intrinsic.name}" takes ${names.length} argument(s), but ${list.length} are given.`,
      );
    }
    ordered[index] = actual.value;
  });
  names.forEach((name, i) => {
    if (!name.endsWith('?') && name !== '...' && !ordered[i])
      refuse(at, `The intrinsic "${intrinsic.name}" needs its argument "${name}".`);
  });
  for (let i = 0; i < ordered.length; i++) ordered[i] ??= undefined;
  return ordered;
}

const OF_COMPLEX_SINCE_2008 = /^(tan|asin|acos|atan|sinh|cosh|tanh|asinh|acosh|atanh)$/;
const TAKES_BOZ_SINCE_2003 = /^(int|real|dble|cmplx)$/;

/** Throws if the -std= standard does not allow a call to the intrinsic function with this generic name. */
function checkLaterFunction(scope: Scope, name: string, args: readonly MaybeTyped[], at: Position): void {
  if (scope.program.options.standard === 'gnu') return;
  const [first, second, third] = args;
  if (OF_COMPLEX_SINCE_2008.test(name) && first?.type.base === 'complex')
    refuseLater(scope, 2008, `"${name}" of a complex number`, at);
  if (/^(min|max)(val|loc)?$/.test(name) && first?.type.base === 'character')
    refuseLater(scope, 2003, `"${name}" of characters`, at);
  if (TAKES_BOZ_SINCE_2003.test(name) && args.some((a) => a?.type.base === 'boz'))
    refuseLater(scope, 2003, `a BOZ constant as an argument of "${name}"`, at);
  if (name === 'selected_real_kind' && (third || !(first || second)))
    refuseLater(scope, 2008, `"${name}" ${third ? 'with RADIX' : 'with neither P nor R'}`, at);
  if (name === 'c_loc' && first) checkAddress(scope, first, at);
  if (name === 'c_funloc' && first?.k === 'procedure' && !first.procedure.bindC)
    refuseLater(scope, 'TS 29113', 'C_FUNLOC of a procedure without BIND(C)', at);
}

// An array may have gaps unless it is allocatable or has an explicit or assumed size.
function checkAddress(scope: Scope, e: Typed, at: Position): void {
  const { derived } = e.type;
  if (e.rank === 0) return;
  if (derived && !derived.opaque && !derived.bind)
    refuseLater(scope, 'TS 29113', 'C_LOC of an array of a type without BIND(C)', at);
  const shape = e.k === 'variable' ? shapeKindOf(e.sym) : undefined;
  if (e.k === 'variable' && !isAllocatable(e) && shape !== 'explicit' && shape !== 'assumed-size')
    refuseLater(scope, 2008, 'C_LOC of a pointer array or an assumed-shape array', at);
}

/** Throws if the -std= standard does not allow a call to an intrinsic subroutine. */
function checkLaterSubroutine(scope: Scope, name: string, args: readonly MaybeTyped[], at: Position): void {
  const { integer, real } = scope.kinds;
  if (name === 'system_clock')
    for (const a of args)
      if (a && a.type.kind !== (a.type.base === 'real' ? real.kind : integer.kind))
        refuseLater(scope, 2003, 'SYSTEM_CLOCK with an argument that is not of the default kind', at);
}
