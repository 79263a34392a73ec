// Analyses program units: checks each unit's declarations as a whole and determines the types in its statements. All
// errors in a program are reported before any C is printed. Warns about unused names and results that never receive a
// value.

import { guarded } from '../program/declarations/declare.ts';
import { dimensionsOf, procedureOf, typeOf } from '../program/declarations/resolve.ts';
import type { Procedure, Scope, Sym } from '../program/symbols/semantics.ts';
import type { TypedBody } from '../program/walking/typed-statements.ts';
import { isFixedFormName } from '../source/reader.ts';
import { passMode } from './calls/pass-mode.ts';
import { isProcedureDummy } from './calls/procedure-node.ts';
import { checkLocals } from './checks/locals.ts';
import { checkScope } from './checks/scope.ts';
import { checkLabels, prepareScope } from './declarations/prepare-scope.ts';
import { analyseStatements } from './statements/statement.ts';

export type Bodies = Map<Scope, TypedBody>;

/** Analyses a module: its variables and procedures. */
export function analyseModule(bodies: Bodies, scope: Scope): void {
  const { body, specifications } = scope.unit!;
  const executable = body.find((s) => s.k !== 'format' && s.k !== 'data');
  if (executable)
    scope.program.diagnostics.error(
      executable.at,
      `A module can contain only declarations and procedures: this statement in "${scope.name}" would never be executed.`,
    );
  const { data } = prepareScope(scope, specifications, []);
  bodies.set(scope, { data, statements: [] });
  checkLocals(scope);
  checkScope(scope);
  for (const child of scope.children) analyseProcedure(bodies, child);
}

/** Analyses the main program or the statements of a procedure. */
export function analyseMain(bodies: Bodies, scope: Scope): void {
  const unit = scope.unit!;
  const { data, statements, formats, assignedLabels } = prepareScope(scope, unit.specifications, unit.body);
  for (const child of scope.children) analyseProcedure(bodies, child);
  checkLabels(scope, unit.body);
  const place = { scope, constructs: [], formats, assignedLabels, analyseBody: analyseStatements };
  bodies.set(scope, { data, statements: analyseStatements(place, statements) });
  settleNames(scope);
  checkScope(scope);
  checkLocals(scope);
  warnAboutNames(scope);
}

// Determines the types of all names, even unused ones, because the printing phase cannot do so later.
function settleNames(scope: Scope): void {
  for (const symbol of scope.symbols.values()) {
    if (symbol.scope !== scope) continue;
    if (symbol.written.type) guarded(scope, () => typeOf(symbol));
    if (symbol.dummy && !isProcedureDummy(symbol)) guarded(scope, () => passMode(symbol));
    if (symbol.result) guarded(scope, () => dimensionsOf(symbol));
    if (symbol.k === 'procedure') guarded(scope, () => procedureOf(symbol));
  }
}

/** Analyses a procedure that the program defines, including its internal procedures. */
export function analyseProcedure(bodies: Bodies, { scope }: Procedure): void {
  guarded(scope, () => analyseMain(bodies, scope));
}

/** Analyses BLOCK DATA, which contains only initial values. */
export function analyseBlockData(bodies: Bodies, scope: Scope): void {
  const { statements, data } = prepareScope(scope, scope.unit!.specifications, scope.unit!.body);
  bodies.set(scope, { data, statements: [] });
  for (const s of statements)
    if (s.k !== 'format')
      scope.program.diagnostics.error(s.at, 'BLOCK DATA can contain only declarations and initial values.');
  checkScope(scope);
  checkLocals(scope);
}

/** Warns about unused names in a program unit or procedure, and about results that are never set. */
function warnAboutNames(scope: Scope): void {
  const inGroups = new Set<string>();
  for (const { meaning } of scope.symbols.values())
    if (meaning.k === 'namelist') for (const name of meaning.members) inGroups.add(name);
  for (const symbol of scope.symbols.values()) {
    if (symbol.scope !== scope || inGroups.has(symbol.name)) continue;
    if (symbol.result) warnAboutResult(scope, symbol);
    else if (symbol.dummy) warnAboutDummy(scope, symbol);
    else warnAboutVariable(scope, symbol);
  }
}

function warn({ scope, at }: Sym, message: string, option: string): void {
  scope.program.diagnostics.warn(at, message, option);
}

function warnAboutResult(scope: Scope, symbol: Sym): void {
  if (symbol.noted.used || symbol.noted.assigned || scope.procedure?.entries.length) return;
  warn(symbol, `The function never sets its result, "${symbol.name}".`, '-Wreturn-type');
}

function warnAboutDummy(scope: Scope, symbol: Sym): void {
  if (symbol.noted.used || symbol.noted.assigned || !scope.unit?.body.length) return;
  warn(symbol, `The dummy argument "${symbol.name}" is never used.`, '-Wunused-dummy-argument');
}

function warnAboutVariable(scope: Scope, symbol: Sym): void {
  const { diagnostics } = scope.program;
  const isVariable = symbol.k === 'variable' || symbol.k === 'unknown';
  if (!isVariable || symbol.storage.common || symbol.storage.equivalence || symbol.association) return;
  if (!symbol.written.declared) {
    if (symbol.noted.used && symbol.resolved.type && !isFixedFormName(diagnostics.fileNameAt(symbol.at)))
      warn(
        symbol,
        `"${symbol.name}" is not declared: its first letter makes it ${describeImplicit(symbol)}.`,
        '-Wimplicit-variable',
      );
    return;
  }
  if (symbol.noted.used || symbol.noted.assigned || scope.k === 'module' || symbol.written.data) return;
  warn(symbol, `The variable "${symbol.name}" is declared but never used.`, '-Wunused-variable');
}

function describeImplicit(symbol: Sym): string {
  const { base, kind } = symbol.resolved.type!;
  return `${base.toUpperCase()}(${kind})`;
}
