// Parts of designators: subscripts as C integers, and the structures that component references refer to.

import { cType } from '../../program/c/c-text.ts';
import { rankOf } from '../../program/declarations/resolve.ts';
import { isDesignator } from '../../program/symbols/designator.ts';
import type { MaybeTyped, Node, Typed } from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';
import { placeOf } from './check.ts';
import type { Emitter } from './emitter.ts';
import { callValue, lvalue, scalar } from './expressions.ts';

/** A subscript as a 32-bit C integer. A larger subscript stops the program. */
export function integer(em: Emitter, e: Typed): string {
  return isLong(e) ? `f_subscript(${longInteger(em, e)}, ${placeOf(e.at)})` : longInteger(em, e);
}

/** A subscript as a C integer of up to 64 bits, for the runtime's checks. */
export function longInteger(em: Emitter, e: Typed): string {
  if (e.k === 'const' && typeof e.value === 'bigint' && !isLong(e)) return String(e.value);
  const c = scalar(em, e);
  return e.type.kind === 16 ? `f_clamp(${c})` : c;
}

function isLong(e: Typed): boolean {
  if (e.k === 'const' && typeof e.value === 'bigint') return BigInt.asIntN(32, e.value) !== e.value;
  return e.type.kind > 4;
}

interface RangeOf<T> {
  readonly low: T;
  readonly high: T;
  readonly step: T;
}

type WrittenRange = Partial<RangeOf<MaybeTyped>>;

/** Bounds and step of a range: as 32-bit C integers, clamped if necessary, and at full width for checks. */
export interface Range extends RangeOf<string> {
  readonly long: RangeOf<string>;
}

/** Reads a range; an absent bound is taken from `whole`. */
export function readRange(em: Emitter, range: WrittenRange, whole: { low: string; high: string }): Range {
  const read = (e: MaybeTyped, otherwise: string) =>
    e ? em.once(isLong(e) ? 'int64_t' : 'int32_t', longInteger(em, e)) : otherwise;
  const low = read(range.low, whole.low);
  const step = read(range.step, '1');
  const high = read(range.high, whole.high);
  const short = (e: MaybeTyped, c: string) => (e && isLong(e) ? em.once('int32_t', `f_size(${c})`) : c);
  return {
    low: short(range.low, low),
    high: short(range.high, high),
    step: short(range.step, step),
    long: { low, high, step },
  };
}

/** Prints a check that a nonempty range fits in 32 bits, if its bounds are wider. */
export function fitRange(em: Emitter, { low, high, step }: WrittenRange, range: Range, at: Position): void {
  if (![low, high, step].some((e) => e && isLong(e))) return;
  em.line(`f_fit_range(${range.long.low}, ${range.long.high}, ${range.long.step}, ${placeOf(at)});`);
}

/** True if a function returns a pointer or an allocatable scalar. */
export function returnsPointer(e: Node<'call'>): boolean {
  const result = e.target.procedure.result;
  return (
    result !== undefined &&
    e.type.base !== 'procedure' &&
    (result.pointer || result.allocatable) &&
    rankOf(result) === 0
  );
}

/** The lvalue of a structure. The result of a call is stored in a temporary first. */
export function structureLvalue(em: Emitter, e: Typed): string {
  if (isDesignator(e) || (e.k === 'variable' && e.sym.k === 'constant')) return lvalue(em, e);
  if (e.k === 'call' && returnsPointer(e)) return `(*${callValue(em, e)})`;
  return em.temporary(cType(e.type), scalar(em, e));
}
