// Variables that an elemental function reads besides its arguments: variables in its host, in a module or in COMMON. If
// the function reads the assigned variable this way, the assignment cannot proceed element by element.

import { procedureOf } from '../../program/declarations/resolve.ts';
import { lookup } from '../../program/symbols/names.ts';
import type { CallTarget, Procedure, Sym } from '../../program/symbols/semantics.ts';

/** True if the called procedure may read the variable by a route other than its arguments. */
export function calleeMayRead(target: CallTarget, variable: Sym): boolean {
  if (target.k === 'pointer') return true;
  return procedureMayRead(target.procedure, variable, new Set());
}

function procedureMayRead(procedure: Procedure, variable: Sym, seen: Set<Procedure>): boolean {
  if (seen.has(procedure) || !isReachable(procedure, variable)) return false;
  seen.add(procedure);
  const { unit, scope } = procedure;
  if (!unit) return true;
  const block = variable.storage.common?.block;
  if (block !== undefined && scope.commons.has(block)) return true;
  for (const name of namesOf(unit)) {
    const symbol = lookup(scope, name);
    if (symbol === variable) return true;
    if (symbol && symbolMayRead(symbol, variable, seen)) return true;
  }
  return false;
}

function symbolMayRead(symbol: Sym, variable: Sym, seen: Set<Procedure>): boolean {
  if (symbol.k === 'generic') return symbol.specifics.some((s) => symbolMayRead(s, variable, seen));
  if (symbol.k !== 'procedure' || symbol.dummy) return false;
  const procedure = symbol.scope.program.externals.get(symbol.name) ?? procedureOf(symbol);
  return procedure !== undefined && procedureMayRead(procedure, variable, seen);
}

// A procedure that is defined elsewhere cannot read a local variable of this procedure.
function isReachable(procedure: Procedure, variable: Sym): boolean {
  const home = variable.scope.host;
  const { common, equivalence } = variable.storage;
  if (home.k === 'module' || common || equivalence?.group.common !== undefined) return true;
  if (variable.pointer || variable.has('target')) return true;
  return procedure.scope.isWithin(home);
}

// All names in a part of the syntax tree.
function namesOf(part: object, names = new Set<string>()): Set<string> {
  for (const [key, value] of Object.entries(part)) {
    if (key === 'name' && typeof value === 'string') names.add(value);
    else if (value && typeof value === 'object') namesOf(value, names);
  }
  return names;
}
