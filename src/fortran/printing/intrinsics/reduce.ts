// Reductions in C: SUM, MAXVAL, ANY, COUNT, MAXLOC and the like, over a whole array or along one dimension.

import {
  type ChosenDimension,
  inserted,
  pick,
  without,
} from '../../intrinsics/row-kinds/chosen-dimension.ts';
import type { Reduction } from '../../intrinsics/row-kinds/whole-row.ts';
import { maybeWhole } from '../../intrinsics/rows/function-rows.ts';
import type { ArrayValue } from '../../program/c/c-arrays.ts';
import { layoutValue, objectNode, valueNode } from '../../program/c/c-arrays.ts';
import { type CharactersC, cType, ofCharacters } from '../../program/c/c-text.ts';
import type { IntrinsicNode, MaybeTyped, Node, Type, Typed } from '../../program/symbols/semantics.ts';
import type { CallNode } from '../../program/walking/typed-statements.ts';
import { unprintable } from '../../source/unprintable.ts';
import { hoist, isArrayValue, lengthOfValue, temporaryArray } from '../arrays/array.ts';
import { assignScalar } from '../assign/assign.ts';
import { argumentOf, maybeAbsence, scalarOr } from '../designators/absent.ts';
import { chooseDimension } from '../designators/dimension.ts';
import { checkConformance } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, chars, fixedLoops, loops, rawOf, scalar } from '../writer/expressions.ts';
import { binaryText } from './binary-text.ts';
import { wholeCall } from './whole.ts';

/** True if a function is a reduction, or if it finds positions in the same way as a reduction. */
export function isReduction(name: string): boolean {
  return PLACES.has(name) || maybeWhole(name)?.reduce !== undefined;
}

const PLACES: ReadonlySet<string> = new Set(['maxloc', 'minloc', 'findloc']);

function reductionOf(em: Emitter, e: IntrinsicNode): Reduction {
  const reduce = maybeWhole(e.name)?.reduce;
  if (!reduce) unprintable(e.at, 'a reduction', e.name);
  return reduce(wholeCall(em, e));
}

interface Operands {
  array: ArrayValue;
  mask: ArrayValue | Typed | undefined;
  dim: MaybeTyped;
}

function operandsOf(em: Emitter, e: IntrinsicNode): Operands {
  const names = maybeWhole(e.name)?.takes.split(' ') ?? [];
  const place = names.indexOf('mask?');
  const mask = e.arguments[place];
  const array = arrayValue(em, e.arguments[0]!);
  const chosen = mask && maskOf(em, mask, argumentOf(em, e, place));
  if (mask && chosen && isArrayValue(chosen)) {
    const absent = maybeAbsence(em, mask);
    const guard = absent === undefined ? '' : `if (!(${absent})) `;
    checkConformance(em, { e: mask, shape: chosen.shape }, array.shape, e.at, guard);
  }
  return { array, mask: chosen, dim: e.arguments[names.indexOf('dim?')] };
}

// If MASK is absent, all elements are selected.
function maskOf(em: Emitter, given: Typed, mask: Typed): ArrayValue | Typed {
  const absence = maybeAbsence(em, given);
  if (absence === undefined) return mask.rank > 0 ? arrayValue(em, mask) : hoist(em, mask);
  const absent = em.once('int32_t', absence);
  const or = (c: string): string => `(${absent} || ${c})`;
  if (mask.rank === 0) return valueNode(mask, em.temporary('int32_t', or(scalar(em, mask))));
  const { layout: _layout, ...value } = arrayValue(em, mask);
  return { ...value, at: (indices) => valueNode(mask, or(value.at(indices).c)) };
}

function maskText(em: Emitter, mask: Operands['mask'], indices: readonly string[]): string | undefined {
  return mask && scalar(em, isArrayValue(mask) ? mask.at(indices) : mask);
}

function take(em: Emitter, operands: Operands, op: Reduction, acc: string, indices: readonly string[]): void {
  em.under(maskText(em, operands.mask, indices), () =>
    em.line(op.step(acc, scalar(em, operands.array.at(indices)))),
  );
}

/** A reduction with a scalar result. */
export function reduceScalar(em: Emitter, e: IntrinsicNode): string {
  if (PLACES.has(e.name)) return locate(em, e, operandsOf(em, e), undefined)[0]!;
  const operands = operandsOf(em, e);
  const op = reductionOf(em, e);
  const acc = em.temporary(cType(e.type), op.initial);
  if (op.state) em.line(op.state);
  fixedLoops(em, operands.array.shape, (indices) => take(em, operands, op, acc, indices));
  return op.finish ? em.temporary(cType(e.type), op.finish(acc)) : acc;
}

// The current value of a reduction of characters, or 0, and the memory for its result.
interface ReducedCharacters {
  readonly acc: string;
  readonly place: string;
  readonly length: string;
}

/** A reduction of characters with a scalar result. */
export function reduceCharacters(em: Emitter, e: IntrinsicNode): CharactersC {
  const operands = operandsOf(em, e);
  const length = lengthOfValue(em, operands.array);
  const place = em.inArena('char *', `f_alloc(${length})`);
  const chosen = { acc: em.temporary('const char *', '0'), place, length };
  loops(em, operands.array.shape, (indices) => takeCharacters(em, e, operands, chosen, indices));
  storeCharacters(em, e, chosen);
  return { p: place, n: length };
}

/** A reduction with an array result: a reduction along a dimension, or MAXLOC and similar functions without DIM. */
export function reduceArray(em: Emitter, e: IntrinsicNode): ArrayValue {
  const operands = operandsOf(em, e);
  if (PLACES.has(e.name)) return locateArray(em, e, operands);
  const op = reductionOf(em, e);
  if (e.type.base === 'character') return reduceCharactersAlong(em, e, operands);
  const dim = chooseDimension(em, operands.dim, operands.array.shape.length);
  const shape = without(dim, operands.array.shape);
  const target = temporaryArray(em, e.type, shape, '1');
  fixedLoops(em, shape, (outer) => {
    const acc = em.temporary(cType(e.type), op.initial);
    if (op.state) em.line(op.state);
    alongDimension(em, operands, dim, outer, (indices) => take(em, operands, op, acc, indices));
    assignScalar(em, layoutValue(target).at(outer), objectNode(e, op.finish ? op.finish(acc) : acc));
  });
  return layoutValue(target);
}

// Computes MAXVAL, MINVAL or REDUCE of characters along a dimension.
function reduceCharactersAlong(em: Emitter, e: IntrinsicNode, operands: Operands): ArrayValue {
  const dim = chooseDimension(em, operands.dim, operands.array.shape.length);
  const length = lengthOfValue(em, operands.array);
  const target = temporaryArray(em, e.type, without(dim, operands.array.shape), length);
  loops(em, layoutValue(target).shape, (outer) => {
    const place = em.temporary('char *', layoutValue(target).at(outer).c);
    const chosen = { acc: em.temporary('const char *', '0'), place, length };
    alongDimension(em, operands, dim, outer, (indices) => takeCharacters(em, e, operands, chosen, indices));
    storeCharacters(em, e, chosen);
  });
  return layoutValue(target);
}

// If there are no elements, the result is IDENTITY or consists of characters with the lowest or highest code.
function storeCharacters(em: Emitter, e: IntrinsicNode, { acc, place, length }: ReducedCharacters): void {
  em.line(`if (${acc}) memmove(${place}, ${acc}, ${length});`);
  em.inBraces('else', () => {
    if (e.name !== 'reduce') em.line(`memset(${place}, ${e.name === 'maxval' ? '0' : '255'}, ${length});`);
    else storeIdentity(em, e.arguments[4], place, length);
  });
}

function storeIdentity(em: Emitter, identity: MaybeTyped, place: string, length: string): void {
  const absent = identity ? maybeAbsence(em, identity) : '1';
  if (absent !== undefined) em.line(`if (${absent}) f_fault("REDUCE of no elements needs IDENTITY");`);
  if (!identity) return;
  const { p, n } = chars(em, identity);
  em.line(`f_assign(${place}, ${length}, ${p}, ${n});`);
}

function takeCharacters(
  em: Emitter,
  e: IntrinsicNode,
  operands: Operands,
  { acc, place, length }: ReducedCharacters,
  indices: string[],
): void {
  const mask = maskText(em, operands.mask, indices);
  const operation = e.name === 'reduce' ? (e.arguments[1] as CallNode) : undefined;
  if (operation) {
    em.under(mask, () => {
      const x = operands.array.at(indices);
      const next = em.capture(() => {
        const list = [objectNode(x, acc, length), x].map((value) => ({ at: e.at, value }));
        const { p, n } = chars(em, { ...operation, arguments: list });
        em.line(`f_assign(${place}, ${length}, ${p}, ${n}); ${acc} = ${place};`);
      });
      em.line(`if (!${acc}) ${acc} = ${x.c};`);
      em.inBraces('else', () => em.add(next));
    });
    return;
  }
  const x = operands.array.at(indices);
  const op = e.name === 'maxval' ? '>' : '<';
  const test = `!${acc} || ${ofCharacters('f_compare', x.type)}(${x.c}, ${x.n}, ${acc}, ${x.n}) ${op} 0`;
  em.line(`if (${mask === undefined ? test : `${mask} && (${test})`}) ${acc} = ${x.c};`);
}

function alongDimension(
  em: Emitter,
  operands: Operands,
  dim: ChosenDimension,
  outer: readonly string[],
  body: (indices: string[]) => void,
): void {
  const inner = em.printer.fresh('I');
  em.inBraces(`for (int32_t ${inner} = 0; ${inner} < ${pick(dim, operands.array.shape)}; ${inner}++)`, () =>
    body(inserted(dim, outer, inner)),
  );
}

// Returns the names of C variables that contain the 1-based positions, or 0 if no element is found. `along` selects the
// loops of one dimension.
function locate(
  em: Emitter,
  e: IntrinsicNode,
  operands: Operands,
  along: { dim: ChosenDimension; outer: readonly string[] } | undefined,
): string[] {
  const rank = operands.array.shape.length;
  const places = Array.from({ length: along ? 1 : rank }, () => em.temporary('int32_t', '0'));
  const type = e.arguments[0]!.type;
  const best = type.base === 'character' ? em.temporary('const char *', '0') : em.temporary(cType(type), '0');
  const back = e.arguments[e.name === 'findloc' ? 5 : 4];
  const isBack = back ? em.temporary('int32_t', scalarOr(em, back, scalar(em, back), '0')) : '0';
  const sought = e.name === 'findloc' ? hoist(em, e.arguments[1]!) : undefined;
  const visit = (indices: readonly string[]): void => {
    const mask = maskText(em, operands.mask, indices);
    const own = along ? [pick(along.dim, indices)] : indices;
    const x = operands.array.at(indices);
    const test = sought
      ? findTest(em, x, sought, isBack, places[0]!)
      : extremeTest(em, x, e.name === 'maxloc' ? '>' : '<', best, isBack, places[0]!);
    em.under(`${mask === undefined ? '' : `${mask} && `}${test.condition}`, () => {
      if (!sought) em.line(`${best} = ${test.value};`);
      for (const [i, index] of own.entries()) em.line(`${places[i]} = ${index} + 1;`);
    });
  };
  if (along) alongDimension(em, operands, along.dim, along.outer, visit);
  else fixedLoops(em, operands.array.shape, visit);
  return places;
}

/** C expressions for testing an element, and for the value to keep if the test succeeds. */
type ElementTest = { condition: string; value: string };

function findTest(em: Emitter, x: Typed, sought: Typed, isBack: string, place: string): ElementTest {
  const op = x.type.base === 'logical' ? '.eqv.' : '==';
  const type: Type = { base: 'logical', kind: 4 };
  const equal: Node<'binary'> = { k: 'binary', at: x.at, op, type, rank: 0, left: x, right: sought };
  const isText = x.type.base === 'character';
  const text = isText ? rawOf(em, equal).c : binaryText(op, scalar(em, x), scalar(em, sought), equal);
  return { condition: `(${place} == 0 || ${isBack}) && ${text}`, value: '' };
}

function extremeTest(
  em: Emitter,
  x: Node<'raw'>,
  op: string,
  best: string,
  isBack: string,
  place: string,
): ElementTest {
  if (x.type.base === 'character') {
    const order = `${ofCharacters('f_compare', x.type)}(${x.c}, ${x.n}, ${best}, ${x.n})`;
    const later = isBack === '0' ? '' : ` || (${isBack} && ${order} == 0)`;
    return { condition: `(${place} == 0 || ${order} ${op} 0${later})`, value: x.c };
  }
  const value = em.temporary(cType(x.type), scalar(em, x));
  const nan = x.type.base === 'real' ? ` || (${best} != ${best} && ${value} == ${value})` : '';
  return {
    condition: `(${place} == 0 || ${value} ${op} ${best} || (${isBack} && ${value} == ${best})${nan})`,
    value,
  };
}

function hoistOptional(em: Emitter, e: Typed): Typed {
  if (maybeAbsence(em, e) === undefined) return hoist(em, e);
  return objectNode(e, em.temporary(cType(e.type), scalarOr(em, e, scalar(em, e), '0')));
}

function locateArray(em: Emitter, call: IntrinsicNode, operands: Operands): ArrayValue {
  const rank = operands.array.shape.length;
  // BACK= and the value that FINDLOC looks for are computed once for all dimensions.
  const once = call.name === 'findloc' ? [1, 5] : [4];
  const args = call.arguments.map((a, i) =>
    a && once.includes(i) ? (i > 1 ? hoistOptional : hoist)(em, a) : a,
  );
  const e = { ...call, arguments: args };
  if (!operands.dim) {
    const places = locate(em, e, operands, undefined);
    const target = temporaryArray(em, e.type, [String(rank)], '1');
    for (const [i, p] of places.entries()) em.line(`${target.pointer}[${i}] = ${p};`);
    return layoutValue(target);
  }
  const dim = chooseDimension(em, operands.dim, rank);
  const shape = without(dim, operands.array.shape);
  const target = temporaryArray(em, e.type, shape, '1');
  fixedLoops(em, shape, (outer) => {
    const [place] = locate(em, e, operands, { dim, outer });
    em.line(`${scalar(em, layoutValue(target).at(outer))} = ${place};`);
  });
  return layoutValue(target);
}
