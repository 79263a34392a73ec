// Variables that an elemental function reads besides its arguments: variables in its host, in a module or in COMMON. If
// the function reads the assigned variable this way, or storage that this variable may share, the assignment cannot
// proceed element by element.

import { procedureOf } from '../../program/declarations/resolve.ts';
import { isOpen, storageRoot } from '../../program/symbols/designator.ts';
import { lookup } from '../../program/symbols/names.ts';
import { mayHoldPointers } from '../../program/symbols/needs-copy.ts';
import type { CallTarget, Procedure, Sym, Typed } from '../../program/symbols/semantics.ts';

/** True if the called procedure may read the assigned variable by a route other than its arguments. */
export function calleeMayRead(call: CallTarget, assigned: Typed): boolean {
  const variable = storageRoot(assigned);
  if (call.k === 'pointer' || !variable) return true;
  return procedureMayRead(call.procedure, { variable, open: isOpen(assigned) }, new Set());
}

interface Assigned {
  readonly variable: Sym;
  /** True if other pointers and targets may share its storage. */
  readonly open: boolean;
}

function procedureMayRead(procedure: Procedure, assigned: Assigned, seen: Set<Procedure>): boolean {
  if (seen.has(procedure) || !isReachable(procedure, assigned)) return false;
  seen.add(procedure);
  const { unit, scope } = procedure;
  if (!unit) return true;
  const block = assigned.variable.storage.common?.block;
  if (block !== undefined && scope.commons.has(block)) return true;
  const names = namesOfUnits.get(unit) ?? namesOf(unit);
  namesOfUnits.set(unit, names);
  for (const name of names) {
    const symbol = lookup(scope, name);
    if (symbol && symbolMayRead(symbol, assigned, seen)) return true;
  }
  return false;
}

function symbolMayRead(symbol: Sym, assigned: Assigned, seen: Set<Procedure>): boolean {
  if (symbol === assigned.variable) return true;
  if (symbol.k === 'generic') return symbol.specifics.some((s) => symbolMayRead(s, assigned, seen));
  if (symbol.k === 'variable') {
    const { type } = symbol.resolved;
    const reachesOthers = symbol.pointer || symbol.has('target') || (type && mayHoldPointers(type));
    return assigned.open && reachesOthers === true;
  }
  if (symbol.k !== 'procedure' || symbol.dummy) return false;
  const procedure = symbol.scope.program.externals.get(symbol.name) ?? procedureOf(symbol);
  return procedure !== undefined && procedureMayRead(procedure, assigned, seen);
}

// A procedure that is defined elsewhere cannot read a local variable of this procedure.
function isReachable(procedure: Procedure, { variable, open }: Assigned): boolean {
  const home = variable.scope.host;
  const { common, equivalence } = variable.storage;
  if (home.k === 'module' || common || equivalence?.group.common !== undefined) return true;
  return open || procedure.scope.isWithin(home);
}

// A large procedure may be called in many assignments.
const namesOfUnits = new WeakMap<object, Set<string>>();

// All names in a part of the syntax tree.
function namesOf(part: object, names = new Set<string>()): Set<string> {
  for (const [key, value] of Object.entries(part)) {
    if (key === 'name' && typeof value === 'string') names.add(value);
    else if (value && typeof value === 'object') namesOf(value, names);
  }
  return names;
}
