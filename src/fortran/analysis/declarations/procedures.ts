// Rules for procedure declarations, in addition to the checks that are made where procedures are used: elemental and
// pure procedures, procedures with the same generic name, and MODULE procedures that must agree with the interface in
// their ancestor.

import { guarded } from '../../program/declarations/declare.ts';
import { procedureOf, rankOf, resultTypeOf, typeOf } from '../../program/declarations/resolve.ts';
import type { Procedure, Scope, Sym } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';
import { interfaceFault } from '../calls/interfaces.ts';
import { isProcedureDummy } from '../calls/procedure-node.ts';
import { checkPureDummies } from '../checks/pure.ts';
import { areAmbiguous } from './ambiguity.ts';
import { operatorFault } from './operators.ts';

/** Checks the procedures and generic names in a scope and in the procedures that it contains. */
export function checkProcedures(scope: Scope, own: readonly Procedure[]): void {
  for (const symbol of scope.symbols.values())
    if (symbol.scope === scope) guarded(scope, () => checkGeneric(symbol));
  for (const procedure of own) {
    guarded(scope, () => checkProcedure(procedure));
    checkProcedures(procedure.scope, procedure.scope.children);
  }
}

function checkProcedure(procedure: Procedure): void {
  checkSeparate(procedure);
  if (procedure.elemental) checkElemental(procedure);
  else if (procedure.pure) checkPure(procedure);
}

function checkElemental(procedure: Procedure): void {
  const { name, at, result } = procedure;
  if (procedure.bindC) refuse(at, `"${name}" cannot be both ELEMENTAL and BIND(C).`);
  if (procedure.isFunction && result) {
    if (result.pointer || result.allocatable)
      refuse(
        result.at,
        `The result of "${name}" cannot be ALLOCATABLE or a POINTER: the function is ELEMENTAL.`,
      );
    if (rankOf(result) > 0)
      refuse(at, `The result of "${name}" must be a scalar: the function is ELEMENTAL.`);
  }
  for (const dummy of procedure.dummies) {
    if (!dummy) refuse(at, `"${name}" is ELEMENTAL and cannot have an alternate return.`);
    const fault = elementalFault(dummy);
    if (fault) refuse(dummy.at, `The argument "${dummy.name}" of "${name}" ${fault}`);
  }
}

function elementalFault(dummy: Sym): string | undefined {
  if (isProcedureDummy(dummy)) return 'cannot be a procedure: the procedure is ELEMENTAL.';
  if (dummy.written.codimensions) return 'cannot be a coarray: the procedure is ELEMENTAL.';
  if (rankOf(dummy) > 0) return 'must be a scalar: the procedure is ELEMENTAL.';
  if (dummy.pointer || dummy.allocatable)
    return 'cannot be ALLOCATABLE or a POINTER: the procedure is ELEMENTAL.';
  if (dummy.intent === undefined && !dummy.has('value'))
    return 'must have INTENT or VALUE: the procedure is ELEMENTAL.';
  return undefined;
}

function checkPure(procedure: Procedure): void {
  checkPureDummies(procedure);
  for (const dummy of procedure.dummies) {
    if (!dummy || isProcedureDummy(dummy) || dummy.pointer || dummy.has('value')) continue;
    typeOf(dummy);
    const wanted = procedure.isFunction ? 'INTENT(IN)' : 'INTENT';
    if (procedure.isFunction ? dummy.intent !== 'in' : dummy.intent === undefined)
      refuse(
        dummy.at,
        `The argument "${dummy.name}" of "${procedure.name}" must have ${wanted} or VALUE: the procedure is PURE.`,
      );
  }
}

// Finds two procedures in this scope between which a call could be ambiguous.
function checkGeneric({ name, meaning }: Sym): void {
  if (meaning.k !== 'generic') return;
  const places = [...meaning.places];
  for (const [i, [symbol, at]] of places.entries()) {
    const procedure = maybeProcedure(symbol);
    if (
      symbol.k === 'variable' ||
      symbol.k === 'intrinsic' ||
      (symbol.k === 'unknown' && symbol.written.declared)
    )
      refuse(at, `"${symbol.name}" in the interface "${name}" is not a procedure in the program.`);
    if (symbol.k === 'procedure' && procedureOf(symbol)?.implicitInterface)
      refuse(
        at,
        `"${symbol.name}" in the interface "${name}" is not a procedure with an explicit interface.`,
      );
    if (!procedure) continue;
    const fault = mixFault(places, procedure) ?? operatorFault(name, procedure);
    if (fault) refuse(at, `The interface "${name}" is invalid: ${fault}.`);
    for (const [other] of places.slice(0, i)) {
      const rival = maybeProcedure(other);
      // The same procedure may be accessible through two routes.
      if (rival && rival.cName !== procedure.cName && areAmbiguous(procedure, rival, name.includes('(')))
        refuse(
          at,
          `A call to "${name}" would be ambiguous: the arguments of "${procedure.name}" and "${rival.name}" are too similar.`,
        );
    }
  }
}

// The procedures with a given generic name must be either all functions or all subroutines.
function mixFault(places: readonly (readonly [Sym, Position])[], procedure: Procedure): string | undefined {
  const first = places.map(([symbol]) => maybeProcedure(symbol)).find((p) => p !== undefined);
  return first && first.isFunction !== procedure.isFunction
    ? `"${first.name}" and "${procedure.name}" cannot be combined because only one of them is a function`
    : undefined;
}

function maybeProcedure(symbol: Sym): Procedure | undefined {
  const procedure = symbol.k === 'procedure' ? procedureOf(symbol) : undefined;
  return procedure?.unit ? procedure : undefined;
}

/** Throws if a separate body differs from its interface. */
function checkSeparate(procedure: Procedure): void {
  const { declared, unit, name, at } = procedure;
  if (!declared || !unit || unit.heading?.k === 'module-procedure') return;
  const fault = headingFault(declared, procedure);
  if (fault) refuse(at, `"${name}" differs from its interface: ${fault}.`);
}

// True if a procedure's heading contains this prefix. ELEMENTAL implies PURE unless the procedure is IMPURE.
function saysOf({ unit }: Procedure, word: string): boolean {
  const words = unit?.heading?.prefix.words;
  if (!words) return false;
  return words.has(word) || (word === 'pure' && words.has('elemental') && !words.has('impure'));
}

function headingFault(declared: Procedure, own: Procedure): string | undefined {
  for (const word of ['elemental', 'pure', 'recursive', 'non_recursive']) {
    const [a, b] = [declared, own].map((p) => saysOf(p, word));
    if (a !== b) return `${word.toUpperCase()} is in only one of the two declarations`;
  }
  const bound = [declared, own].map((p) => (p.bindC ? p.bindName : undefined));
  if (bound[0] !== bound[1]) return 'their C names differ';
  const names = own.dummies.findIndex(
    (d, i) => d && declared.dummies[i] && d.name !== declared.dummies[i]!.name,
  );
  if (own.dummies.length === declared.dummies.length && names >= 0)
    return `its argument "${own.dummies[names]!.name}" is called "${declared.dummies[names]!.name}" in the interface`;
  if (own.isFunction && declared.isFunction) {
    resultTypeOf(declared);
    resultTypeOf(own);
  }
  return interfaceFault(declared, own);
}
