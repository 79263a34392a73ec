// Calls in C and their results. signature.ts decides how arguments are passed; pass-argument.ts prints the individual
// arguments.

import { declaringSymbol, resultMode } from '../../analysis/calls/pass-mode.ts';
import type { ArrayValue, Layout } from '../../program/c/c-arrays.ts';
import { layoutValue, objectNode } from '../../program/c/c-arrays.ts';
import { type CharactersC, cType } from '../../program/c/c-text.ts';
import { constantLength } from '../../program/constants/constants.ts';
import { typeOf } from '../../program/declarations/resolve.ts';
import { isDesignator } from '../../program/symbols/designator.ts';
import { endsWithStatement } from '../../program/symbols/needs-copy.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import type { CallNode } from '../../program/walking/typed-statements.ts';
import { unprintable } from '../../source/unprintable.ts';
import { elementValue, hoist, materialiseValue } from '../arrays/array.ts';
import { tableOf } from '../assign/polymorphic.ts';
import { bindingSlot } from '../declarations/types.ts';
import { absentArguments, maybeAbsentArray } from '../designators/absent.ts';
import { cellOfProcedure, nameOfProcedure } from '../designators/procedure.ts';
import { dimensionIn, heldText, lengthOfSymbol } from '../designators/storage.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, loops, lvalue, scalar } from '../writer/expressions.ts';
import { mayOverlap } from '../writer/overlap.ts';
import { cSignature } from '../writer/signature.ts';
import { typeTable } from '../writer/type-parts.ts';
import { maybePassage } from './c-descriptors.ts';
import { passAll } from './pass-argument.ts';

function castOf(types: readonly string[], result: string): string {
  return `(${result}(*)(${types.join(', ') || 'void'}))`;
}

function calleeText(em: Emitter, e: CallNode, types: readonly string[], result: string): string {
  const { target } = e;
  const cast = castOf(types, result);
  if (target.k === 'bound')
    return `(${cast}${tableOf(em, target.object)}->slots[${bindingSlot(target.type, target.binding)}])`;
  if (target.k === 'pointer') {
    const { pointer } = target;
    const cell = cellOfTarget(em, pointer);
    const name = pointer.k === 'variable' ? pointer.sym.name : target.procedure.name;
    return `(${cast}f_held((const void *)${cell}, "${name}", 1, ${placeOf(em.statementAt)}))`;
  }
  return nameOfProcedure(em, target.procedure, { types, result });
}

function cellOfTarget(em: Emitter, pointer: Typed): string {
  return pointer.k === 'variable' ? cellOfProcedure(em, pointer.sym) : lvalue(em, pointer);
}

interface Prepared {
  text: string;
  after: string[];
}

// The object of a bound call selects the procedure and is also passed to it, so it must be computed only once.
function withObject(em: Emitter, e: CallNode): CallNode {
  const { target } = e;
  if (target.k !== 'bound') return e;
  const { object } = target;
  if (object.rank > 0 || !(object.k === 'call' || (object.k === 'paren' && object.operand.k === 'call')))
    return e;
  if (object.type.base !== 'class' && object.type.base !== 'derived') return e;
  const c = `(*${em.temporary(`${cType(object.type)} *`, `&${lvalue(em, object)}`)})`;
  const once = objectNode(object, c);
  return {
    ...e,
    target: { ...target, object: once },
    arguments: e.arguments.map((a) => (a?.value === object ? { ...a, value: once } : a)),
  };
}

type Argument = readonly [value: string, type: string];

// Prints the arguments of a call. The `first` arguments are pointers to the result.
function prepareCall(em: Emitter, call: CallNode, result: string, first: readonly Argument[] = []): Prepared {
  const e = withObject(em, call);
  const passed = passAll(em, e);
  const types = [...first.map(([, type]) => type), ...passed.types, ...passed.lengths.map(() => 'int32_t')];
  const values = [...first.map(([value]) => value), ...passed.values, ...passed.lengths];
  const passage = maybePassage(em, e.target.procedure);
  const signature = passage ? cSignature(e.target.procedure) : { parameters: types, result };
  const callee = calleeText(em, e, signature.parameters, signature.result);
  const through = (procedure: string, list: readonly string[]): string =>
    passage
      ? `${passage}(${[`(fproc)${procedure}`, ...list].join(', ')})`
      : `${procedure}(${list.join(', ')})`;
  if (e.target.k !== 'pointer' || !em.program.hasClosures)
    return { text: through(callee, values), after: passed.after };
  // The call may switch to another frame, so values that refer to a part of the frame are read beforehand. Numbers and
  // the statement's own variables can be used unchanged.
  const taken = values.map((value, i) =>
    /^(-?\d[\w.]*|T\d+)$/.test(value) ? value : em.temporary(types[i]!, value),
  );
  const entered = em.temporary('fentered', `f_enter((fproc)${callee})`);
  const cast = castOf(types, result);
  return {
    text: through(passage ? `${entered}.function` : `(${cast}${entered}.function)`, taken),
    after: [`f_leave(&${entered});`, ...passed.after],
  };
}

export function callValue(em: Emitter, e: CallNode): string {
  const { procedure } = e.target;
  const mode = resultMode(procedure);
  if (mode === 'any') {
    const cell = em.temporary('fclass', '{0}');
    runCall(em, prepareCall(em, e, 'void', [[`&${cell}`, 'fclass *']]));
    if (!procedure.result?.pointer) endLater(em, `f_own_object(${cell}.p, ${cell}.t);`);
    return cell;
  }
  const type = mode === 'pointer' ? `${cType(e.type)} *` : cType(e.type);
  const prepared = prepareCall(em, e, type);
  const ends = em.taken !== e && isEnded(e);
  const isOwned = mode === 'pointer' && !procedure.result?.pointer;
  if (prepared.after.length === 0 && procedure.pure && !ends && !isOwned) return prepared.text;
  // Functions may have side effects, so each call is executed once, in order.
  const value = em.temporary(type, prepared.text);
  for (const line of prepared.after) em.line(line);
  if (ends && mode === 'pointer')
    endLater(em, `if (${value}) f_own_object(${value}, ${typeTable(e.type, value)});`);
  else if (isOwned) endLater(em, `f_own(${value});`);
  else if (ends) endLater(em, `f_own_value(&${value}, ${typeTable(e.type, '')});`);
  return value;
}

// True if a function's result must be destroyed at the end of the statement.
function isEnded({ type, target }: CallNode): boolean {
  return !target.procedure.result?.pointer && endsWithStatement(type);
}

function endLater(em: Emitter, c: string): void {
  em.arena.used = true;
  em.line(c);
}

function runCall(em: Emitter, call: Prepared): void {
  em.line(`${call.text};`);
  for (const line of call.after) em.line(line);
}

/** Prints a call to a character function; returns its value. */
export function callCharacters(em: Emitter, e: CallNode): CharactersC {
  const { procedure } = e.target;
  const mode = resultMode(procedure);
  em.arena.used = true;
  if (mode === 'value') {
    const c = em.temporary('char', '0');
    const call = prepareCall(em, e, 'char');
    runCall(em, { ...call, text: `${c} = ${call.text}` });
    return { p: `&${c}`, n: '1' };
  }
  if (mode === 'cell') {
    const cell = em.temporary('fstr', '{0}');
    runCall(em, prepareCall(em, e, 'void', [[`&${cell}`, 'fstr *']]));
    checkResult(em, e, `${cell}.p`);
    if (!procedure.result?.pointer) em.line(`f_own(${cell}.p);`);
    return { p: `${cell}.p`, n: `${cell}.len` };
  }
  const n = resultLength(em, e);
  const p = em.temporary('char *', `f_alloc(${n})`);
  runCall(
    em,
    prepareCall(em, e, 'void', [
      [p, 'char *'],
      [n, 'int32_t'],
    ]),
  );
  return { p, n };
}

function resultLength(em: Emitter, e: CallNode): string {
  const own = constantLength(e.type);
  const { target } = e;
  if (own !== undefined) return String(own);
  if (target.k === 'pointer' && e.type.length === '*')
    return em.once('int32_t', `f_noted_length(${cellOfTarget(em, target.pointer)})`);
  const symbol = declaringSymbol(target);
  const declared = symbol && typeOf(symbol);
  if (declared && typeof declared.length === 'object') return em.fixed(scalar(em, declared.length));
  if (declared?.length === '*' && symbol) return lengthOfSymbol(em, symbol);
  unprintable(e.at, 'a result without its length', target.procedure.name);
}

// The result of a function with an allocatable result must be allocated on return.
function checkResult(em: Emitter, e: CallNode, base: string): void {
  const { result, name } = e.target.procedure;
  if (result?.allocatable) em.line(`${heldText(base, { name, pointer: false }, e.at)};`);
}

/** Prints a call to an array function; returns the layout of the result. */
export function callArray(em: Emitter, e: CallNode): Layout {
  const { procedure } = e.target;
  em.arena.used = true;
  const d = em.temporary('fdesc', '{0}');
  runCall(em, prepareCall(em, e, 'void', [[`&${d}`, 'fdesc *']]));
  checkResult(em, e, `${d}.base`);
  if (e.type.base === 'class-star' && !procedure.result?.pointer) em.line(`f_own_array(&${d}, 0);`);
  else if (em.taken !== e && isEnded(e))
    em.line(`f_own_array(&${d}, ${e.type.base === 'class' ? '0' : typeTable(e.type, '')});`);
  else if (!procedure.result?.pointer) em.line(`f_own(${d}.base);`);
  return resultLayout(d, e);
}

function resultLayout(d: string, e: CallNode): Layout {
  const character = e.type.base === 'character';
  const pointer = e.target.procedure.result?.pointer === true;
  const length = character || e.type.base === 'class-star' ? `${d}.elem` : '1';
  const dims = Array.from({ length: e.rank }, (_, i) => dimensionIn(d, i));
  const table = `${d}.type`;
  return {
    type: e.type,
    pointer: `(char *)${d}.base`,
    unit: 'byte',
    dims,
    length,
    contiguous: !pointer,
    table,
  };
}

/** Prints a CALL statement; returns the C value that selects an alternate return. */
export function callSubroutine(em: Emitter, e: CallNode): string | undefined {
  const { procedure } = e.target;
  if (procedure.elemental && e.arguments.some((a) => (a?.value?.rank ?? 0) > 0)) {
    callElementalSubroutine(em, e);
    return undefined;
  }
  const alternate = procedure.alternateReturns || e.arguments.some((a) => a?.label !== undefined);
  const call = prepareCall(em, e, alternate ? 'int32_t' : 'void');
  if (!alternate) {
    runCall(em, call);
    return undefined;
  }
  const value = em.temporary('int32_t', call.text);
  for (const line of call.after) em.line(line);
  return value;
}

// INTENT(IN) arguments that share memory with arguments that change are copied before the loops.
function callElementalSubroutine(em: Emitter, e: CallNode): void {
  const { dummies } = e.target.procedure;
  const changed = e.arguments.flatMap((a, i) =>
    a?.value && dummies[i]?.intent !== 'in' && isDesignator(a.value) ? [a.value] : [],
  );
  const absent = absentArguments(e);
  const values = e.arguments.map((a, i) => {
    if (!a?.value) return undefined;
    const { value } = a;
    if (absent.has(value)) return value.rank > 0 ? maybeAbsentArray(em, value) : undefined;
    const given = dummies[i]?.intent === 'in';
    if (value.rank === 0) return given ? fixedScalar(em, value) : undefined;
    const source = arrayValue(em, value);
    return given && changed.some((target) => mayOverlap(target, value))
      ? layoutValue(materialiseValue(em, withoutLayout(source)))
      : source;
  });
  const shape = values.find(
    (v, i) => v && e.arguments[i]!.value!.rank > 0 && !absent.has(e.arguments[i]!.value!),
  );
  loops(em, (shape ?? values.find((v) => v))!.shape, (indices) => {
    const list = e.arguments.map((a, i) =>
      a && values[i] ? { ...a, value: elementValue(values[i]!, indices) } : a,
    );
    callSubroutine(em, { ...e, rank: 0, arguments: list });
  });
}

// Computes a scalar only once for all elements, unless it is a variable that can be passed as is.
function fixedScalar(em: Emitter, value: Typed): ArrayValue | undefined {
  if (isDesignator(value) || value.type.derived || value.type.base === 'class-star') return undefined;
  const node = hoist(em, value);
  return node.k === 'raw' ? { type: value.type, shape: [], at: () => node } : undefined;
}

function withoutLayout({ layout: _layout, ...value }: ArrayValue): ArrayValue {
  return value;
}
