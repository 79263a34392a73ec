// Initial values of pointers, and what the bounds and lengths of local variables may contain.

import { intrinsicFunction } from '../../intrinsics/rows/intrinsics.ts';
import { checkInitialMark, dimensionsOf, initialOf, typeOf } from '../../program/declarations/resolve.ts';
import { isAllocatable, isDesignator, rootSymbol, throughPointer } from '../../program/symbols/designator.ts';
import type { Scope, Sym, Typed } from '../../program/symbols/semantics.ts';
import { FortranError, type Position } from '../../source/diagnostics.ts';
import { procedureNode } from '../calls/procedure-node.ts';
import { checkPointerTarget, checkProcedureTarget } from '../checks/pointer-assignment.ts';

/** Throws for an invalid initial value. */
export function checkInitial(symbol: Sym): void {
  if (!symbol.written.initial) return;
  if (symbol.k !== 'procedure' || symbol.pointer) checkInitialMark(symbol, symbol.written.isTarget);
  // Only a constant can take its length from its value.
  const isPlain = (symbol.k === 'variable' || symbol.k === 'unknown') && !symbol.pointer;
  if (isPlain && (typeOf(symbol).length === '*' || !hasMeaning(symbol))) return;
  const value = initialOf(symbol);
  if (!value || !symbol.pointer) return;
  const { at } = symbol;
  if (symbol.k === 'procedure') {
    checkInitialProcedure(symbol.name, value);
    const { procedure } = symbol;
    if (procedure) checkProcedureTarget(procedureNode(procedure, at, symbol), value, at);
    return;
  }
  const rank = dimensionsOf(symbol)?.length ?? 0;
  checkInitialTarget({ k: 'variable', at, type: typeOf(symbol), rank, sym: symbol }, value, at);
}

// An unsupported value is reported only if the variable is used; an unused variable is harmless.
function hasMeaning({ scope, written }: Sym): boolean {
  try {
    scope.program.expressions.analyse(scope, written.initial!);
    return true;
  } catch (fault) {
    if (fault instanceof FortranError) return false;
    throw fault;
  }
}

function checkInitialProcedure(name: string, value: Typed): void {
  if (value.k !== 'procedure') return;
  const { place } = value.procedure;
  if (place === 'internal' || value.sym?.dummy || value.sym?.pointer)
    throw new FortranError(
      value.at,
      `The initial target of "${name}" must be a module procedure, an external procedure or an intrinsic procedure.`,
    );
}

/** Throws if a pointer cannot have this initial target. */
function checkInitialTarget(pointer: Typed, value: Typed, at: Position): void {
  if (value.k === 'null') {
    if (value.type.base !== 'void')
      throw new FortranError(value.at, 'NULL in an initial value takes no arguments.');
    return;
  }
  const root = rootSymbol(value);
  const fault = !isDesignator(value) || !root ? 'it is not a variable' : targetFault(root, value);
  if (fault) throw new FortranError(value.at, `A pointer cannot have this initial target: ${fault}.`);
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

/** Throws if the bounds or the length of a procedure's variable need values that are not available on entry. */
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
      throw new FortranError(
        node.at,
        `"${node.target.procedure.name}" is not PURE and cannot be called in the declaration of "${symbol.name}".`,
      );
    if (node.k !== 'variable' || node.sym.k !== 'variable') return;
    // When a BLOCK starts, the arguments already have values.
    const why = scope.k === 'block' && node.sym.scope !== scope ? undefined : unknownReason(scope, node.sym);
    if (why)
      throw new FortranError(
        node.at,
        `"${node.sym.name}" cannot be used in the declaration of "${symbol.name}": it ${why}.`,
      );
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

// Visits the parts of a value. Inquiries are skipped because they concern a variable, not its value.
function visit(e: Typed, act: (node: Typed) => void): void {
  act(e);
  switch (e.k) {
    case 'binary':
      visit(e.left, act);
      visit(e.right, act);
      break;
    case 'unary':
    case 'convert':
    case 'paren':
      visit(e.operand, act);
      break;
    case 'component':
    case 'part':
      visit(e.base, act);
      break;
    case 'element':
      visit(e.base, act);
      for (const subscript of e.subscripts) visit(subscript, act);
      break;
    case 'substring':
      for (const part of [e.base, e.low, e.high]) if (part) visit(part, act);
      break;
    case 'call':
      for (const argument of e.arguments) if (argument?.value) visit(argument.value, act);
      break;
    case 'intrinsic':
      // Inquiries about an argument that may be absent are not allowed.
      if (intrinsicFunction(e.name)?.form === 'inquiry' && e.name !== 'present')
        for (const argument of e.arguments) {
          const root = argument && rootSymbol(argument);
          if (root?.dummy && root.optional) act({ ...e, k: 'variable', rank: 0, sym: root });
        }
      else for (const argument of e.arguments) if (argument) visit(argument, act);
      break;
    default:
  }
}
