// Calls: determines which procedure is called, whether the call is allowed here, and what it returns.
// match-arguments.ts matches the arguments. All calls in a source file to a procedure without a known interface must
// pass arguments of the same types.

import { constantShapeOf } from '../../intrinsics/folding/constant-shape.ts';
import { describeType, VOID } from '../../program/constants/constants.ts';
import { rankOf, resultTypeOf, shapeKindOf } from '../../program/declarations/resolve.ts';
import { refuseLater } from '../../program/symbols/check-standard.ts';
import { definitionFault, refuseReach } from '../../program/symbols/definable.ts';
import { isPointer } from '../../program/symbols/designator.ts';
import { analyse } from '../../program/symbols/names.ts';
import type {
  ActualArgument,
  Actuals,
  CallTarget,
  MaybeTyped,
  Procedure,
  Scope,
  Sym,
  Type,
  Typed,
} from '../../program/symbols/semantics.ts';
import { fileOf, type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import { isFixedFormName } from '../../source/reader.ts';
import type { Argument } from '../../syntax/tree/syntax-tree.ts';
import { bodyFault, hasVectorSubscript } from './call-rules.ts';
import { explicitReason } from './interfaces.ts';
import { areCompiledApart, matchArguments } from './match-arguments.ts';
import { isProcedureDummy, PROCEDURE } from './procedure-node.ts';

export function analyseArguments(scope: Scope, list: readonly Argument[]): ActualArgument[] {
  return list.map((argument) => {
    const actual: ActualArgument = { at: argument.at, keyword: argument.keyword, label: argument.label };
    if (argument.byValue) actual.byValue = true;
    if (argument.value) actual.value = analyse(scope, argument.value);
    else if (argument.range) refuse(argument.at, 'A range cannot be an argument.');
    return actual;
  });
}

/** Creates a call whose arguments are in the order of the dummies. */
export function callProcedure(
  scope: Scope,
  procedure: Procedure,
  list: ActualArgument[],
  at: Position,
  symbol?: Sym,
): Typed {
  const named = procedure.implicitInterface && list.find((a) => a.keyword !== undefined);
  if (named) refuse(named.at, `"${procedure.name}" needs an explicit interface for keyword arguments.`);
  if (symbol && scope.chain.some((s) => s.declaresExternals) && !isDeclaredProcedure(symbol))
    refuse(at, `"${procedure.name}" is not declared, and IMPLICIT NONE(EXTERNAL) is in effect.`);
  checkRecursive(scope, procedure, at);
  throwFault(at, bodyFault(procedure));
  const declared = symbol?.procedure;
  if (declared && !symbol.has('interface') && (declared === procedure || declared.implicitInterface))
    throwFault(at, explicitFault(scope, procedure, at));
  if (procedure.implicitInterface) checkEarlierCall(scope, procedure, list);
  const matched = procedure.implicitInterface ? list : matchArguments(procedure, list, at);
  const target: CallTarget =
    symbol && (symbol.dummy || symbol.pointer)
      ? { k: 'pointer', procedure, pointer: { k: 'variable', at, type: PROCEDURE, rank: 0, sym: symbol } }
      : { k: 'direct', procedure, sym: symbol };
  return makeCall(scope, target, matched, at);
}

// A procedure that is known only from its use does not count as declared.
function isDeclaredProcedure({ procedure, dummy, pointer, words }: Sym): boolean {
  if (dummy || pointer || words.has('external') || words.has('interface')) return true;
  return procedure !== undefined && procedure.place !== 'external';
}

function isInside(scope: Scope, procedure: Procedure): boolean {
  return scope.chain.some(
    (s) => s.procedure && (s.procedure === procedure || s.procedure === procedure.entryOf),
  );
}

// PURE procedures, and constructs whose iterations may run in any order, may call only PURE procedures.
function checkPure(scope: Scope, procedure: Procedure, at: Position): void {
  if (procedure.pure) return;
  const place = wherePure(scope);
  if (place) refuse(at, `"${procedure.name}" is not PURE and cannot be called in ${place}.`);
}

/**
 * Describes, for messages, a scope in which only PURE procedures may be called: `"f", which is PURE or ELEMENTAL`, or a
 * construct.
 */
export function wherePure(scope: Scope): string | undefined {
  const place = scope.chain.find((s) => s.purity || s.procedure);
  if (place?.purity) return place.purity;
  return place?.procedure?.pure ? `"${place.procedure.name}", which is PURE or ELEMENTAL` : undefined;
}

// A procedure may call itself only if it is RECURSIVE.
function checkRecursive(scope: Scope, procedure: Procedure, at: Position): void {
  const own = procedure.entryOf ?? procedure;
  if (own.recursive || !own.unit || procedure.place === 'interface' || !isInside(scope, procedure)) return;
  if (scope.program.options.recursive) return;
  refuse(at, `"${procedure.name}" calls itself, but is not RECURSIVE.`);
}

// An external procedure in the same source needs an explicit interface unless all its arguments are passed as plain
// addresses.
function explicitFault(scope: Scope, procedure: Procedure, at: Position): string | undefined {
  if (procedure.place !== 'external' || procedure.implicitInterface || !procedure.unit) return undefined;
  if (areCompiledApart(procedure, at) || isInside(scope, procedure)) return undefined;
  const reason = explicitReason(procedure);
  if (reason) return `"${procedure.name}" cannot be called without an explicit interface: ${reason}.`;
  return undefined;
}

/** Creates the node for a call, with the type and rank of its result. */
export function makeCall(scope: Scope, target: CallTarget, list: Actuals, at: Position): Typed {
  const { procedure } = target;
  checkPure(scope, procedure, at);
  checkLaterArguments(scope, procedure, list);
  checkDefinedArguments(scope, procedure, list);
  const type = procedure.isFunction ? resultTypeOf(procedure) : VOID;
  if (!type) refuse(at, `The function "${procedure.name}" has no type.`);
  let rank = procedure.result && type.base !== 'procedure' ? rankOf(procedure.result) : 0;
  if (procedure.elemental) {
    checkElementalArguments(procedure, list, at);
    for (const argument of list) rank = Math.max(rank, argument?.value?.rank ?? 0);
  }
  return { k: 'call', at, type: callerType(type), rank, target, arguments: list };
}

// Removes a length that depends on the function's dummies, because the caller cannot evaluate it.
function callerType(type: Type): Type {
  if (type.base !== 'character' || typeof type.length !== 'object' || type.length.k === 'const') return type;
  return { base: 'character', kind: type.kind };
}

// All array arguments must have the same shape. An argument that receives a result for each element must be an array.
function checkElementalArguments(procedure: Procedure, list: Readonly<Actuals>, at: Position): void {
  const arrays = list.flatMap((a) => (a?.value && a.value.rank > 0 ? [a.value] : []));
  const first = arrays[0];
  if (!first) return;
  for (const other of arrays) {
    const [shape, own] = [constantShapeOf(first), constantShapeOf(other)];
    const ranksDiffer = other.rank !== first.rank;
    if (ranksDiffer || (shape && own?.some((n, i) => n !== shape[i])))
      refuse(
        at,
        `The array arguments of the ELEMENTAL procedure "${procedure.name}" differ in ${ranksDiffer ? 'rank' : 'shape'}.`,
      );
  }
  if (!procedure.pure) return;
  procedure.dummies.forEach((dummy, i) => {
    const value = list[i]?.value;
    if (!dummy || !value || value.rank > 0 || (dummy.intent !== 'out' && dummy.intent !== 'inout')) return;
    refuse(
      list[i]!.at,
      `The argument "${dummy.name}" of the ELEMENTAL procedure "${procedure.name}" must be an array because other arguments are arrays.`,
    );
  });
}

// Checks for actual arguments that the dummy accepts only in a later standard.
function checkLaterArguments(scope: Scope, procedure: Procedure, list: Readonly<Actuals>): void {
  if (scope.program.options.standard === 'gnu') return;
  for (const [i, actual] of list.entries()) {
    const value = actual?.value;
    if (!value) continue;
    if (value.k === 'procedure' && value.procedure.place === 'internal')
      refuseLater(scope, 2008, `an internal procedure as an argument ("${value.procedure.name}")`, actual.at);
    const dummy = procedure.dummies[i];
    if (!dummy || isProcedureDummy(dummy)) continue;
    if (dummy.pointer && value.k !== 'null' && !isPointer(value))
      refuseLater(scope, 2008, `a target passed to a POINTER argument ("${dummy.name}")`, actual.at);
    const isScalarText = value.type.base === 'character' && value.rank === 0 && !isElement(value);
    if (isScalarText && rankOf(dummy) > 0)
      refuseLater(scope, 2003, `a character scalar passed to the array "${dummy.name}"`, actual.at);
  }
}

// Tests whether a value is an element of an array with contiguous elements.
function isElement(value: Typed): boolean {
  if (value.k === 'substring') return isElement(value.base);
  const whole = value.k === 'element' ? value.base : undefined;
  return whole?.k === 'variable' && !whole.sym.pointer && shapeKindOf(whole.sym) !== 'assumed-shape';
}

// An argument that the procedure may change must be a definable variable.
function checkDefinedArguments(scope: Scope, procedure: Procedure, list: Readonly<Actuals>): void {
  if (procedure.implicitInterface) return;
  procedure.dummies.forEach((dummy, i) => {
    const actual = list[i];
    const value = actual?.value;
    if (!dummy || !value || value.k === 'null') return;
    const changed = dummy.intent === 'out' || dummy.intent === 'inout';
    const mayChange = changed || dummy.has('volatile') || dummy.has('asynchronous');
    if (mayChange && hasVectorSubscript(value) && !procedure.elemental)
      refuse(
        actual.at,
        `The argument "${dummy.name}" of "${procedure.name}" may be changed: an array section with a vector subscript cannot be passed to it.`,
      );
    if (dummy.pointer && value.type.base !== 'procedure') refuseReach(scope, value, actual.at);
    if (!changed) return;
    if (value.k === 'call')
      refuseLater(
        scope,
        2008,
        `a function result passed to an argument that may be changed ("${dummy.name}")`,
        actual.at,
      );
    if (value.type.base === 'procedure' || dummy.pointer || areCompiledApart(procedure, actual.at)) return;
    const fault = definitionFault(scope, value);
    if (fault)
      refuse(
        actual.at,
        `The argument "${dummy.name}" of "${procedure.name}" has INTENT(${(dummy.intent ?? '').toUpperCase()}): ${fault}`,
      );
  });
}

/** Throws if an argument's type differs from that in the first call, or if a scalar is passed instead of an array. */
function checkEarlierCall(scope: Scope, procedure: Procedure, list: readonly ActualArgument[]): void {
  const { diagnostics, options, firstCalls } = scope.program;
  const at = list[0]?.at;
  if (at === undefined || options.allowArgumentMismatch || procedure.place === 'dummy') return;
  // Old programs often pass mismatched arguments.
  if (isFixedFormName(diagnostics.fileNameAt(at))) return;
  const key = `${fileOf(at)} ${procedure.name}`;
  const first = firstCalls.get(key);
  if (!first) firstCalls.set(key, list);
  else for (const [i, actual] of list.entries()) compare(procedure, first[i]?.value, actual);
}

const COMPARED = /^(integer|unsigned|real|complex|logical|character)$/;

function compare({ name }: Procedure, first: MaybeTyped, actual: ActualArgument): void {
  const { value } = actual;
  if (!first || !value || !COMPARED.test(first.type.base) || !COMPARED.test(value.type.base)) return;
  const [a, b] = [first.type, value.type];
  if (a.base !== b.base || (a.base !== 'character' && a.kind !== b.kind))
    refuse(
      actual.at,
      `"${name}" has no interface here, and this argument is ${describeType(b)}, but was ${describeType(a)} in an earlier call.`,
    );
  if (a.base === 'character' || first.k === 'element' || value.k === 'element') return;
  if (first.rank > 0 !== value.rank > 0)
    refuse(
      actual.at,
      `"${name}" has no interface here, and this argument is ${value.rank > 0 ? 'an array' : 'a scalar'}, unlike in an earlier call.`,
    );
}
