// Rejects declarations and statements that -std= forbids, once their types are known: features of Fortran 2003 and
// later, and GNU Fortran extensions. syntax/checks/later-features.ts detects features that can be recognised from a
// statement's syntax.

import { constantLength, constantShape, maybeInteger } from '../../program/constants/constants.ts';
import { isNumeric } from '../../program/constants/conversions.ts';
import { guarded } from '../../program/declarations/declare.ts';
import {
  dimensionsOf,
  procedureOf,
  resultTypeOf,
  shapeKindOf,
  typeOf,
} from '../../program/declarations/resolve.ts';
import { maybeLater, refuseLater } from '../../program/symbols/check-standard.ts';
import { rootSymbol } from '../../program/symbols/designator.ts';
import { lookup } from '../../program/symbols/names.ts';
import type { DerivedType, Procedure, Scope, Sym, Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';
import type { Since } from '../../syntax/checks/later-features.ts';
import { isProcedureDummy } from '../calls/procedure-node.ts';
import { hasInitialParts, hasParts } from './scope.ts';

/** Reports declarations in a scope that the -std= standard does not allow. */
export function checkLaterDeclarations(scope: Scope): void {
  if (scope.program.options.standard === 'gnu') return;
  const report = (since: Since, what: string, at: Position): void => {
    const fault = maybeLater(scope, since, what);
    if (fault) scope.program.diagnostics.error(at, fault);
  };
  for (const symbol of scope.symbols.values())
    if (symbol.scope === scope) guarded(scope, () => checkSymbol(scope, symbol, report));
  for (const [name, members] of scope.commons)
    if (scope.procedure?.result?.name === name && members[0])
      report(2003, `a COMMON block with the same name as the function's result ("${name}")`, members[0].at);
  if (scope.procedure) guarded(scope, () => checkInterface(scope.procedure!, report));
  if (scope.k === 'module') guarded(scope, () => checkPrivateTypes(scope, report));
}

type Report = (since: Since, what: string, at: Position) => void;

function checkSymbol(scope: Scope, symbol: Sym, report: Report): void {
  const { name, at, k, procedure, meaning } = symbol;
  if (meaning.k === 'namelist') {
    for (const member of meaning.members) checkMember(symbol, lookup(scope, member), report);
    return;
  }
  if (k === 'generic' && symbol.derived && symbol.specifics.length > 0)
    report(2003, `a generic name that is also the name of a type ("${name}")`, at);
  if (k === 'procedure' && symbol.pointer) report(2003, `a procedure pointer ("${name}")`, at);
  if (k === 'procedure' && procedure?.place === 'interface' && !symbol.pointer)
    checkInterface(procedure, report);
  if (k !== 'variable' && !(k === 'unknown' && symbol.written.declared)) return;
  const { derived } = typeOf(symbol);
  const isInitial = derived && !derived.opaque && !symbol.written.initial && hasInitialParts(derived);
  const isKept = symbol.has('save') || scope.saveAll || symbol.allocatable || symbol.pointer;
  if (scope.k === 'module' && isInitial && !isKept)
    report(2008, `a module variable without SAVE whose type has initial values ("${name}")`, at);
  const isBlockData = scope.unit?.k === 'block-data';
  if (symbol.storage.common && (symbol.written.initial || symbol.written.data) && !isBlockData)
    report('GNU', `an initial value for a variable in COMMON outside BLOCK DATA ("${name}")`, at);
}

// ---- namelists --------------------------------------------------------------------------------------------------------

function checkMember(group: Sym, symbol: Sym | undefined, report: Report): void {
  if (!symbol || (symbol.k !== 'variable' && symbol.k !== 'unknown')) return;
  const why = memberReason(symbol);
  if (why) report(2003, `in the namelist "${group.name}", ${why} ("${symbol.name}")`, group.at);
}

function memberReason(symbol: Sym): string | undefined {
  if (symbol.pointer) return 'a pointer';
  if (symbol.allocatable) return 'an allocatable variable';
  const type = typeOf(symbol);
  if (type.derived && !type.derived.opaque && hasParts(type.derived, (c) => c.allocatable || c.pointer))
    return 'a variable with allocatable components or pointers';
  const shape = shapeKindOf(symbol);
  if (shape === 'assumed-shape') return 'an assumed-shape array';
  const dims = dimensionsOf(symbol);
  if (shape === 'explicit' && dims && !constantShape(dims)) return 'an array whose bounds are not constant';
  const isOpen = type.base === 'character' && constantLength(type) === undefined;
  return isOpen ? 'a character variable whose length is not constant' : undefined;
}

// ---- interfaces -------------------------------------------------------------------------------------------------------

function checkInterface(procedure: Procedure, report: Report): void {
  const { name, at, bindC, pure } = procedure;
  if (bindC && procedure.place === 'internal')
    report(2008, `BIND(C) for an internal procedure ("${name}")`, at);
  for (const dummy of procedure.dummies) {
    if (!dummy || isProcedureDummy(dummy)) continue;
    if (pure && dummy.has('value') && dummy.intent === undefined)
      report(2008, `VALUE without INTENT in a PURE procedure ("${dummy.name}")`, dummy.at);
    if (bindC) checkInteroperable(dummy, report);
  }
  const type = procedure.isFunction && bindC ? resultTypeOf(procedure) : undefined;
  if (type?.base === 'logical' && type.kind !== 1)
    report('GNU', `a LOGICAL result of a BIND(C) procedure that is not of kind C_BOOL ("${name}")`, at);
}

function checkInteroperable(dummy: Sym, report: Report): void {
  const word = ['pointer', 'allocatable', 'optional'].find((w) => dummy.has(w));
  const shape = shapeKindOf(dummy) === 'assumed-shape' ? 'assumed shape' : undefined;
  const what = word?.toUpperCase() ?? shape;
  if (what) report('TS 29113', `${what} for an argument of a BIND(C) procedure ("${dummy.name}")`, dummy.at);
  const type = typeOf(dummy);
  if (type.base === 'logical' && type.kind !== 1)
    report(
      'GNU',
      `a LOGICAL argument of a BIND(C) procedure that is not of kind C_BOOL ("${dummy.name}")`,
      dummy.at,
    );
}

// ---- private types ----------------------------------------------------------------------------------------------------

// In Fortran 95, the type of a PUBLIC name must not be PRIVATE.
function checkPrivateTypes(scope: Scope, report: Report): void {
  const isHidden = (type: DerivedType | undefined): boolean =>
    type !== undefined && type.scope === scope && !isPublic(scope, type.name);
  for (const symbol of scope.symbols.values()) {
    if (symbol.scope !== scope) continue;
    if (symbol.k === 'type' && isPublic(scope, symbol.name) && !symbol.derived?.privateComponents) {
      const part = symbol.derived?.components.find((c) => isHidden(c.type.derived));
      if (part) report(2003, `a component of a PRIVATE type in a PUBLIC type ("${part.name}")`, part.at);
      continue;
    }
    for (const procedure of shownProcedures(scope, symbol)) {
      const dummy = procedure.dummies.find((d) => d && !isProcedureDummy(d) && isHidden(typeOf(d).derived));
      if (dummy)
        report(2003, `an argument of a PRIVATE type in a PUBLIC procedure ("${dummy.name}")`, dummy.at);
      if (procedure.isFunction && symbol.k === 'procedure' && isHidden(resultTypeOf(procedure)?.derived))
        report(2003, `a PUBLIC function of a PRIVATE type ("${symbol.name}")`, procedure.at);
    }
    const isUntyped = symbol.k === 'unknown' && symbol.written.declared;
    const isData = symbol.k === 'variable' || symbol.k === 'constant' || isUntyped;
    if (isData && isPublic(scope, symbol.name) && isHidden(typeOf(symbol).derived))
      report(2003, `a PUBLIC variable of a PRIVATE type ("${symbol.name}")`, symbol.at);
  }
}

function shownProcedures(scope: Scope, symbol: Sym): Procedure[] {
  if (!isPublic(scope, symbol.name)) return [];
  const all = symbol.k === 'procedure' ? [symbol] : symbol.specifics;
  return all.flatMap((s) => {
    const procedure = s.k === 'procedure' ? procedureOf(s) : undefined;
    return procedure?.unit ? [procedure] : [];
  });
}

function isPublic(scope: Scope, name: string): boolean {
  const symbol = scope.symbols.get(name);
  return (scope.accesses.get(name) ?? symbol?.access ?? scope.defaultAccess) !== 'private';
}

/** Throws if an assignment is not allowed under the -std= standard or -fno-realloc-lhs. */
export function checkLaterAssignment(scope: Scope, target: Typed, value: Typed, at: Position): void {
  if (target.k === 'call')
    refuseLater(scope, 2008, "an assignment to the target of a function's pointer result", at);
  if (target.type.base === 'class' || target.type.base === 'class-star') {
    refuseLater(scope, 2008, 'an assignment to a polymorphic variable', at);
    if (!scope.program.options.reallocate)
      refuse(at, 'An assignment to a polymorphic variable needs -frealloc-lhs.');
    if (rootSymbol(target)?.written.codimensions) refuse(at, 'A polymorphic coarray cannot be assigned.');
  }
  const [a, b] = [target.type, value.type];
  if ((a.base === 'logical' && isNumeric(b)) || (isNumeric(a) && b.base === 'logical'))
    refuseLater(scope, 'GNU', 'a conversion between numbers and LOGICAL', at);
}

const MOST_DIGITS = 5;

/** Error message for a STOP code that is not constant or is too large. */
export function stopCodeFault(scope: Scope, code: Typed, at: Position): string | undefined {
  const { standard } = scope.program.options;
  if (code.k !== 'const') refuseLater(scope, 2018, 'a STOP code that is not constant', at);
  const n = maybeInteger(code);
  if (standard !== 'f95' || n === undefined) return undefined;
  if (n < 0 || String(n).length > MOST_DIGITS)
    return `The STOP code must be a non-negative number of at most ${MOST_DIGITS} digits, not ${n}.`;
  return undefined;
}
