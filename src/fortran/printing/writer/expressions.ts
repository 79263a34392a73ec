// The only cycle in the printing phase. Expressions contain expressions: a subscript is a scalar, a scalar may be a
// call, its argument an array, and an array may be a designator with subscripts. The printers for each kind are in
// separate files, which call each other through this interface; tie-expressions.ts implements it. Loop nests and
// scalars that are printed as C text use the interface as well.

import { objectNode, valueNode } from '../../program/c/c-arrays.ts';
import type { Node, Typed } from '../../program/symbols/semantics.ts';
import type { Emitter, Expressions } from './emitter.ts';

const of = (em: Emitter): Expressions => em.printer.expressions;

/** The C value of a scalar that is not of type CHARACTER. */
export const scalar: Expressions['scalar'] = (em, e) => of(em).scalar(em, e);
/** Address and length of a character scalar. */
export const chars: Expressions['chars'] = (em, e) => of(em).chars(em, e);
/** The lvalue of a scalar that is not of type CHARACTER. */
export const lvalue: Expressions['lvalue'] = (em, e) => of(em).lvalue(em, e);
/** Prepares an array expression. Code for values that are computed only once is printed immediately. */
export const arrayValue: Expressions['arrayValue'] = (em, e) => of(em).arrayValue(em, e);
/** An array in memory: either its own memory or a temporary. */
export const materialise: Expressions['materialise'] = (em, e) => of(em).materialise(em, e);
/** The array result of an intrinsic function. */
export const transformArray: Expressions['transformArray'] = (em, e) => of(em).transformArray(em, e);
/** Prints an array constructor, which stores its values in a temporary. */
export const constructArray: Expressions['constructArray'] = (em, e) => of(em).constructArray(em, e);
export const callValue: Expressions['callValue'] = (em, e) => of(em).callValue(em, e);
/** Prints a call to an array function; returns the layout of the result. */
export const callArray: Expressions['callArray'] = (em, e) => of(em).callArray(em, e);
/** Prints a CALL statement; returns the C value that selects an alternate return. */
export const callSubroutine: Expressions['callSubroutine'] = (em, e) => of(em).callSubroutine(em, e);
/** The length in bytes of a character scalar, or of the elements of an array. */
export const characterLength: Expressions['characterLength'] = (em, e) => of(em).characterLength(em, e);
/** C expression for the table that describes the dynamic type of a value, even if the value does not exist. */
export const dynamicType: Expressions['dynamicType'] = (em, e) => of(em).dynamicType(em, e);
export const printConstant: Expressions['printConstant'] = (em, name, e) => of(em).printConstant(em, name, e);
/** The static variable that holds a constant structure. */
export const printConstantStructure: Expressions['printConstantStructure'] = (em, symbol) =>
  of(em).printConstantStructure(em, symbol);
/** A function that computes a constant before the program starts and before any data is initialised. */
export const startupOfConstant: Expressions['startupOfConstant'] = (em, scope, print) =>
  of(em).startupOfConstant(em, scope, print);
/** Prints the assignment of an array to an array, or of a scalar to all elements of an array. */
export const assignToArray: Expressions['assignToArray'] = (em, place, value) =>
  of(em).assignToArray(em, place, value);
/** A copy of an array in memory. */
export const copyOf: Expressions['copyOf'] = (em, value) => of(em).copyOf(em, value);
/** Prints an assignment, along with a check that it preserves the target's length parameters. */
export const keepingLengths: Expressions['keepingLengths'] = (em, target, value, print) =>
  of(em).keepingLengths(em, target, value, print);
/** Stores an array value in memory. */
export const fill: Expressions['fill'] = (em, layout, value) => of(em).fill(em, layout, value);

/** Prints a loop nest over a shape, with the first index innermost. */
export function loops(em: Emitter, shape: readonly string[], body: (indices: string[]) => void): void {
  const indices = shape.map(() => em.printer.fresh('I'));
  const nest = shape.reduce(
    (inner, extent, d) => () =>
      em.inBraces(`for (int32_t ${indices[d]} = 0; ${indices[d]} < ${extent}; ${indices[d]}++)`, inner),
    () => body(indices),
  );
  nest();
}

/** Prints a loop nest over extents, which are copied into variables first. */
export function fixedLoops(em: Emitter, shape: readonly string[], body: (indices: string[]) => void): void {
  loops(
    em,
    shape.map((n) => em.fixed(n)),
    body,
  );
}

/** A scalar node printed as C text. */
export function rawOf(em: Emitter, e: Typed): Node<'raw'> {
  if (e.k === 'raw') return e;
  if (e.type.base === 'character') {
    const value = chars(em, e);
    return objectNode(e, value.p, value.n);
  }
  return valueNode(e, scalar(em, e));
}
