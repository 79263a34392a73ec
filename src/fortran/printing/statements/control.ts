// Control flow in C: IF, DO and its exits, all forms of GOTO, STOP and RETURN. Open constructs are on a stack, where
// CYCLE and EXIT find them.

import { cType, ofCharacters } from '../../program/c/c-text.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import type { TypedCaseRange, TypedOf } from '../../program/walking/typed-statements.ts';
import { type Branch, newBlock } from '../writer/c-tree.ts';
import { emitCountedLoop } from '../writer/counted-loop.ts';
import type { Emitter } from '../writer/emitter.ts';
import { condition, enclosed, settled } from '../writer/enclose.ts';
import { chars, lvalue, scalar } from '../writer/expressions.ts';
import {
  closeConstruct,
  emitLoopBody,
  gotoConstruct,
  gotoEnd,
  gotoLabel,
  openConstruct,
} from '../writer/open-construct.ts';

export function emitIf(outer: Emitter, s: TypedOf<'if'>): void {
  const { em, open } = openConstruct(outer, s.construct);
  let depth = 0;
  s.branches.forEach((branch, i) => {
    if (!branch.condition) {
      em.line('} else {');
    } else if (i === 0) {
      em.line('{');
      depth++;
      em.line(`if (${condition(em, branch.condition)}) {`);
    } else {
      const { condition: value } = branch;
      let test = '';
      const prelude = em.capture(() => {
        em.line(em.lineDirective(branch.at));
        test = condition(em.with({ statementAt: branch.at }), value);
      });
      if (prelude.nodes.length === 1) em.line(`} else if (${test}) {`);
      else {
        em.line('} else {');
        depth++;
        em.add(prelude);
        em.line(`if (${test}) {`);
      }
    }
    em.statements(branch.body);
  });
  em.line('}'.repeat(depth + 1));
  closeConstruct(em, open);
}

export function emitArithmeticIf(em: Emitter, { value, labels }: TypedOf<'arithmetic-if'>): void {
  em.line('{');
  const name = settled(em, cType(value.type), () => scalar(em, value));
  const v = em.temporary(cType(value.type), name);
  const [below, at, above] = labels.map((label) => gotoLabel(em, label));
  em.line(`if (${v} < 0) ${below} if (${v} == 0) ${at} ${above} }`);
}

export function emitExit(em: Emitter, s: TypedOf<'cycle' | 'exit'>): void {
  const open = em.constructs.find((o) => o.construct === s.construct)!;
  open[`${s.k}Used`] = true;
  em.line(gotoConstruct(em, open, open[`${s.k}Label`]));
}

export function emitDo(outer: Emitter, s: TypedOf<'do'>): void {
  const { em, open } = openConstruct(outer, s.construct);
  const printBody = (): void => emitLoopBody(em, open, () => em.statements(s.body));
  em.inBraces('', () => {
    const { head } = s;
    if (head.k === 'counted') emitCountedLoop(em, head, s.at, printBody);
    else
      em.inBraces('for (;;)', () => {
        if (head.k === 'while') em.line(`if (!${condition(em, head.condition)}) break;`);
        printBody();
      });
  });
  closeConstruct(em, open);
}

export function emitComputedGoto(em: Emitter, { value, labels }: TypedOf<'computed-goto'>): void {
  em.line('{');
  const name = settled(em, 'int32_t', () => `f_size(${scalar(em, value)})`);
  em.line(
    `${switchText(
      name,
      labels.map((label, i) => `case ${i + 1}: ${gotoLabel(em, label)}`),
    )} }`,
  );
}

export function emitAssignedGoto(em: Emitter, { variable, labels }: TypedOf<'assigned-goto'>): void {
  em.line(
    switchText(
      lvalue(em, variable),
      labels.map((l) => `case ${l}: ${gotoLabel(em, l)}`),
    ),
  );
}

function switchText(selector: string, cases: readonly string[]): string {
  return `switch (${selector}) { ${cases.join(' ')} default:; }`;
}

const STOPS = { stop: 'f_stop', error: 'f_error_stop', pause: 'f_pause' };

export function emitStop(em: Emitter, { how, code, quiet }: TypedOf<'stop'>): void {
  const f = STOPS[how];
  if (quiet) em.line(`f_quiet_stop(${scalar(em, quiet)});`);
  if (!code) em.line(`${f}(0, 0, 0);`);
  else if (code.type.base === 'character') {
    const v = chars(em, code);
    em.line(`${f}(${v.p}, ${v.n}, 0);`);
  } else em.line(`${f}("", -1, ${scalar(em, code)});`);
}

export function emitReturn(em: Emitter, { value }: TypedOf<'return'>): void {
  if (em.isMain) {
    em.line('f_stop(0, 0, 0);');
    return;
  }
  if (value) enclosed(em, () => em.line(`RETURN_ = ${scalar(em, value)};`));
  em.parts.exitUsed = true;
  em.line(gotoEnd(em));
}

/** The selector, stored in a C variable: C expressions for its value and, for characters, its length. */
interface Selector {
  readonly c: string;
  readonly n: string;
}

export function emitSelectCase(outer: Emitter, s: TypedOf<'select-case'>): void {
  const { em, open } = openConstruct(outer, s.construct);
  const mark = em.printer.fresh('M');
  // The selector's characters are kept until a case has been chosen, and are freed at the end.
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
  // The code that computes the values is printed before the first test.
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
  const tests = [range.low && compare(range.low, '>='), range.high && compare(range.high, '<=')];
  return `(${tests.filter(Boolean).join(' && ')})`;
}
