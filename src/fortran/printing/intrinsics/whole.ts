// Printing operations for the rows of functions that are not elemental (intrinsics/row-kinds/whole-row.ts).
import type { WholeCall } from '../../intrinsics/row-kinds/whole-row.ts';
import { compactLayout, type Layout, layoutValue, objectNode } from '../../program/c/c-arrays.ts';
import { cType } from '../../program/c/c-text.ts';
import type { IntrinsicNode, Node } from '../../program/symbols/semantics.ts';
import type { CallNode } from '../../program/walking/typed-statements.ts';
import { hoist, lengthOfValue, materialise, temporaryArray } from '../arrays/array.ts';
import { contiguousLayout } from '../arrays/representation.ts';
import { assignScalar } from '../assign/assign.ts';
import { argumentOf } from '../designators/absent.ts';
import { chooseDimension } from '../designators/dimension.ts';
import { checkConformance, checkExtents, checkSize, placeOf, printExtentCheck } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, loops, rawOf, scalar } from '../writer/expressions.ts';
import { elementBytes, isPolymorphic } from '../writer/type-parts.ts';
import { printingOf } from './elemental.ts';
import { maybeFlaggedStep } from './flags.ts';

/** The operations that a row uses to print a call to a function. */
export function wholeCall(em: Emitter, e: IntrinsicNode): WholeCall {
  const argument = (i: number) => e.arguments[i]!;
  return {
    ...printingOf(em, e),
    checksBounds: em.program.options.checkBounds,
    raisesFlags: em.program.raisesFlags,
    placeInSource: placeOf(em.statementAt),
    array: (i) => arrayValue(em, argumentOf(em, e, i)),
    inMemory: (i) => materialise(em, argumentOf(em, e, i)),
    inOrder: (i) => contiguousLayout(em, argumentOf(em, e, i)),
    inOrderAt: elementInOrder,
    hoisted: (i) => hoist(em, argument(i)),
    printed: (scalarNode) => rawOf(em, scalarNode),
    called: (i, values) => scalar(em, withArguments(argument(i) as CallNode, values)),
    value: (element) => scalar(em, element),
    dimension: (i, rank) => chooseDimension(em, e.arguments[i], rank),
    room: (shape, length) => temporaryArray(em, e.type, shape, length),
    lengthOf: (value) => lengthOfValue(em, value),
    assign: (to, value) => assignScalar(em, to, value),
    loops: (shape, body) => loops(em, shape, body),
    fixed: (c) => em.fixed(c),
    fresh: (prefix) => em.printer.fresh(prefix),
    step: (op, so, x) => maybeFlaggedStep(em, op, e.type, so, x),
    checkConformance: (i, given, wanted) =>
      checkConformance(em, { e: argument(i), shape: given }, wanted, e.at),
    checkExtents: (what, given, wanted) => checkExtents(em, what, given, wanted, e.at),
    requireExtents: (what, given, wanted) => printExtentCheck(em, what, given, wanted, e.at),
    checkSize: (what, given, wanted) => checkSize(em, what, given, wanted, e.at),
  };
}

function withArguments(e: CallNode, values: readonly string[]): CallNode {
  return { ...e, arguments: values.map((c) => ({ at: e.at, value: objectNode(e, c) })) };
}

// Element number n of an array with contiguous elements.
function elementInOrder(layout: Layout, n: string): Node<'raw'> {
  const c = cType(layout.type);
  if (layout.unit === 'byte' && isPolymorphic(layout.type)) {
    const dims = [{ low: '1', extent: n, stride: elementBytes(layout, c) }];
    return layoutValue({ ...layout, dims }).at([n]);
  }
  const isCast = layout.unit === 'byte' && layout.type.base !== 'character';
  const pointer = isCast ? `((${c} *)(${layout.pointer}))` : layout.pointer;
  return layoutValue(compactLayout(layout.type, pointer, [n], layout.length)).at([n]);
}
