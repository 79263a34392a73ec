// Attributes that exclude each other or do not suit the declared object. They are checked once all names in a scope are
// known.

import { isIntrinsicFunction, isIntrinsicSubroutine, sinceOf } from '../../intrinsics/rows/intrinsics.ts';
import { constantLength, constantShape } from '../../program/constants/constants.ts';
import { guarded } from '../../program/declarations/declare.ts';
import {
  dimensionsOf,
  procedureOf,
  rankOf,
  shapeKindOf,
  typeOf,
} from '../../program/declarations/resolve.ts';
import { checkIntrinsicSince } from '../../program/symbols/check-standard.ts';
import { MAX_RANK, tooManyRanks } from '../../program/symbols/ranks.ts';
import type { Procedure, Scope, Sym } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';
import type { Statement } from '../../syntax/tree/syntax-tree.ts';
import { mentions } from '../../syntax/tree/walk-statements.ts';
import { checkLaterDeclarations } from '../checks/later.ts';
import { checkNames } from '../checks/names.ts';
import { lastingFault } from '../checks/pure.ts';
import { hasInitialParts } from '../checks/scope.ts';
import { checkDirective } from '../openmp/openmp.ts';
import { checkInitial, checkSpecification } from './initial.ts';
import { maybeStorageSize } from './lay-out-storage.ts';

/** Reports incompatible attributes in a scope and in the procedures that it contains. */
export function checkAttributes(scope: Scope): void {
  checkSymbols(scope);
  checkNames(scope);
  checkLaterDeclarations(scope);
  for (const s of scope.unit?.specifications ?? [])
    if (s.k === 'directive') guarded(scope, () => checkDirective(scope, s));
  if (scope.procedure) checkEntries(scope.procedure);
  for (const child of scope.children) checkProcedure(child);
  for (const symbol of scope.symbols.values())
    if (
      symbol.scope === scope &&
      /^(interface|dummy)$/.test(symbol.procedure?.place ?? '') &&
      symbol.procedure!.scope.parent === scope &&
      symbol.procedure!.scope.k === 'interface'
    )
      checkProcedure(symbol.procedure!);
}

/** Reports incompatible attributes in a scope's own declarations; a BLOCK contains no others. */
export function checkSymbols(scope: Scope): void {
  for (const symbol of scope.symbols.values())
    if (symbol.scope === scope) {
      guarded(scope, () => checkSymbol(scope, symbol));
      guarded(scope, () => checkValues(scope, symbol));
    }
}

/** Reports incompatible attributes in a procedure that the program defines. */
export function checkProcedure(procedure: Procedure): void {
  if (procedure.unit && procedure.unit.heading?.k !== 'module-procedure') checkAttributes(procedure.scope);
}

function checkSymbol(scope: Scope, symbol: Sym): void {
  if (symbol.k === 'intrinsic' && symbol.has('intrinsic')) checkIntrinsicName(scope, symbol);
  const fault = conflict(symbol) ?? (symbol.k === 'procedure' ? procedureFault(symbol) : dataFault(symbol));
  if (fault) scope.program.diagnostics.error(symbol.at, fault);
}

// INTRINSIC must name an intrinsic procedure that exists in the -std= standard.
function checkIntrinsicName(scope: Scope, { name, at, written }: Sym): void {
  const isSubroutine = isIntrinsicSubroutine(name);
  if (!isIntrinsicFunction(name) && !isSubroutine) refuse(at, `There is no intrinsic procedure "${name}".`);
  if (isSubroutine && !isIntrinsicFunction(name) && written.type)
    refuse(at, `"${name}" is an intrinsic subroutine and has no type.`);
  const since = sinceOf(name);
  if (since) checkIntrinsicSince(scope, name, since, at);
}

// The runtime uses 32 bits to count bytes.
function checkSize(symbol: Sym): void {
  const bytes = symbol.dummy ? 0 : (maybeStorageSize(symbol) ?? 0);
  if (bytes >= 2 ** 31)
    refuse(symbol.at, `"${symbol.name}" takes ${bytes} bytes; a variable can take at most 2147483647.`);
}

function checkValues(scope: Scope, symbol: Sym): void {
  if (symbol.association || scope.program.pending.types.has(symbol)) return;
  checkInitial(symbol);
  if (symbol.k === 'variable' || (symbol.k === 'unknown' && symbol.written.declared && !symbol.dummy))
    if (!symbol.allocatable && !symbol.pointer) {
      checkSpecification(scope, symbol);
      checkSize(symbol);
    }
}

function procedureFault(symbol: Sym): string | undefined {
  const { meaning } = symbol;
  if (meaning.k === 'procedure' && meaning.interfaceName !== undefined) procedureOf(symbol);
  if (!symbol.pointer || symbol.dummy) return undefined;
  const procedure = procedureOf(symbol);
  return procedure?.elemental && !procedure.implicitInterface
    ? `The procedure pointer "${symbol.name}" cannot have an ELEMENTAL interface.`
    : undefined;
}

function dataFault(symbol: Sym): string | undefined {
  if (symbol.k === 'constant') return constantFault(symbol);
  if ((symbol.k !== 'variable' && symbol.k !== 'unknown') || !symbol.written.declared || symbol.association)
    return undefined;
  return lastingFault(symbol.scope, symbol) ?? placeFault(symbol) ?? shapeFault(symbol);
}

function constantFault(symbol: Sym): string | undefined {
  if (symbol.dummy) return `The dummy argument "${symbol.name}" cannot be a constant.`;
  if (!symbol.written.initial && !symbol.resolved.initial)
    return `The constant "${symbol.name}" has no value.`;
  if (shapeKindOf(symbol) === 'deferred' || shapeKindOf(symbol) === 'assumed-shape')
    return `The constant "${symbol.name}" needs bounds, or "*" to take them from its value.`;
  const type = typeOf(symbol);
  if (type.base === 'character' && type.length !== '*' && constantLength(type) === undefined)
    return `The constant "${symbol.name}" needs a constant length, or "*" to take it from its value.`;
  return undefined;
}

/** Roles and attributes, each with the attributes that it excludes (Fortran 2018, 8.5). */
const EXCLUSIVE: readonly (readonly [string, string])[] = [
  ['dummy argument', 'SAVE INITIAL COMMON'],
  ['result', 'SAVE INITIAL CODIMENSION COMMON'],
  ['constant', 'ALLOCATABLE POINTER SAVE TARGET OPTIONAL VOLATILE VALUE BIND(C) COMMON'],
  [
    'procedure',
    'SAVE INITIAL ALLOCATABLE TARGET VALUE CONTIGUOUS VOLATILE ASYNCHRONOUS PROTECTED CODIMENSION INTENT',
  ],
  ['intrinsic procedure', 'SAVE INITIAL ALLOCATABLE POINTER TARGET VALUE OPTIONAL DIMENSION CODIMENSION'],
  ['POINTER', 'ALLOCATABLE TARGET'],
  ['VALUE', 'POINTER ALLOCATABLE VOLATILE INTENT(OUT) INTENT(INOUT) CODIMENSION DIMENSION(*) DIMENSION(..)'],
  ['Cray pointee', 'COMMON'],
  ['COMMON', 'PROTECTED ALLOCATABLE BIND(C) SAVE'],
  ['TYPE(*)', 'ALLOCATABLE CODIMENSION INTENT(OUT) POINTER VALUE BOUNDS'],
  ['BIND(C)', 'ALLOCATABLE POINTER'],
];

function conflict(symbol: Sym): string | undefined {
  const traits = traitsOf(symbol);
  const ofDummies = [...traits].find((trait) => /^(OPTIONAL|VALUE|INTENT\()/.test(trait));
  if (ofDummies !== undefined && !symbol.dummy && !symbol.dummyOfEntry)
    return `"${symbol.name}" has ${ofDummies}, but is not a dummy argument.`;
  for (const [one, others] of EXCLUSIVE) {
    const other = traits.has(one) && others.split(' ').find((word) => traits.has(word));
    if (!other) continue;
    const word =
      other === 'INITIAL' ? 'an initial value' : other === 'BOUNDS' ? 'bounds in its declaration' : other;
    if (/^[A-Z]+\b(?! )/.test(one)) return `"${symbol.name}" cannot have both ${one} and ${word}.`;
    return `The ${one} "${symbol.name}" ${word === 'COMMON' ? 'is not allowed in' : 'cannot have'} ${word}.`;
  }
  return undefined;
}

// The attributes of a name, in capitals, and its roles.
function traitsOf(symbol: Sym): ReadonlySet<string> {
  const { k, intent, written, pointer } = symbol;
  const traits = new Set([...symbol.words].map((word) => word.toUpperCase().replace(/^BIND$/, 'BIND(C)')));
  if (intent) traits.add('INTENT').add(`INTENT(${intent.toUpperCase()})`);
  if (written.initial && k !== 'constant') traits.add('INITIAL');
  if (written.codimensions) traits.add('CODIMENSION');
  if (written.dimensions) traits.add('DIMENSION');
  if (shapeKindOf(symbol) === 'explicit') traits.add('BOUNDS');
  if (written.type?.k === 'class-star' && written.type.assumed) traits.add('TYPE(*)');
  if (symbol.storage.cray) traits.add('Cray pointee');
  if (written.dimensions === 'assumed-rank') traits.add('DIMENSION(..)');
  else if (written.dimensions?.at(-1)?.high === '*') traits.add('DIMENSION(*)');
  if (symbol.storage.common) traits.add('COMMON');
  if (symbol.dummy) traits.add('dummy argument');
  if (symbol.result) traits.add('result');
  if (k === 'constant') traits.add('constant');
  if (k === 'procedure' && !pointer) traits.add('procedure');
  if (k === 'intrinsic') traits.add('intrinsic procedure');
  return traits;
}

function placeFault(symbol: Sym): string | undefined {
  const { name } = symbol;
  if (symbol.written.codimensions && symbol.written.dimensions === 'assumed-rank')
    return `"${name}" has assumed rank and cannot be a coarray.`;
  const ranks = rankOf(symbol) + (symbol.written.codimensions?.length ?? 0);
  if (ranks > MAX_RANK) return tooManyRanks(name, ranks);
  if (
    symbol.has('value') &&
    symbol.scope.procedure?.bindC &&
    typeOf(symbol).base === 'character' &&
    constantLength(typeOf(symbol)) === undefined
  )
    return `"${name}" has VALUE: its length must be constant.`;
  return undefined;
}

// A dummy with initial values is initialised on entry, so its size must be known by then.
function dummyShapeFault(symbol: Sym): string | undefined {
  if (symbol.intent !== 'out' || shapeKindOf(symbol) !== 'assumed-size') return undefined;
  const { derived } = typeOf(symbol);
  const isInitial = derived && !derived.opaque && hasInitialParts(derived);
  return isInitial
    ? `"${symbol.name}" has assumed size and INTENT(OUT): its type cannot have initial values.`
    : undefined;
}

function shapeFault(symbol: Sym): string | undefined {
  const { name } = symbol;
  if (symbol.allocatable || symbol.pointer) return dummyShapeFault(symbol);
  const type = typeOf(symbol);
  if (type.length === ':' || type.lengths?.includes(':'))
    return `The length of "${name}" is deferred: it must be ALLOCATABLE or a POINTER.`;
  if (symbol.dummy) return dummyShapeFault(symbol);
  if (symbol.result && (shapeKindOf(symbol) === 'assumed-size' || shapeKindOf(symbol) === 'assumed-shape'))
    return `The bounds of the result "${name}" must be given.`;
  if (shapeKindOf(symbol) === 'deferred')
    return `The shape of "${name}" is deferred: it must be ALLOCATABLE, a POINTER or a dummy argument.`;
  if (type.base === 'class' || type.base === 'class-star')
    return `"${name}" is polymorphic: it must be ALLOCATABLE, a POINTER or a dummy argument.`;
  return undefined;
}

/** Reports errors in a procedure's entries. */
function checkEntries(procedure: Procedure): void {
  if (procedure.entries.length === 0) return;
  const { scope } = procedure;
  const report = (at: Position, message: string): void => scope.program.diagnostics.error(at, message);
  for (const entry of procedure.entries) {
    if (procedure.elemental && entry.bindC)
      report(entry.at, `The entry "${entry.name}" cannot have BIND(C): "${procedure.name}" is ELEMENTAL.`);
    guarded(scope, () => {
      const fault = procedure.result && entry.result && resultFault(procedure.result, entry.result);
      if (fault)
        report(
          entry.at,
          `The results of "${procedure.name}" and its entry "${entry.name}" differ: ${fault}.`,
        );
    });
  }
  reportEarlyDummies(procedure, report);
}

function resultFault(a: Sym, b: Sym): string | undefined {
  if (a === b || a.k === 'procedure' || b.k === 'procedure') return undefined;
  if (a.pointer !== b.pointer || a.allocatable !== b.allocatable)
    return 'they differ in the attribute POINTER or ALLOCATABLE';
  if (rankOf(a) !== rankOf(b)) return 'they have different ranks';
  const [own, other] = [constantShape(dimensionsOf(a) ?? []), constantShape(dimensionsOf(b) ?? [])];
  if (!own !== !other || (own && other && own.some((n, i) => n !== other[i])))
    return 'they have different shapes';
  const [left, right] = [typeOf(a), typeOf(b)];
  if ((left.base === 'character') !== (right.base === 'character'))
    return 'only one of them is of type CHARACTER';
  const lengths = [constantLength(left), constantLength(right)];
  return lengths.every((n) => n !== undefined) && lengths[0] !== lengths[1]
    ? 'they have different lengths'
    : undefined;
}

// A dummy of an ENTRY has no value before control reaches the ENTRY statement.
function reportEarlyDummies(procedure: Procedure, report: (at: Position, message: string) => void): void {
  const seen = new Set(procedure.dummies);
  const body = procedure.unit?.body ?? [];
  for (const [i, s] of body.entries()) {
    if (s.k !== 'entry') continue;
    const entry = procedure.entries.find((e) => e.name === s.heading.name);
    for (const dummy of entry?.dummies ?? []) {
      if (!dummy || seen.has(dummy)) continue;
      seen.add(dummy);
      const early = body.slice(0, i).find((before) => isExecutable(before) && mentions(before, dummy.name));
      if (early)
        report(
          early.at,
          `"${dummy.name}" is an argument of the entry "${s.heading.name}" and cannot be used before the ENTRY statement.`,
        );
    }
  }
}

function isExecutable(s: Statement): boolean {
  return s.k !== 'format' && s.k !== 'data' && s.k !== 'entry' && !isStatementFunction(s);
}

function isStatementFunction(s: Statement): boolean {
  return s.k === 'assignment' && s.target.k === 'ref' && s.target.parts[0]!.lists.length > 0;
}
