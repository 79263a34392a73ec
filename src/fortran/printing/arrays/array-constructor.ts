// Array constructors: counts the values, then stores them consecutively in a temporary.

import type { Layout } from '../../program/c/c-arrays.ts';
import { layoutValue } from '../../program/c/c-arrays.ts';
import { cType, sizeProduct, sizeSum } from '../../program/c/c-text.ts';
import { constantLength } from '../../program/constants/constants.ts';
import type { ArrayItem, Node, Typed } from '../../program/symbols/semantics.ts';
import { firstValue } from '../../program/walking/walk-typed.ts';
import { assignScalar } from '../assign/assign.ts';
import { placeOf } from '../writer/check.ts';
import { emitLocalLoop } from '../writer/counted-loop.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, chars, loops, rawOf, scalar } from '../writer/expressions.ts';
import { lengthOfValue, temporaryArray } from './array.ts';

/** Prints an array constructor, which stores its values in a temporary. */
export function constructArray(em: Emitter, e: Node<'array'>): Layout {
  em.arena.used = true;
  const length = constructorLength(em, e);
  const count = countItems(em, e.items);
  const layout = temporaryArray(em, e.type, [count], length);
  const position = em.temporary('int32_t', '0');
  const store = (em: Emitter, value: Typed): void => {
    assignScalar(em, layoutValue(layout).at([position]), value);
    em.line(`${position}++;`);
  };
  const isOpen = e.type.length === undefined;
  storeItems(em, e.items, store, (em, value) => store(em, isOpen ? checkedLength(em, value, layout) : value));
  return layout;
}

function constructorLength(em: Emitter, e: Node<'array'>): string {
  if (e.type.base !== 'character') return '1';
  const n = constantLength(e.type);
  if (n !== undefined) return String(n);
  if (typeof e.type.length === 'object') return em.fixed(scalar(em, e.type.length));
  return firstLength(em, e.items);
}

// The length of the first value; inside loops, its length for the initial values of the loop variables.
function firstLength(em: Emitter, items: readonly ArrayItem[]): string {
  const item = items[0];
  if (!item) return '1';
  if (item.k === 'value' && item.value.rank === 0) return em.fixed(chars(em, item.value).n);
  if (item.k === 'value') return lengthOfValue(em, arrayValue(em, item.value));
  const own = constantLength(firstValue(item.items)?.type ?? { base: 'void', kind: 0 });
  if (own !== undefined) return String(own);
  const first = em.temporary(cType(item.variable.resolved.type!), scalar(em, item.first));
  return firstLength(em.bind([[item.variable, first]]), item.items);
}

function countItems(em: Emitter, items: readonly ArrayItem[]): string {
  let count = '0';
  for (const item of items) {
    count = sizeSum(count, item.k === 'value' ? sizeOf(em, item.value) : countLoop(em, item));
  }
  return em.fixed(count);
}

function sizeOf(em: Emitter, e: Typed): string {
  return e.rank === 0 ? '1' : arrayValue(em, e).shape.reduce(sizeProduct, '1');
}

// The sum has 64 bits, so that 32-bit loops cannot overflow it. The compiler turns a loop like this into a product.
function countLoop(em: Emitter, item: Extract<ArrayItem, { k: 'loop' }>): string {
  const count = em.temporary('int64_t', '0');
  const isLong = item.variable.resolved.type!.kind > 4;
  emitLocalLoop(em, item, (em) => {
    const inner = countItems(em, item.items);
    em.line(`${count} += ${inner};${isLong ? ` if (${count} > F_TOO_LARGE) break;` : ''}`);
  });
  return em.temporary('int32_t', `f_size(${count})`);
}

type Store = (em: Emitter, value: Typed) => void;

function storeItems(em: Emitter, items: readonly ArrayItem[], element: Store, scalar: Store): void {
  for (const item of items)
    if (item.k === 'loop') emitLocalLoop(em, item, (em) => storeItems(em, item.items, element, scalar));
    else if (item.value.rank === 0) scalar(em, item.value);
    else
      em.inBraces('', () => {
        const value = arrayValue(em, item.value);
        loops(em, value.shape, (indices) => element(em, value.at(indices)));
      });
}

// If no type precedes the values, all characters in a constructor must have the same length.
function checkedLength(em: Emitter, e: Typed, layout: Layout): Typed {
  if (e.type.base !== 'character' || !em.program.options.checkBounds) return e;
  const value = rawOf(em, e);
  em.line(`f_check_lengths(${layout.length}, ${value.n ?? '1'}, ${placeOf(e.at)});`);
  return value;
}
