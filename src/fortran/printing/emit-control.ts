// What moves control as C: IF, DO and its exits, every GOTO, STOP and RETURN. Constructs that are open are on a stack,
// for CYCLE and EXIT by name.

import { analyse } from '../analysis/analyse-expression.ts';
import { analyseReference } from '../analysis/analyse-reference.ts';
import { checkStopCode } from '../analysis/check-later-statements.ts';
import { cType } from '../program/c-types.ts';
import { coerce } from '../program/conversions.ts';
import { checkDefinable } from '../program/definable.ts';
import { declare, lookup } from '../program/names.ts';
import type { Sym, Typed } from '../program/semantics.ts';
import { maybeInteger } from '../program/semantics.ts';
import { FortranError, type Position } from '../source/diagnostics.ts';
import type { Expression, Statement } from '../syntax/syntax-tree.ts';
import { placeOf } from './emit-check.ts';
import { chars, scalar } from './emit-scalar.ts';
import { condition, emitStatements, enclosed, type Of, settled } from './emit-statement.ts';
import type { Emitter, OpenConstruct } from './emitter.ts';

export function emitIf(em: Emitter, s: Of<'if'>): void {
  const open = openConstruct(em, s.name, false);
  let depth = 0;
  s.branches.forEach((branch, i) => {
    if (!branch.condition) {
      em.line('} else {');
    } else if (i === 0) {
      em.line('{');
      depth++;
      em.line(`if (${condition(em, branch.condition)}) {`);
    } else {
      const { condition: source } = branch;
      let test = '';
      const prelude = em.capture(() => {
        em.line(em.lineDirective(branch.at));
        test = condition(em, source);
      });
      if (prelude.length === 1) em.line(`} else if (${test}) {`);
      else {
        em.line('} else {');
        depth++;
        for (const line of prelude) em.line(line);
        em.line(`if (${test}) {`);
      }
    }
    emitStatements(em, branch.body);
  });
  em.line('}'.repeat(depth + 1));
  closeConstruct(em, open);
}

export function emitArithmeticIf(em: Emitter, s: Of<'arithmetic-if'>): void {
  const value = analyse(em.scope, s.value);
  if (!/^(integer|real)$/.test(value.type.base) || value.rank > 0)
    throw new FortranError(s.value.at, 'An arithmetic IF takes an integer or real scalar.');
  em.line('{');
  const name = settled(em, cType(value.type), () => scalar(em, value));
  const v = em.temporary(cType(value.type), name);
  em.line(`if (${v} < 0) goto L${s.labels[0]}; if (${v} == 0) goto L${s.labels[1]}; goto L${s.labels[2]}; }`);
}

/** Opens a construct that CYCLE and EXIT may name. */
export function openConstruct(em: Emitter, name: string | undefined, loop: boolean): OpenConstruct {
  const open: OpenConstruct = {
    name,
    loop,
    cycleLabel: em.printer.fresh('CY'),
    exitLabel: em.printer.fresh('EX'),
    cycleUsed: false,
    exitUsed: false,
  };
  em.constructs.push(open);
  return open;
}

/** Closes a construct; its exit label is printed when something goes there. */
export function closeConstruct(em: Emitter, open: OpenConstruct): void {
  em.constructs.pop();
  if (open.exitUsed) em.line(`${open.exitLabel}:;`);
}

export function emitExit(em: Emitter, s: Of<'cycle' | 'exit'>): void {
  const open = [...em.constructs].reverse().find((o) => (s.name === undefined ? o.loop : o.name === s.name));
  if (!open) {
    throw new FortranError(
      s.at,
      s.name === undefined
        ? `${s.k.toUpperCase()} stands in no loop.`
        : `There is no construct "${s.name}" around this ${s.k.toUpperCase()}.`,
    );
  }
  if (s.k === 'cycle') {
    if (!open.loop) throw new FortranError(s.at, `"${s.name}" is not a loop.`);
    open.cycleUsed = true;
    em.line(`goto ${open.cycleLabel};`);
  } else {
    open.exitUsed = true;
    em.line(`goto ${open.exitLabel};`);
  }
}

/** Prints the body of a loop with its CYCLE label. */
export function emitLoopBody(em: Emitter, open: OpenConstruct, body: readonly Statement[]): void {
  emitStatements(em, body);
  if (open.cycleUsed) em.line(`${open.cycleLabel}:;`);
}

export function emitDo(em: Emitter, s: Of<'do'>): void {
  const open = openConstruct(em, s.name, true);
  em.line('{');
  if (s.loop) emitCountedLoop(em, s, open);
  else {
    em.line('for (;;) {');
    if (s.condition) {
      const test = condition(em, s.condition);
      em.line(`if (!${test}) break;`);
    }
    emitLoopBody(em, open, s.body);
    em.line('}');
  }
  em.line('}');
  closeConstruct(em, open);
}

/** The variable of a loop as a node. */
export function loopVariable(em: Emitter, name: string, at: Position): Typed {
  const symbol: Sym = lookup(em.scope, name) ?? declare(em.scope.host, name, at);
  symbol.used = true;
  symbol.assigned = true;
  return analyseReference(em.scope, { k: 'ref', at, parts: [{ name, at, lists: [] }] });
}

function emitCountedLoop(em: Emitter, s: Of<'do'>, open: OpenConstruct): void {
  const loop = s.loop!;
  const variable = loopVariable(em, loop.variable, loop.at);
  const { type } = variable;
  checkDefinable(em.scope, variable, loop.at);
  if (variable.rank > 0 || (type.base !== 'integer' && type.base !== 'real')) {
    throw new FortranError(
      loop.at,
      `The loop variable "${loop.variable}" must be an integer or real scalar.`,
    );
  }
  const c = cType(type);
  const value = (e: Expression): string => {
    const node = coerce(analyse(em.scope, e), type, e.at);
    return settled(em, c, () => scalar(em, node));
  };
  const first = em.temporary(c, value(loop.first));
  const last = em.temporary(c, value(loop.last));
  const stepText = loop.step ? value(loop.step) : '1';
  if (loop.step && maybeInteger(analyse(em.scope, loop.step)) === 0)
    throw new FortranError(loop.step.at, 'The step of a DO loop can not be zero.');
  const step = /^-?[\d.]+[fL]*$/.test(stepText.replace(/[()]/g, '')) ? stepText : em.temporary(c, stepText);
  const checked = em.program.options.checkLoops;
  if (checked && step !== '1') em.line(`if (${step} == 0) f_loop_fault(1, ${placeOf(s.at)});`);
  const lvalue = em.lvalue(variable);
  const count = em.printer.fresh('N');
  const kind = type.base === 'integer' ? (type.kind === 8 ? 'uint64_t' : 'uint32_t') : 'int64_t';
  if (step === '1' && type.base === 'integer' && type.kind <= 8) {
    em.line(`${kind} ${count} = ${last} < ${first} ? 0 : (${kind})${last} - (${kind})${first} + 1;`);
  } else {
    em.line(
      `${kind} ${count} = f_trips_${type.base === 'integer' ? 'i' : 'r'}${type.kind}(${first}, ${last}, ${step});`,
    );
  }
  em.line(`for (${lvalue} = ${first}; ${count} > 0; ${count}--, ${lvalue} += ${step}) {`);
  const before = checked ? em.temporary(c, lvalue) : '';
  const { loopVariables } = em.scope.host;
  const symbol = variable.k === 'variable' ? variable.sym : undefined;
  if (symbol) loopVariables.add(symbol);
  emitLoopBody(em, open, s.body);
  if (symbol) loopVariables.delete(symbol);
  if (checked) em.line(`if (${lvalue} != ${before}) f_loop_fault(0, ${placeOf(s.at)});`);
  const unit = step.replace(/[()]/g, '');
  if (checked && type.base === 'integer' && /^-?1$/.test(unit) && type.kind <= 8)
    em.line(`if (${lvalue} == ${lastInteger(type.kind, unit)}) f_loop_fault(2, ${placeOf(s.at)});`);
  em.line('}');
}

// The integer behind which a loop with step 1 or -1 has no next value.
function lastInteger(kind: number, step: string): string {
  const huge = `INT${kind * 8}_MAX`;
  return step === '1' ? huge : `-${huge} - 1`;
}

export function emitComputedGoto(em: Emitter, s: Of<'computed-goto'>): void {
  const value = analyse(em.scope, s.value);
  if (value.type.base !== 'integer' || value.rank > 0)
    throw new FortranError(s.value.at, 'A computed GO TO takes an integer scalar.');
  em.line('{');
  const name = settled(em, 'int32_t', () => scalar(em, value));
  em.line(
    `switch ((int32_t)${name}) { ${s.labels.map((label, i) => `case ${i + 1}: goto L${label};`).join(' ')} default:; } }`,
  );
}

function integerVariable(em: Emitter, name: string, at: Position): string {
  const e = loopVariable(em, name, at);
  if (e.type.base !== 'integer') throw new FortranError(at, `"${name}" must be an integer variable.`);
  return em.lvalue(e);
}

export function emitAssignedGoto(em: Emitter, s: Of<'assigned-goto'>): void {
  const variable = integerVariable(em, s.variable, s.at);
  const labels =
    s.labels.length > 0 ? s.labels : [...em.assignedLabels].filter((l) => !em.formatLabels.has(l));
  em.line(
    `switch (${variable}) { ${[...new Set(labels)].map((l) => `case ${l}: goto L${l};`).join(' ')} default:; }`,
  );
}

export function emitAssignLabel(em: Emitter, s: Of<'assign-label'>): void {
  const { k, type, rank } = loopVariable(em, s.variable, s.at);
  if (type.base !== 'integer' || type.kind !== em.scope.kinds.integer.kind || rank > 0 || k !== 'variable')
    throw new FortranError(s.at, `"${s.variable}" must be a default integer, and a scalar, to take a label.`);
  em.line(`${integerVariable(em, s.variable, s.at)} = ${s.to};`);
}

export function emitStop(em: Emitter, s: Of<'stop'>): void {
  const f = s.pause ? 'f_pause' : s.error ? 'f_error_stop' : 'f_stop';
  if (!s.code) {
    em.line(`${f}(0, 0, 0);`);
    return;
  }
  const code = analyse(em.scope, s.code);
  if (code.rank > 0 || !/^(character|integer)$/.test(code.type.base))
    throw new FortranError(s.code.at, 'A STOP code must be an integer or characters, and a scalar.');
  checkStopCode(em.scope, code, s.code.at);
  if (code.type.base === 'character') {
    const v = chars(em, code);
    em.line(`${f}(${v.p}, ${v.n}, 0);`);
  } else {
    em.line(`${f}("", -1, ${scalar(em, code)});`);
  }
}

export function emitReturn(em: Emitter, s: Of<'return'>): void {
  if (em.mainProgram) {
    em.line('f_stop(0, 0, 0);');
    return;
  }
  if (s.value) {
    const value = analyse(em.scope, s.value);
    if (value.type.base !== 'integer' || value.rank > 0)
      throw new FortranError(s.value.at, 'RETURN takes an integer scalar, the number of the return.');
    enclosed(em, () => em.line(`RETURN_ = ${scalar(em, value)};`));
  }
  em.exitUsed = true;
  em.line('goto EXIT_;');
}
