// Matches actual arguments with dummies: checks keywords, order and number, and whether type, rank and kind fit.

import { intrinsicFunction } from '../../intrinsics/rows/intrinsics.ts';
import { describeType } from '../../program/constants/constants.ts';
import { coerce, descends, isNumeric } from '../../program/constants/conversions.ts';
import { makeProcedure } from '../../program/declarations/declare.ts';
import {
  ASSUMED_RANK,
  dimensionsOf,
  isAssumedRank,
  maybeTypeOf,
  procedureOf,
  rankOf,
  shapeKindOf,
  typeOf,
} from '../../program/declarations/resolve.ts';
import { isAllocatable, isPointer } from '../../program/symbols/designator.ts';
import type {
  ActualArgument,
  Actuals,
  Node,
  Procedure,
  Sym,
  Type,
  Typed,
} from '../../program/symbols/semantics.ts';
import {
  FortranError,
  fileOf,
  type Position,
  refuse,
  refuseWord,
  throwFault,
} from '../../source/diagnostics.ts';
import { isFixedFormName } from '../../source/reader.ts';
import type { Statement } from '../../syntax/tree/syntax-tree.ts';
import { someReference, walkStatements } from '../../syntax/tree/walk-statements.ts';
import { placeFault } from './call-rules.ts';
import { interfaceFault } from './interfaces.ts';
import { isProcedureDummy } from './procedure-node.ts';

/** Puts actual arguments in the order of the dummies. Error messages state the declared type and the actual type. */
export function matchArguments(procedure: Procedure, list: ActualArgument[], at: Position): Actuals {
  const apart = areCompiledApart(procedure, at);
  const ordered = orderArguments(procedure, apart ? withoutSurplus(procedure, list) : list, at);
  procedure.dummies.forEach((dummy, i) => {
    const actual = ordered[i];
    if (!dummy && actual?.label === undefined && !apart)
      refuse(at, `An alternate return of "${procedure.name}" is missing: pass a label, as in *10.`);
    if (!dummy) return;
    if (!actual) {
      if (!dummy.optional) {
        const fault = `The argument "${dummy.name}" of "${procedure.name}" is missing.`;
        if (!apart) refuse(at, fault);
        procedure.scope.program.diagnostics.warn(at, fault, '-Wargument-mismatch');
      }
      return;
    }
    if (actual.value?.k === 'null' && isNowhere(dummy, actual.value))
      refuse(
        actual.at,
        `The argument "${dummy.name}" of "${procedure.name}" is not a pointer and cannot be NULL().`,
      );
    const fault = argumentFault(dummy, actual, procedure, false);
    if (fault) reportMismatch(procedure, dummy, actual, fault);
    else if (!apart && actual.value && !isProcedureDummy(dummy)) {
      throwFault(actual.at, placeFault(dummy, actual.value, procedure));
    }
    settleArgument(dummy, actual);
  });
  return ordered;
}

// True if a dummy cannot receive NULL(). C_NULL_PTR is a value; for an OPTIONAL dummy, NULL() means that the argument
// is absent.
function isNowhere(dummy: Sym, { type }: Typed): boolean {
  if (type.derived?.opaque || dummy.optional || isProcedureDummy(dummy)) return false;
  return !dummy.pointer && !dummy.allocatable;
}

// True if the call and the procedure are in different sources. Other compilers process each source separately and
// cannot detect mismatched arguments, and old libraries rely on that.
export function areCompiledApart(procedure: Procedure, at: Position): boolean {
  return procedure.place === 'external' && fileOf(procedure.at) !== fileOf(at);
}

function withoutSurplus(procedure: Procedure, list: ActualArgument[]): ActualArgument[] {
  const surplus = list[procedure.dummies.length];
  if (surplus)
    procedure.scope.program.diagnostics.warn(
      surplus.at,
      countFault(procedure, list.length),
      '-Wargument-mismatch',
    );
  return list.slice(0, procedure.dummies.length);
}

function countFault(procedure: Procedure, given: number): string {
  return `"${procedure.name}" takes ${procedure.dummies.length} argument(s), but ${given} are given.`;
}

// Passes an argument of another type or rank unchanged, if allowed: the procedure receives the argument's address.
function reportMismatch(procedure: Procedure, dummy: Sym, actual: ActualArgument, fault: string): void {
  const { diagnostics, options } = procedure.scope.program;
  const allowed =
    areCompiledApart(procedure, actual.at) ||
    (procedure.place === 'external' && (options.allowArgumentMismatch || isOldHabit(procedure, fault)));
  const isData = actual.value && actual.value.type.base !== 'procedure' && !isProcedureDummy(dummy);
  if (!allowed || !isData || !takesAddress(dummy)) refuse(actual.at, fault);
  diagnostics.warn(actual.at, fault, '-Wargument-mismatch');
}

// Fixed-form programs often pass a scalar for an array with a single element, or the other way round.
function isOldHabit(procedure: Procedure, fault: string): boolean {
  const { diagnostics } = procedure.scope.program;
  return isFixedFormName(diagnostics.fileNameAt(procedure.at)) && fault.startsWith('Rank mismatch');
}

function takesAddress(dummy: Sym): boolean {
  if (dummy.allocatable || dummy.pointer || dummy.has('value')) return false;
  dimensionsOf(dummy);
  const shape = rankOf(dummy) > 0 ? shapeKindOf(dummy) : 'explicit';
  return (shape === 'explicit' || shape === 'assumed-size') && !typeOf(dummy).base.startsWith('class');
}

function orderArguments(procedure: Procedure, list: ActualArgument[], at: Position): Actuals {
  const ordered: Actuals = procedure.dummies.map(() => undefined);
  const named = list.findIndex((actual) => actual.keyword !== undefined);
  list.forEach((actual, i) => {
    if (actual.keyword === undefined) {
      if (named >= 0 && named < i)
        refuse(actual.at, 'An argument after a keyword argument needs a keyword too.');
      if (i >= ordered.length) refuse(actual.at ?? at, countFault(procedure, list.length));
      ordered[i] = actual;
      return;
    }
    const index = procedure.dummies.findIndex((d) => d?.name === actual.keyword);
    if (index < 0)
      refuseWord(
        actual.at,
        `"${procedure.name}" has no argument named "${actual.keyword}".`,
        actual.keyword,
        procedure.dummies.flatMap((d) => (d ? [d.name] : [])),
      );
    if (ordered[index]) refuse(actual.at, `The argument "${actual.keyword}" is given twice.`);
    ordered[index] = actual;
  });
  return ordered;
}

/** Returns the arguments in order, or undefined if their number or keywords do not fit; reports no errors. */
export function maybeOrder(procedure: Procedure, list: ActualArgument[]): Actuals | undefined {
  try {
    return orderArguments(procedure, list, 0);
  } catch (fault) {
    if (fault instanceof FortranError) return undefined;
    throw fault;
  }
}

// Converts BOZ constants and the results of C_SIZEOF to the dummy's type.
function settleArgument(dummy: Sym, actual: ActualArgument): void {
  const value = actual.value;
  if (!value || dummy.k === 'procedure') return;
  if (value.type.base === 'boz' || isSizeFor(dummy, value))
    actual.value = coerce(value, typeOf(dummy), actual.at);
}

// C_SIZEOF returns 64 bits, as in 64-bit programs, because programs print its result. A size_t parameter that a C
// function receives by value has only 32 bits.
function isSizeFor(dummy: Sym, value: Typed): boolean {
  if (!dummy.has('value') || value.type.base !== 'integer' || value.type.kind !== 8) return false;
  const type = typeOf(dummy);
  return type.base === 'integer' && type.kind === 4 && hasSizeOf(value);
}

function hasSizeOf(e: Typed): boolean {
  if (e.k === 'intrinsic') return e.name === 'c_sizeof';
  if (e.k === 'binary') return hasSizeOf(e.left) || hasSizeOf(e.right);
  return (e.k === 'paren' || e.k === 'convert') && hasSizeOf(e.operand);
}

/**
 * Reason why an actual argument does not fit a dummy, or undefined if it fits. With `strict`, the rank must match too
 * (generic resolution).
 */
export function argumentFault(
  dummy: Sym,
  actual: ActualArgument,
  procedure: Procedure,
  strict: boolean,
): string | undefined {
  const value = actual.value;
  if (actual.label !== undefined) return `"${dummy.name}" of "${procedure.name}" is not an alternate return.`;
  if (!value) return `The argument "${dummy.name}" of "${procedure.name}" has no value.`;
  if (isProcedureDummy(dummy)) {
    const declared = dummy.k === 'procedure' ? procedureOf(dummy) : undefined;
    const fault =
      value.k === 'procedure' &&
      ((declared && interfaceFault(declared, value.procedure)) ?? actualProcedureFault(declared, value));
    if (fault)
      return `The argument "${dummy.name}" of "${procedure.name}" is a different kind of procedure: ${fault}.`;
    return value.type.base === 'procedure' || value.k === 'null'
      ? undefined
      : `The argument "${dummy.name}" of "${procedure.name}" is a procedure.`;
  }
  if (value.type.base === 'procedure' && settleCalledDummy(dummy)) return undefined;
  if (value.type.base === 'procedure') return `"${dummy.name}" of "${procedure.name}" is not a procedure.`;
  // NULL() fits any type; with a mold, it has the type and rank of the mold.
  if (value.k === 'null' && value.type.base === 'void') return undefined;
  if (value.k === 'variable' && isAssumedType(value.sym) && !isAssumedType(dummy) && !dummy.has('c_any'))
    return `"${value.sym.name}" is TYPE(*) and can be passed only to a TYPE(*) argument, not to "${dummy.name}" of "${procedure.name}".`;
  const type = typeOf(dummy);
  if (!argumentTypeFits(type, value, dummy))
    return `Type mismatch in argument "${dummy.name}" of "${procedure.name}": declared ${describeType(type)}, given ${describeType(value.type)}.`;
  if (value.k === 'null') return rankFault(dummy, value, procedure, strict);
  const isHeld = dummy.allocatable || dummy.pointer;
  if (isHeld && isAllocatable(value) === dummy.allocatable && isDeferred(type) !== isDeferred(value.type))
    return `The argument "${dummy.name}" of "${procedure.name}" must have ${isDeferred(type) ? 'a deferred length' : 'a length that is not deferred'}.`;
  if (strict && dummy.allocatable && !isAllocatable(value))
    return `The argument "${dummy.name}" of "${procedure.name}" must be allocatable.`;
  if (strict && dummy.pointer && dummy.intent !== 'in' && !isPointer(value))
    return `The argument "${dummy.name}" of "${procedure.name}" must be a pointer.`;
  return rankFault(dummy, value, procedure, strict);
}

function isDeferred({ base, length }: Type): boolean {
  return base === 'character' && length === ':';
}

function isAssumedType({ written: { type } }: Sym): boolean {
  return type?.k === 'class-star' && type.assumed === true;
}

// An ELEMENTAL procedure may be an argument only if it is intrinsic and takes as many arguments as the dummy.
function actualProcedureFault(
  declared: Procedure | undefined,
  { procedure, sym }: Node<'procedure'>,
): string | undefined {
  if (sym?.k !== 'intrinsic') return procedure.elemental ? 'it is ELEMENTAL' : undefined;
  const intrinsic = intrinsicFunction(sym.name);
  if (!intrinsic || !declared || declared.implicitInterface) return undefined;
  if (!declared.isFunction) return 'expected a subroutine, got a function';
  const most = intrinsic.arguments.length;
  const least = intrinsic.arguments.filter((name) => !name.endsWith('?')).length;
  return intrinsic.form === 'elemental' &&
    (most < declared.dummies.length || least > declared.dummies.length) &&
    intrinsic.arguments.at(-1) !== '...'
    ? `expected ${declared.dummies.length} argument(s), got ${most}`
    : undefined;
}

// A dummy without EXTERNAL is a procedure if the body calls it, but the body may not have been analysed yet.
function settleCalledDummy(dummy: Sym): boolean {
  const { body } = dummy.scope.unit ?? {};
  if (dummy.k !== 'unknown' || dummy.written.dimensions || !body) return false;
  const type = maybeTypeOf(dummy);
  const isSubroutine = calls(body, dummy.name);
  if (!isSubroutine && (!type || type.base === 'character' || !mentionsCall(body, dummy.name))) return false;
  const procedure = makeProcedure(dummy);
  if (!isSubroutine && type) {
    procedure.isFunction = true;
    procedure.resultType = type;
  }
  return true;
}

function calls(body: readonly Statement[], name: string): boolean {
  let found = false;
  walkStatements(body, (s) => {
    if (s.k === 'call' && s.target.parts.length === 1 && s.target.parts[0]!.name === name) found = true;
  });
  return found;
}

function mentionsCall(node: unknown, name: string): boolean {
  return someReference(node, ({ parts: [part] }) => part!.name === name && part!.lists.length > 0);
}

function argumentTypeFits(type: Type, value: Typed, dummy: Sym): boolean {
  const given = value.type;
  if (type.base === 'class-star') return true;
  if (given.base === 'hollerith') return isNumeric(type) || type.base === 'logical';
  if (type.base === 'class' || type.base === 'derived') return derivedFits(type, given);
  if (dummy.has('c_any') || isSizeFor(dummy, value)) return true;
  return type.base === given.base && type.kind === given.kind;
}

function derivedFits(type: Type, given: Type): boolean {
  if (!given.derived || !type.derived) return false;
  if (type.derived === given.derived) return true;
  if (type.derived.opaque && given.derived.opaque) return type.derived.opaque === given.derived.opaque;
  if (type.base === 'class' && descends(given.derived, type.derived)) return true;
  if (type.derived.instance || given.derived.instance) return false;
  const isHidden = type.derived.privateComponents || given.derived.privateComponents;
  const areSequences = type.derived.sequence && given.derived.sequence;
  return !isHidden && areSequences && type.derived.name === given.derived.name;
}

function rankFault(dummy: Sym, value: Typed, procedure: Procedure, strict: boolean): string | undefined {
  dimensionsOf(dummy);
  const rank = rankOf(dummy);
  if (rank === value.rank || isAssumedRank(dummy)) return undefined;
  if (value.rank === ASSUMED_RANK)
    return `The argument "${dummy.name}" of "${procedure.name}" has rank ${rank}; an assumed-rank variable can be passed only to an assumed-rank dummy, or within SELECT RANK.`;
  if (procedure.elemental && rank === 0) return undefined;
  const shape = shapeKindOf(dummy);
  const takesSequence = shape === 'explicit' || shape === 'assumed-size';
  if (!strict && takesSequence && (value.rank > 0 || isSequenceStart(value, procedure))) return undefined;
  return `Rank mismatch in argument "${dummy.name}" of "${procedure.name}": declared rank ${rank}, given rank ${value.rank}.`;
}

// An array element may be passed for the rest of its array, and a character scalar for an array of characters.
function isSequenceStart(value: Typed, procedure: Procedure): boolean {
  return (
    value.k === 'element' ||
    value.type.base === 'character' ||
    (value.k === 'substring' && value.rank === 0) ||
    (value.k === 'component' && procedure.place === 'external')
  );
}
