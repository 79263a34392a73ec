// Analyses program units: checks each unit's declarations as a whole and determines the types in its statements. All
// faults in a program are reported before any C is printed.

import { guarded } from '../program/declarations/declare.ts';
import { dimensionsOf, procedureOf, typeOf } from '../program/declarations/resolve.ts';
import type { Procedure, Scope } from '../program/symbols/semantics.ts';
import type { TypedBody } from '../program/walking/typed-statements.ts';
import { passMode } from './calls/pass-mode.ts';
import { isProcedureDummy } from './calls/procedure-dummies.ts';
import { checkLocals } from './checks/locals.ts';
import { checkScope } from './checks/scope.ts';
import { checkLabels, prepareScope } from './declarations/prepare-scope.ts';
import { analyseStatements } from './statements/statement.ts';
import { warnAboutNames } from './warn-unused.ts';

/** The typed bodies of a program, keyed by scope. */
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
