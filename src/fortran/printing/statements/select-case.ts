// SELECT CASE in C: a switch cannot handle ranges, characters and logicals, so cases are tested in order.

import { ofCharacters } from '../../program/c/c-text.ts';
import { cType } from '../../program/c/c-types.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import type { TypedCaseRange, TypedOf } from '../../program/walking/typed-statements.ts';
import { type Branch, newBlock } from '../writer/c-tree.ts';
import type { Emitter } from '../writer/emitter.ts';
import { chars, scalar } from '../writer/expressions.ts';
import { closeConstruct, openConstruct } from '../writer/open-construct.ts';

/** The selector in a C variable: the C for its value, and the length of characters. */
interface Selector {
  readonly c: string;
  readonly n: string;
}

export function emitSelectCase(outer: Emitter, s: TypedOf<'select-case'>): void {
  const { em, open } = openConstruct(outer, s.construct);
  const mark = em.printer.fresh('M');
  // The selector's characters are kept until the case is chosen, and freed at the end.
  const block = newBlock();
  em.into(block, () => emitCases(em, s, prepareSelector(em, s.value)));
  em.inBraces('', () => em.add({ ...block, mark: block.arena.used ? mark : undefined }));
  closeConstruct(em, open);
}

function prepareSelector(em: Emitter, value: Typed): Selector {
  if (value.type.base !== 'character')
    return { c: em.temporary(cType(value.type), scalar(em, value)), n: '' };
  const v = chars(em, value);
  return { c: em.temporary('const char *', v.p), n: em.temporary('int32_t', v.n) };
}

function emitCases(em: Emitter, s: TypedOf<'select-case'>, selector: Selector): void {
  const otherwise = s.cases.find((c) => !c.ranges);
  // Code that the values need is printed before the first test.
  const tests = s.cases.map((c) => c.ranges?.map((range) => caseTest(em, selector, range)).join(' || '));
  const branches = s.cases.flatMap((c, i): Branch[] =>
    tests[i] === undefined ? [] : [{ test: tests[i], body: em.capture(() => em.statements(c.body)) }],
  );
  if (otherwise) branches.push({ body: em.capture(() => em.statements(otherwise.body)) });
  em.choose(branches);
}

function caseTest(em: Emitter, selector: Selector, range: TypedCaseRange): string {
  const compare = (value: Typed, op: string): string => {
    if (value.type.base === 'character') {
      const v = chars(em, value);
      return `${ofCharacters('f_compare', value.type)}(${selector.c}, ${selector.n}, ${v.p}, ${v.n}) ${op} 0`;
    }
    return `${value.type.base === 'logical' ? `!!${selector.c}` : selector.c} ${op} ${scalar(em, value)}`;
  };
  if ('single' in range) return compare(range.single, '==');
  const tests = [range.low && compare(range.low, '>='), range.high && compare(range.high, '<=')].filter(
    Boolean,
  );
  return `(${tests.join(' && ')})`;
}
