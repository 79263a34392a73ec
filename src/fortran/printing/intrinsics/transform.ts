// Transformational intrinsics with array results: MATMUL, TRANSPOSE, RESHAPE, SPREAD, PACK, CSHIFT, TRANSFER and so on.

import { maybeWhole } from '../../intrinsics/rows/function-rows.ts';
import type { ArrayValue } from '../../program/c/c-arrays.ts';
import { compactLayout, layoutValue } from '../../program/c/c-arrays.ts';
import { cType, multiply } from '../../program/c/c-text.ts';
import type { IntrinsicNode } from '../../program/symbols/semantics.ts';
import { unprintable } from '../../source/unprintable.ts';
import { roomForArray } from '../arrays/array.ts';
import { bareType, fillFromBytes, sourceBytes } from '../arrays/representation.ts';
import { maybeRankArray } from '../designators/assumed-rank.ts';
import type { Emitter } from '../writer/emitter.ts';
import { characterLength, scalar } from '../writer/expressions.ts';
import { boundsOf, boundText } from './inquiry.ts';
import { isReduction, reduceArray } from './reduce.ts';
import { wholeCall } from './whole.ts';

export function transformArray(em: Emitter, e: IntrinsicNode): ArrayValue {
  if (isReduction(e.name)) return reduceArray(em, e);
  const ofAnyRank = maybeRankArray(em, e);
  if (ofAnyRank) return ofAnyRank;
  const array = maybeWhole(e.name)?.array;
  if (array) return array(wholeCall(em, e));
  const printer = PRINTERS[e.name];
  if (!printer) unprintable(e.at, 'an intrinsic function of arrays', e.name);
  return printer(em, e);
}

const PRINTERS: Record<string, (em: Emitter, e: IntrinsicNode) => ArrayValue> = {
  transfer,
  shape: integersOfBounds((d) => d.extent),
  lbound: integersOfBounds((d) => boundText(false, d)),
  ubound: integersOfBounds((d) => boundText(true, d)),
  size: integersOfBounds((d) => d.extent),
};

function integersOfBounds(textOf: (d: ReturnType<typeof boundsOf>[number]) => string) {
  return (em: Emitter, e: IntrinsicNode) => integers(em, e, boundsOf(em, e.arguments[0]!).map(textOf));
}

function integers(em: Emitter, e: IntrinsicNode, values: readonly string[]): ArrayValue {
  const name = em.printer.fresh();
  em.line(`${cType(e.type)} ${name}[${Math.max(1, values.length)}] = {${values.join(', ') || '0'}};`);
  return layoutValue(compactLayout(e.type, name, [String(values.length)], '1'));
}

function transfer(em: Emitter, e: IntrinsicNode): ArrayValue {
  const source = sourceBytes(em, e.arguments[0]!);
  const character = e.type.base === 'character';
  const length = character ? em.fixed(characterLength(em, e.arguments[1]!)) : '1';
  const size = character ? length : `(int32_t)sizeof(${bareType(e.type)})`;
  const [, , count] = e.arguments;
  const n = em.fixed(
    count ? `f_size(${scalar(em, count)})` : `(${source.n} + ${size} - 1) / (${size} + !${size})`,
  );
  const target = roomForArray(em, e.type, [n], length);
  if (character)
    em.line(`memcpy(${target.pointer}, ${source.p}, f_least(${source.n}, ${multiply(n, size)}));`);
  else fillFromBytes(em, e.type, target.pointer, n, source);
  return layoutValue(target);
}
