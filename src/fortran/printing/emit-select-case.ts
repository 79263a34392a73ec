// SELECT CASE as C: a switch is not enough for ranges, characters and logicals, so cases are tests in order.
import { analyse } from '../analysis/analyse-expression.ts';
import { cType } from '../program/c-types.ts';
import { describeType } from '../program/describe-type.ts';
import { maybeInteger, type Typed } from '../program/semantics.ts';
import { FortranError } from '../source/diagnostics.ts';
import type { Expression } from '../syntax/syntax-tree.ts';
import { closeConstruct, openConstruct } from './emit-control.ts';
import { chars, scalar } from './emit-scalar.ts';
import { emitStatements, type Of } from './emit-statement.ts';
import type { Emitter } from './emitter.ts';

export function emitSelectCase(em: Emitter, s: Of<'select-case'>): void {
  const open = openConstruct(em, s.name, false);
  const value = analyse(em.scope, s.value);
  if (value.rank > 0) throw new FortranError(s.value.at, 'SELECT CASE takes a scalar; this is an array.');
  em.line('{');
  const mark = em.printer.fresh('M');
  const before = em.arena;
  em.arena = false;
  const lines = em.capture(() => prepareSelector(em, value, s));
  // Characters of the selector stay until the case is chosen; they are given back at the end.
  if (em.arena) em.line(`fmark ${mark} = f_mark();`);
  for (const line of lines) em.line(line);
  emitCases(em, s, em.selector!);
  if (em.arena) em.line(`f_release(${mark});`);
  em.arena = before;
  em.line('}');
  closeConstruct(em, open);
}

function prepareSelector(em: Emitter, value: Typed, s: Of<'select-case'>): void {
  if (value.type.base === 'character') {
    const v = chars(em, value);
    const p = em.temporary('const char *', v.p);
    const n = em.temporary('int32_t', v.n);
    em.selector = { k: 'raw', at: s.at, type: value.type, rank: 0, c: p, n, lvalue: true };
    return;
  }
  if (value.type.base !== 'integer' && value.type.base !== 'logical') {
    throw new FortranError(
      s.at,
      `SELECT CASE takes an integer, logical or character; this is ${describeType(value.type)}.`,
    );
  }
  em.selector = {
    k: 'raw',
    at: s.at,
    type: value.type,
    rank: 0,
    c: em.temporary(cType(value.type), scalar(em, value)),
    lvalue: true,
  };
}

function emitCases(em: Emitter, s: Of<'select-case'>, selector: Typed & { k: 'raw' }): void {
  const defaults = s.cases.filter((c) => !c.ranges);
  if (defaults.length > 1) throw new FortranError(defaults[1]!.at, 'There are two CASE DEFAULT.');
  checkOverlap(em, s);
  const otherwise = defaults[0];
  let first = true;
  // What the values need is printed before the first test.
  const chosen = s.cases.map((c) => c.ranges?.map((range) => caseTest(em, selector, range)));
  for (const [i, c] of s.cases.entries()) {
    const tests = chosen[i];
    if (!tests) continue;
    em.line(`${first ? '' : '} else '}if (${tests.join(' || ')}) {`);
    first = false;
    emitStatements(em, c.body);
  }
  if (otherwise) {
    em.line(first ? '{' : '} else {');
    emitStatements(em, otherwise.body);
    first = false;
  }
  if (!first) em.line('}');
}

// Two cases may not admit the same integer.
function checkOverlap(em: Emitter, s: Of<'select-case'>): void {
  const seen: { low: number; high: number }[] = [];
  for (const range of s.cases.flatMap((c) => c.ranges ?? [])) {
    const value = (e: Expression | undefined, open: number): number =>
      e ? numberOf(analyse(em.scope, e)) : open;
    const low = value(range.single ?? range.low, -Infinity);
    const high = value(range.single ?? range.high, Infinity);
    const at = (range.single ?? range.low ?? range.high)!.at;
    if (seen.some((other) => low <= other.high && high >= other.low))
      throw new FortranError(at, 'This case admits a value that an earlier case admits too.');
    if (low <= high) seen.push({ low, high });
  }
}

function numberOf(e: Typed): number {
  if (e.k === 'const' && typeof e.value === 'boolean') return e.value ? 1 : 0;
  return maybeInteger(e) ?? Number.NaN;
}

function caseTest(
  em: Emitter,
  selector: Typed & { k: 'raw' },
  range: { low?: Expression; high?: Expression; single?: Expression },
): string {
  const compare = (e: Expression, op: string): string => {
    const value = analyse(em.scope, e);
    if (value.type.base !== selector.type.base)
      throw new FortranError(
        e.at,
        `The case is ${describeType(value.type)}, but the selector ${describeType(selector.type)}.`,
      );
    if (value.type.base === 'character') {
      const v = chars(em, value);
      return `f_compare(${selector.c}, ${selector.n}, ${v.p}, ${v.n}) ${op} 0`;
    }
    return `${value.type.base === 'logical' ? `!!${selector.c}` : selector.c} ${op} ${scalar(em, value)}`;
  };
  if (range.single) return compare(range.single, '==');
  const tests = [range.low && compare(range.low, '>='), range.high && compare(range.high, '<=')].filter(
    Boolean,
  );
  return `(${tests.join(' && ')})`;
}
