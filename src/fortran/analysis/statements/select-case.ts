// SELECT CASE: its selector and its cases, no two of which may match the same value.

import { inconstantPart } from '../../intrinsics/checks/constant.ts';
import { describeType } from '../../program/constants/constants.ts';
import { wrapTo } from '../../program/constants/fold-scalar.ts';
import type { Scope, Typed } from '../../program/symbols/semantics.ts';
import type { Construct, TypedCaseRange, TypedOf } from '../../program/walking/typed-statements.ts';
import { refuse } from '../../source/diagnostics.ts';
import type { CaseRange, Expression } from '../../syntax/tree/syntax-tree.ts';
import { requireScalar } from '../checks/require-scalar.ts';
import { analyse } from '../expressions/expression.ts';
import { inside, type Of, type Place } from './statement-place.ts';

export function analyseSelectCase(place: Place, s: Of<'select-case'>): TypedOf<'select-case'> {
  const { scope } = place;
  const value = analyse(scope, s.value);
  if (value.rank > 0) refuse(s.value.at, 'SELECT CASE needs a scalar; this is an array.');
  if (!/^(integer|unsigned|logical|character)$/.test(value.type.base))
    refuse(s.at, `SELECT CASE needs an integer, logical or character; this is ${describeType(value.type)}.`);
  const defaults = s.cases.filter((c) => !c.ranges);
  if (defaults.length > 1) refuse(defaults[1]!.at, 'There are two CASE DEFAULT statements.');
  checkOverlap(scope, s);
  const ranges = s.cases.map((c) => c.ranges?.map((range) => analyseCaseRange(scope, range, value)));
  const construct: Construct = { name: s.name, isLoop: false };
  const cases = s.cases.map((c, i) => ({
    ranges: ranges[i],
    body: place.analyseBody(inside(place, construct), c.body),
  }));
  return { k: 'select-case', at: s.at, construct, value, cases };
}

// No two cases may match the same integer.
function checkOverlap(scope: Scope, s: Of<'select-case'>): void {
  const seen: { low: bigint | number; high: bigint | number }[] = [];
  for (const range of s.cases.flatMap((c) => c.ranges ?? [])) {
    const value = (e: Expression | undefined, open: number): bigint | number =>
      e ? numberOf(analyse(scope, e)) : open;
    const low = value(range.single ?? range.low, -Infinity);
    const high = value(range.single ?? range.high, Infinity);
    const at = (range.single ?? range.low ?? range.high)!.at;
    if (seen.some((other) => low <= other.high && high >= other.low))
      refuse(at, 'This case overlaps an earlier case.');
    if (low <= high) seen.push({ low, high });
  }
}

// The integer or logical as a number, which keeps all its bits; NaN for characters.
function numberOf(e: Typed): bigint | number {
  if (e.k === 'const' && typeof e.value === 'boolean') return e.value ? 1 : 0;
  return e.k === 'const' && typeof e.value === 'bigint' ? wrapTo(e.value, e.type) : Number.NaN;
}

function analyseCaseRange(scope: Scope, { single, low, high }: CaseRange, selector: Typed): TypedCaseRange {
  const analyseBound = (e: Expression): Typed => {
    const value = analyse(scope, e);
    const { base, kind } = value.type;
    if (base !== selector.type.base || (base === 'character' && kind !== selector.type.kind))
      refuse(
        e.at,
        `The case is ${describeType(value.type)}, but the selector is ${describeType(selector.type)}.`,
      );
    const found = inconstantPart(value);
    if (found) refuse(found.part.at, `The value of a case must be constant: ${found.why}`);
    return requireScalar(value);
  };
  if (single) return { single: analyseBound(single) };
  if (selector.type.base === 'logical')
    refuse((low ?? high)!.at, 'A case cannot be a range of logical values.');
  return { low: low && analyseBound(low), high: high && analyseBound(high) };
}
