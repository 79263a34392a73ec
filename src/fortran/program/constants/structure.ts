// The components of constant structures.

import type { Component, MaybeTyped, Node, Typed } from '../symbols/semantics.ts';
import { constantShape, maybeInteger, spreadConstant } from './constants.ts';

type ComponentNode = Node<'component'>;

/** The constant value of a component of a constant structure; undefined for an array of structures. */
export function constantComponent(e: ComponentNode): MaybeTyped {
  const base = constantStructure(e.base);
  return base?.k === 'structure' ? valueOfComponent(base, e.component) : undefined;
}

/**
 * The value of a named constant, or of a component of a constant, which may be a nested structure; any other node is
 * returned unchanged.
 */
export function constantStructure(e: Typed): MaybeTyped {
  if (e.k === 'variable' && e.sym.k === 'constant') return e.sym.scope.program.expressions.initialOf(e.sym);
  // If a constant array is initialised with a single structure, this is the value of each element.
  const whole = e.k === 'element' ? constantStructure(e.base) : undefined;
  if (whole?.k === 'structure') return whole;
  return e.k === 'component' ? (constantComponent(e) ?? e) : e;
}

/** The value of a component in a constructor. If the component is an array, a scalar sets all its elements. */
export function valueOfComponent(structure: Node<'structure'>, component: Component): MaybeTyped {
  const index = structure.type.derived!.components.indexOf(component);
  const value = index < 0 ? undefined : structure.values[index];
  if (!value || value.rank > 0 || !component.dims) return value;
  const shape = constantShape(component.dims);
  return shape && spreadConstant(value, shape);
}

/** True if a component's subscripts start at 1, as in an unnamed array. */
export function countsFromOne({ dims }: Component): boolean {
  return !dims || dims.every((d) => maybeInteger(d.low) === 1);
}
