// Checks that initial values and constants are known before the program runs: they must not contain variables or calls
// to the program's own functions. Inquiries such as KIND(x) may refer to variables.

import { shapeKindOf } from '../../program/declarations/resolve.ts';
import { isAllocatable, isPointer, rootSymbol } from '../../program/symbols/designator.ts';
import type { ArrayItem, MaybeTyped, Node, Sym, Typed } from '../../program/symbols/semantics.ts';
import { partsOfNode } from '../../program/walking/walk-typed.ts';
import { constantShapeOf } from '../folding/constant-shape.ts';
import { isAsking, maybeWhole } from '../rows/function-rows.ts';

/** The part of an initial value that is not constant, with the reason; undefined if the whole value is constant. */
export function inconstantPart(e: Typed): { part: Typed; why: string } | undefined {
  return find(e, new Set());
}

type Found = { part: Typed; why: string } | undefined;

function find(e: Typed, loops: ReadonlySet<Sym>): Found {
  const first = (parts: readonly MaybeTyped[]): Found => findFirst(parts, loops);
  switch (e.k) {
    case 'variable':
      if (e.sym.k === 'constant' && e.sym.scope.program.pending.values.has(e.sym))
        return { part: e, why: `"${e.sym.name}" is the constant being defined.` };
      if (e.sym.k === 'constant' || loops.has(e.sym)) return undefined;
      return { part: e, why: `"${e.sym.name}" is a variable.` };
    case 'null':
      return { part: e, why: 'NULL() has no value.' };
    case 'call':
      return { part: e, why: `"${e.target.procedure.name}" is a user-defined function.` };
    case 'array':
      return findInItems(e.items, loops);
    case 'structure':
      return first(
        e.values.filter((value, i) => {
          const { allocatable, pointer, type } = e.type.derived!.components[i]!;
          return !pointer && type.base !== 'procedure' && !(allocatable && value?.k === 'null');
        }),
      );
    case 'intrinsic':
      return findInIntrinsic(e, loops) ?? (asksOnly(e.name) ? undefined : first(e.arguments));
    case 'statement-function':
      return undefined;
    default:
      return first(partsOfNode(e));
  }
}

function findFirst(parts: readonly MaybeTyped[], loops: ReadonlySet<Sym>): Found {
  for (const part of parts) {
    const found = part && find(part, loops);
    if (found) return found;
  }
  return undefined;
}

function findInItems(items: readonly ArrayItem[], loops: ReadonlySet<Sym>): Found {
  for (const item of items) {
    const bounds = item.k === 'value' ? [item.value] : [item.first, item.last, item.step];
    const found = findFirst(bounds, loops);
    if (found) return found;
    const inner = item.k === 'loop' && findInItems(item.items, new Set([...loops, item.variable]));
    if (inner) return inner;
  }
  return undefined;
}

const OF_SHAPE = new Set(['size', 'shape', 'lbound', 'ubound', 'len']);

// The result of IEEE_SUPPORT_ROUNDING depends on the rounding mode.
function asksOnly(name: string): boolean {
  return isAsking(name) && name !== 'ieee_support_rounding';
}

// True for an allocatable array or a pointer, and for sections of them.
function isHeld(e: Typed): boolean {
  return isAllocatable(e) || isPointer(e) || (e.k === 'section' && isHeld(e.base));
}

function findInIntrinsic(e: Node<'intrinsic'>, loops: ReadonlySet<Sym>): Found {
  if (maybeWhole(e.name)?.isVariable)
    return { part: e, why: `${e.name.toUpperCase()} has no constant value.` };
  const [object] = e.arguments;
  const root = OF_SHAPE.has(e.name) && object ? rootSymbol(object) : undefined;
  if (!root || root.k === 'constant' || loops.has(root)) return undefined;
  const unknown =
    e.name === 'len'
      ? typeof object!.type.length !== 'object'
      : (shapeKindOf(root) !== 'explicit' || isHeld(object!)) && !constantShapeOf(object!);
  return unknown
    ? { part: e, why: `${e.name.toUpperCase()} of "${root.name}" is not known at compile time.` }
    : undefined;
}
