// Executable statements in C. Loops and branches are here; constructs with names of their own are in
// emit-construct.ts, I/O in emit-io.ts, intrinsic subroutines in emit-subroutine.ts.

import { analyseCallStatement } from './analyse-call.ts';
import { checkDefinable, throughPointer } from './analyse-definable.ts';
import { analyse, analyseScalarInteger } from './analyse-expression.ts';
import { maybeDefinedAssignment } from './analyse-generic.ts';
import { coerce, constantShapeOf } from './analyse-operator.ts';
import { analyseReference } from './analyse-reference.ts';
import { cType } from './c-text.ts';
import { interfaceFault } from './check-interfaces.ts';
import { refuseAssumedSize } from './check-intrinsic.ts';
import { FortranError, type Position } from './diagnostics.ts';
import { emitAllocate, emitDeallocate, emitNullify } from './emit-allocate.ts';
import { assign, assignPointer, copied, mayOverlap } from './emit-assign.ts';
import { emitSelectRank } from './emit-assumed-rank.ts';
import { callSubroutine } from './emit-call.ts';
import { placeOf } from './emit-check.ts';
import { emitAssociate, emitBlock, emitConcurrent, emitSelectType, emitWhere } from './emit-construct.ts';
import { isAllocatable, isDesignator, isPointer, rootSymbol } from './emit-designator.ts';
import { emitForall } from './emit-forall.ts';
import { emitInputOutput } from './emit-io.ts';
import { chars, scalar } from './emit-scalar.ts';
import { callIntrinsicSubroutine } from './emit-subroutine.ts';
import type { Emitter, OpenConstruct } from './emitter.ts';
import { isIntrinsicFunction } from './intrinsics.ts';
import { declare, lookup } from './names.ts';
import { componentProcedure } from './resolve.ts';
import { constantLength, describeType, maybeInteger, type Sym, type Typed } from './semantics.ts';
import type { Expression, Statement } from './syntax-tree.ts';

type Of<K extends Statement['k']> = Extract<Statement, { k: K }>;

/** Prints statements; a faulty one is reported and left out. */
export function emitStatements(em: Emitter, statements: readonly Statement[]): void {
  for (const s of statements) {
    if (s.label !== undefined && s.k !== 'format') em.line(`L${s.label}:;`);
    try {
      em.statementAt = s.at;
      em.line(em.lineDirective(s.at));
      emitStatement(em, s);
    } catch (fault) {
      em.program.diagnostics.report(fault);
    }
  }
}

/** Prints in braces what a statement needs, and gives back the memory of its temporaries. */
export function enclosed(em: Emitter, print: () => void): void {
  const before = em.arena;
  em.arena = false;
  const lines = em.capture(print);
  if (em.arena) {
    const mark = em.printer.fresh('M');
    em.line(`{ fmark ${mark} = f_mark();`);
    for (const line of lines) em.line(line);
    em.line(`f_release(${mark}); }`);
  } else if (lines.length === 1) em.line(lines[0]!);
  else if (lines.length > 1) {
    em.line('{');
    for (const line of lines) em.line(line);
    em.line('}');
  }
  em.arena = before;
}

/** Computes a value into a variable, and gives back the memory of its temporaries. */
export function settled(em: Emitter, type: string, print: () => string): string {
  const before = em.arena;
  em.arena = false;
  let value = '';
  const lines = em.capture(() => {
    value = print();
  });
  let name = value;
  if (em.arena || lines.length > 0) {
    name = em.printer.fresh();
    em.line(`${type} ${name};`);
    const mark = em.printer.fresh('M');
    em.line(em.arena ? `{ fmark ${mark} = f_mark();` : '{');
    for (const line of lines) em.line(line);
    em.line(`${name} = ${value};${em.arena ? ` f_release(${mark});` : ''} }`);
  }
  em.arena = before;
  return name;
}

/** A condition as a C value without side statements left open. */
export function condition(em: Emitter, e: Expression): string {
  const value = analyse(em.scope, e);
  if (value.rank > 0 || value.type.base !== 'logical') {
    throw new FortranError(
      e.at,
      `The condition must be a logical scalar; this is ${describeType(value.type)}${value.rank > 0 ? ' of an array' : ''}.`,
    );
  }
  return settled(em, 'int32_t', () => scalar(em, value));
}

// What a PURE procedure may not do to the world.
function checkPure(em: Emitter, s: Statement): void {
  if (!em.procedure?.pure) return;
  const internal =
    s.k === 'io' && (s.verb === 'read' || s.verb === 'write') && s.controls[0]?.value.k === 'ref';
  if (s.k === 'io' && !internal)
    throw new FortranError(
      s.at,
      `${s.verb.toUpperCase()} can not stand in "${em.procedure.name}", which is PURE or ELEMENTAL; IMPURE ELEMENTAL may.`,
    );
}

function emitStatement(em: Emitter, s: Statement): void {
  checkPure(em, s);
  switch (s.k) {
    case 'assignment':
      enclosed(em, () => emitAssignment(em, s));
      break;
    case 'pointer-assignment':
      enclosed(em, () => emitPointerAssignment(em, s));
      break;
    case 'call':
      emitCall(em, s);
      break;
    case 'if':
      emitIf(em, s);
      break;
    case 'arithmetic-if':
      emitArithmeticIf(em, s);
      break;
    case 'do':
      emitDo(em, s);
      break;
    case 'do-concurrent':
      emitConcurrent(em, s);
      break;
    case 'cycle':
    case 'exit':
      emitExit(em, s);
      break;
    case 'goto':
      em.line(`goto L${s.to};`);
      break;
    case 'computed-goto':
      emitComputedGoto(em, s);
      break;
    case 'assigned-goto':
      emitAssignedGoto(em, s);
      break;
    case 'assign-label':
      emitAssignLabel(em, s);
      break;
    case 'continue':
    case 'format':
      break;
    case 'stop':
      enclosed(em, () => emitStop(em, s));
      break;
    case 'return':
      emitReturn(em, s);
      break;
    case 'select-case':
      emitSelectCase(em, s);
      break;
    case 'select-type':
      emitSelectType(em, s);
      break;
    case 'select-rank':
      emitSelectRank(em, s);
      break;
    case 'associate':
      emitAssociate(em, s);
      break;
    case 'block':
      emitBlock(em, s);
      break;
    case 'where':
      emitWhere(em, s);
      break;
    case 'forall':
      emitForall(em, s);
      break;
    case 'allocate':
      enclosed(em, () => emitAllocate(em, s));
      break;
    case 'deallocate':
      enclosed(em, () => emitDeallocate(em, s));
      break;
    case 'nullify':
      enclosed(em, () => emitNullify(em, s));
      break;
    case 'io':
      emitInputOutput(em, s);
      break;
    case 'entry':
      emitEntry(em, s);
      break;
    default:
      throw new FortranError(s.at, 'A declaration can not stand among executable statements.');
  }
}

function emitEntry(em: Emitter, s: Of<'entry'>): void {
  const entry = em.procedure?.entries.find((e) => e.name === s.heading.name);
  if (!entry) return;
  // Control that comes from above passes by the setting up of the entry's own arguments.
  const label = em.printer.fresh('P');
  em.line(`goto ${label};`);
  em.line(`ENTRY_${entry.name}:;`);
  em.setUpDummies(entry);
  em.line(`${label}:;`);
}

function emitAssignment(em: Emitter, s: Of<'assignment'>): void {
  const target = analyse(em.scope, s.target);
  assignAnalysed(em, target, analyse(em.scope, s.value), s.at);
}

/** Prints an assignment of analysed sides: the user's own, or the language's. */
export function assignAnalysed(em: Emitter, target: Typed, value: Typed, at: Position): void {
  const intrinsicTypes = !target.type.derived && !value.type.derived;
  const defined =
    intrinsicTypes && target.type.base === value.type.base
      ? undefined
      : maybeDefinedAssignment(em.scope, target, value, at);
  if (defined?.k === 'call') {
    callDefined(em, defined, target);
    return;
  }
  checkDefinable(em.scope, target, at);
  refuseAssumedSize(target);
  refuseAssumedSize(value);
  if (target.type.base === 'class' && !isAllocatable(target))
    throw new FortranError(
      at,
      'A polymorphic variable can be assigned only when it is allocatable, or by a defined assignment.',
    );
  if (target.rank === 0 && value.rank > 0)
    throw new FortranError(at, 'An array can not be assigned to a scalar.');
  if (target.rank !== value.rank && value.rank > 0) {
    throw new FortranError(at, `The ranks of the two sides differ: ${target.rank} and ${value.rank}.`);
  }
  checkShapes(target, value, at);
  assign(em, target, assignable(value, target, at));
}

// Shapes that are known while compiling must be the same, unless the target takes that of the value.
function checkShapes(target: Typed, value: Typed, at: Position): void {
  if (value.rank === 0 || isAllocatable(target)) return;
  const left = constantShapeOf(target);
  const right = constantShapeOf(value);
  if (left && right && left.some((n, i) => n !== right[i]))
    throw new FortranError(
      at,
      `The shapes of the two sides differ: (${left.join(', ')}) and (${right.join(', ')}).`,
    );
}

// The right side is evaluated before the procedure may change the left.
function callDefined(em: Emitter, call: Extract<Typed, { k: 'call' }>, target: Typed): void {
  const right = call.arguments[1];
  const root = rootSymbol(target);
  if (
    right?.value &&
    root &&
    rootSymbol(right.value) === root &&
    right.value.rank === 0 &&
    right.value.type.base === 'derived'
  ) {
    right.value = { k: 'paren', at: right.at, type: right.value.type, rank: 0, operand: right.value };
  } else if (right?.value && right.value.rank > 0 && target.rank > 0 && mayOverlap(target, right.value)) {
    right.value = copied(em, right.value);
  }
  callSubroutine(em, call);
}

function assignable(value: Typed, target: Typed, at: Position): Typed {
  if (value.type.base === 'hollerith' && target.type.base === 'character') return value;
  if (value.k === 'null') throw new FortranError(at, 'NULL() can be assigned only to a pointer, by "=>".');
  return coerce(value, target.type, at);
}

function checkProcedureTarget(pointer: Typed, value: Typed, at: Position): void {
  const wanted =
    pointer.k === 'procedure'
      ? pointer.procedure
      : pointer.k === 'component'
        ? componentProcedure(pointer.component)
        : undefined;
  if (!wanted || value.k !== 'procedure') return;
  const fault = interfaceFault(wanted, value.procedure);
  if (fault)
    throw new FortranError(at, `The procedure pointer can not point to "${value.procedure.name}": ${fault}.`);
}

function emitPointerAssignment(em: Emitter, s: Of<'pointer-assignment'>): void {
  const { target: left } = s;
  let lower: (Typed | undefined)[] | undefined;
  let upper: (Typed | undefined)[] | undefined;
  let pointer: Typed;
  const last = left.k === 'ref' ? left.parts.at(-1) : undefined;
  // `p(2:) => x` and `p(1:n, 1:m) => x` set bounds.
  if (left.k === 'ref' && last?.lists.length === 1 && last.lists[0]!.every((a) => a.range)) {
    lower = last.lists[0]!.map((a) => a.range?.low && analyseScalarInteger(em.scope, a.range.low));
    upper = last.lists[0]!.map((a) => a.range?.high && analyseScalarInteger(em.scope, a.range.high));
    pointer = analyseReference(em.scope, {
      ...left,
      parts: [...left.parts.slice(0, -1), { ...last, lists: [] }],
    });
  } else {
    pointer = analyse(em.scope, left);
  }
  const isProcedure = pointer.type.base === 'procedure';
  if (!isPointer(pointer) && !isProcedure)
    throw new FortranError(s.at, 'The left side of "=>" is not a pointer.');
  if (isProcedure) settleIntrinsic(em, s.value);
  const value = analyse(em.scope, s.value);
  if (isProcedure) checkProcedureTarget(pointer, value, s.at);
  if (!isProcedure && value.k !== 'null') checkTarget(pointer, value, s.at, upper !== undefined);
  assignPointer(em, pointer, value, lower, upper);
}

// The name of an intrinsic function that nothing declares, as the target of a procedure pointer.
function settleIntrinsic(em: Emitter, e: Expression): void {
  const part = e.k === 'ref' && e.parts.length === 1 ? e.parts[0]! : undefined;
  if (!part || part.lists.length > 0 || !isIntrinsicFunction(part.name)) return;
  const symbol = lookup(em.scope, part.name) ?? declare(em.scope.host, part.name, part.at);
  if (symbol.k === 'unknown' && !symbol.declared) symbol.k = 'intrinsic';
}

function checkTarget(pointer: Typed, value: Typed, at: Position, remapped: boolean): void {
  if (!isDesignator(value) && value.k !== 'call')
    throw new FortranError(at, 'The right side of "=>" is not a target.');
  const root = rootSymbol(value);
  const open =
    root &&
    (root.pointer ||
      root.has('target') ||
      root.association ||
      throughPointer(value) ||
      root.type?.base === 'class' ||
      root.type?.base === 'class-star');
  if (root && !open)
    throw new FortranError(at, `"${root.name}" has neither the TARGET nor the POINTER attribute.`);
  const [own, given] = [constantLength(pointer.type), constantLength(value.type)];
  if (own !== undefined && given !== undefined && own !== given)
    throw new FortranError(at, `The lengths of pointer and target differ: ${own} and ${given}.`);
  if (isContiguousPointer(pointer) && isSurelyStrided(value))
    throw new FortranError(
      at,
      'The pointer is CONTIGUOUS, but the elements of this target have gaps between them.',
    );
  if (pointer.rank !== value.rank && !remapped)
    throw new FortranError(at, `The ranks of pointer and target differ: ${pointer.rank} and ${value.rank}.`);
  const [a, b] = [pointer.type, value.type];
  const bases =
    a.base === 'class' ||
    a.base === 'class-star' ||
    a.base === b.base ||
    (a.base === 'derived' && (b.base === 'class' || b.base === 'class-star'));
  if (!bases || (!a.derived && a.base !== 'class-star' && a.base !== 'character' && a.kind !== b.kind)) {
    throw new FortranError(
      at,
      `The types of pointer and target differ: ${describeType(a)} and ${describeType(b)}.`,
    );
  }
}

function isContiguousPointer(e: Typed): boolean {
  return e.k === 'variable' && e.sym.has('contiguous');
}

// A section with a step, or with an incomplete dimension before another one.
function isSurelyStrided(e: Typed): boolean {
  if (e.k === 'part') return e.rank > 0;
  if (e.k !== 'section') return e.k === 'component' && e.base.rank > 0;
  let open = false;
  for (const s of e.subscripts) {
    if (s.k === 'range' && (open || (s.step !== undefined && maybeInteger(s.step) !== 1))) return true;
    if (s.k === 'index' || (s.k === 'range' && (s.low || s.high))) open = true;
  }
  return false;
}

function emitCall(em: Emitter, s: Of<'call'>): void {
  const call = analyseCallStatement(em.scope, s.target);
  if (call.k === 'intrinsic') {
    enclosed(em, () => callIntrinsicSubroutine(em, call));
    return;
  }
  if (call.k !== 'call') throw new FortranError(s.at, 'This can not be called.');
  const labels = call.arguments.flatMap((a) => (a?.label === undefined ? [] : [a.label]));
  if (!call.target.procedure.alternateReturns && labels.length === 0) {
    enclosed(em, () => {
      callSubroutine(em, call);
    });
    return;
  }
  em.line('{');
  const value = settled(em, 'int32_t', () => callSubroutine(em, call) ?? '0');
  for (const [i, label] of labels.entries()) em.line(`if (${value} == ${i + 1}) goto L${label};`);
  em.line('}');
}

function emitIf(em: Emitter, s: Of<'if'>): void {
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

function emitArithmeticIf(em: Emitter, s: Of<'arithmetic-if'>): void {
  const value = analyse(em.scope, s.value);
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

function emitExit(em: Emitter, s: Of<'cycle' | 'exit'>): void {
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

function emitDo(em: Emitter, s: Of<'do'>): void {
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

function emitComputedGoto(em: Emitter, s: Of<'computed-goto'>): void {
  const value = analyse(em.scope, s.value);
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

function emitAssignedGoto(em: Emitter, s: Of<'assigned-goto'>): void {
  const variable = integerVariable(em, s.variable, s.at);
  const labels =
    s.labels.length > 0 ? s.labels : [...em.assignedLabels].filter((l) => !em.formatLabels.has(l));
  em.line(
    `switch (${variable}) { ${[...new Set(labels)].map((l) => `case ${l}: goto L${l};`).join(' ')} default:; }`,
  );
}

function emitAssignLabel(em: Emitter, s: Of<'assign-label'>): void {
  if (loopVariable(em, s.variable, s.at).type.kind !== 4)
    throw new FortranError(s.at, `"${s.variable}" must be a default integer to take a label.`);
  em.line(`${integerVariable(em, s.variable, s.at)} = ${s.to};`);
}

function emitStop(em: Emitter, s: Of<'stop'>): void {
  const f = s.pause ? 'f_pause' : s.error ? 'f_error_stop' : 'f_stop';
  if (!s.code) {
    em.line(`${f}(0, 0, 0);`);
    return;
  }
  const code = analyse(em.scope, s.code);
  if (code.type.base === 'character') {
    const v = chars(em, code);
    em.line(`${f}(${v.p}, ${v.n}, 0);`);
  } else {
    em.line(`${f}("", -1, ${scalar(em, code)});`);
  }
}

function emitReturn(em: Emitter, s: Of<'return'>): void {
  if (em.mainProgram) {
    em.line('f_stop(0, 0, 0);');
    return;
  }
  if (s.value) enclosed(em, () => em.line(`RETURN_ = ${scalar(em, analyse(em.scope, s.value!))};`));
  em.exitUsed = true;
  em.line('goto EXIT_;');
}

function emitSelectCase(em: Emitter, s: Of<'select-case'>): void {
  const open = openConstruct(em, s.name, false);
  const value = analyse(em.scope, s.value);
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
      e ? (maybeInteger(analyse(em.scope, e)) ?? Number.NaN) : open;
    const low = value(range.single ?? range.low, -Infinity);
    const high = value(range.single ?? range.high, Infinity);
    const at = (range.single ?? range.low ?? range.high)!.at;
    if (seen.some((other) => low <= other.high && high >= other.low))
      throw new FortranError(at, 'This case admits a value that an earlier case admits too.');
    if (low <= high) seen.push({ low, high });
  }
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
