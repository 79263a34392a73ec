// Checks initial values, and expressions for the bounds and lengths of local variables.

import { intrinsicFunction } from '../../intrinsics/rows/intrinsics.ts';
import { checkInitialMark, dimensionsOf, initialOf, typeOf } from '../../program/declarations/resolve.ts';
import { isAllocatable, isDesignator, rootSymbol, throughPointer } from '../../program/symbols/designator.ts';
import type { Scope, Sym, Typed } from '../../program/symbols/semantics.ts';
import { partsOfNode } from '../../program/walking/walk-typed.ts';
import { FortranError, type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import { procedureNode } from '../calls/procedure-node.ts';
import { checkPointerTarget, checkProcedureTarget } from '../checks/pointer-assignment.ts';

/** Throws if an initial value is invalid. */
export function checkInitial(symbol: Sym): void {
  if (!symbol.written.initial) return;
  if (symbol.k !== 'procedure' || symbol.pointer) checkInitialMark(symbol, symbol.written.isTarget);
  // Only a constant may take its length from its value.
  const isPlain = (symbol.k === 'variable' || symbol.k === 'unknown') && !symbol.pointer;
  if (isPlain && (typeOf(symbol).length === '*' || !hasMeaning(symbol))) return;
  const value = initialOf(symbol);
  if (!value || !symbol.pointer) return;
  const { at } = symbol;
  if (symbol.k === 'procedure') {
    throwFault(value.at, initialProcedureFault(symbol.name, value));
    const { procedure } = symbol;
    if (procedure) checkProcedureTarget(procedureNode(procedure, at, symbol), value, at);
    return;
  }
  const rank = dimensionsOf(symbol)?.length ?? 0;
  checkInitialTarget({ k: 'variable', at, type: typeOf(symbol), rank, sym: symbol }, value, at);
}

// An unsupported value is reported only if the variable is used, because it is harmless otherwise.
function hasMeaning({ scope, written }: Sym): boolean {
  try {
    scope.program.expressions.analyse(scope, written.initial!);
    return true;
  } catch (fault) {
    if (fault instanceof FortranError) return false;
    throw fault;
  }
}

function initialProcedureFault(name: string, value: Typed): string | undefined {
  if (value.k !== 'procedure') return undefined;
  const { place } = value.procedure;
  if (place === 'internal' || value.sym?.dummy || value.sym?.pointer)
    return `The initial target of "${name}" must be a module procedure, an external procedure or an intrinsic procedure.`;
  return undefined;
}

/** Throws if a pointer cannot have the given initial target. */
function checkInitialTarget(pointer: Typed, value: Typed, at: Position): void {
  if (value.k === 'null') {
    if (value.type.base !== 'void') refuse(value.at, 'NULL in an initial value takes no arguments.');
    return;
  }
  const root = rootSymbol(value);
  const fault = !isDesignator(value) || !root ? 'it is not a variable' : targetFault(root, value);
  if (fault) refuse(value.at, `A pointer cannot have this initial target: ${fault}.`);
  checkPointerTarget(pointer, value, at);
}

function targetFault(root: Sym, value: Typed): string | undefined {
  if (root.pointer || throughPointer(value)) return `"${root.name}" is accessed through a pointer`;
  if (isAllocatable(value) || root.allocatable) return `"${root.name}" is ALLOCATABLE`;
  if (!root.has('target')) return `"${root.name}" has no TARGET`;
  return isSaved(root) ? undefined : `"${root.name}" has no SAVE`;
}

function isSaved(symbol: Sym): boolean {
  const { scope } = symbol;
  return (
    scope.k === 'module' ||
    scope.k === 'program' ||
    scope.saveAll ||
    symbol.saved ||
    symbol.has('save') ||
    symbol.storage.common !== undefined ||
    symbol.written.initial !== undefined
  );
}

// ---- specification expressions ----------------------------------------------------------------------------------------

/** Throws if the bounds or the length of a variable in a procedure depend on values that are not available on entry. */
export function checkSpecification(scope: Scope, symbol: Sym): void {
  if (!scope.procedure && scope.k !== 'block') return;
  for (const { low, high } of dimensionsOf(symbol) ?? []) {
    refuseUnknown(scope, symbol, low);
    if (high) refuseUnknown(scope, symbol, high);
  }
  const { length } = typeOf(symbol);
  if (typeof length === 'object') refuseUnknown(scope, symbol, length);
}

function refuseUnknown(scope: Scope, symbol: Sym, e: Typed): void {
  visit(e, (node) => {
    if (node.k === 'call' && !node.target.procedure.pure)
      refuse(
        node.at,
        `"${node.target.procedure.name}" is not PURE and cannot be called in the declaration of "${symbol.name}".`,
      );
    if (node.k !== 'variable' || node.sym.k !== 'variable') return;
    // When a BLOCK starts, the arguments of the procedure already have values.
    const why = scope.k === 'block' && node.sym.scope !== scope ? undefined : unknownReason(scope, node.sym);
    if (why)
      refuse(node.at, `"${node.sym.name}" cannot be used in the declaration of "${symbol.name}": it ${why}.`);
  });
}

function unknownReason(scope: Scope, symbol: Sym): string | undefined {
  if (symbol.dummy && symbol.optional) return 'is OPTIONAL';
  if (symbol.dummy && symbol.intent === 'out') return 'has INTENT(OUT)';
  const isOwn =
    symbol.scope === scope &&
    !symbol.dummy &&
    !symbol.storage.common &&
    !symbol.dummyOfEntry &&
    !symbol.result &&
    !symbol.storage.equivalence;
  return isOwn && !symbol.association ? 'is a local variable' : undefined;
}

// Visits the parts of a value. Skips inquiries, because they concern a variable rather than its value.
function visit(e: Typed, act: (node: Typed) => void): void {
  act(e);
  if (e.k === 'intrinsic' && intrinsicFunction(e.name)?.form === 'inquiry' && e.name !== 'present') {
    // Inquiries about an argument that may be absent are not allowed.
    for (const argument of e.arguments) {
      const root = argument && rootSymbol(argument);
      if (root?.dummy && root.optional) act({ ...e, k: 'variable', rank: 0, sym: root });
    }
  } else if (VISITED.has(e.k)) for (const part of partsOfNode(e)) if (part) visit(part, act);
}

const VISITED: ReadonlySet<string> = new Set(
  'binary unary convert paren component part element substring call intrinsic'.split(' '),
);
