// Intrinsic subroutines in C.

import { seedSize } from '../../intrinsics/checks/conformance.ts';
import type { SubroutineCall } from '../../intrinsics/row-kinds/subroutine-row.ts';
import { maybeSubroutine } from '../../intrinsics/rows/subroutine-rows.ts';
import { type ArrayValue, valueNode } from '../../program/c/c-arrays.ts';
import { cType, suffix } from '../../program/c/c-text.ts';
import { coerce } from '../../program/constants/conversions.ts';
import { isDesignator } from '../../program/symbols/designator.ts';
import type { IntrinsicNode, MaybeTyped, Type, Typed } from '../../program/symbols/semantics.ts';
import { unprintable } from '../../source/unprintable.ts';
import { hoist } from '../arrays/array.ts';
import { anyValue, assign, copied } from '../assign/assign.ts';
import { assignPointer } from '../assign/pointer.ts';
import { checkHeldLengths } from '../declarations/length-checks.ts';
import { isOptional, maybeAbsence, scalarOr } from '../designators/absent.ts';
import { characterPlace, describe, descriptorCell, pointerCell } from '../designators/designator.ts';
import { layoutOf } from '../designators/section.ts';
import { declaredLength } from '../designators/storage.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, chars, fixedLoops, loops, lvalue, scalar } from '../writer/expressions.ts';
import { mayOverlap } from '../writer/overlap.ts';
import { freeText, releaseOf, typeTable } from '../writer/type-parts.ts';

type Arguments = readonly MaybeTyped[];

export function callIntrinsicSubroutine(em: Emitter, e: IntrinsicNode): void {
  const name = e.name.replace('call ', '');
  const own = PRINTERS[name];
  const row = maybeSubroutine(name);
  const print = row?.c ?? (own && (({ e: call }) => own(em, call.arguments)));
  if (!print) unprintable(e.at, 'an intrinsic subroutine', name);
  if (row?.isElemental && e.arguments.some((a) => a && a.rank > 0))
    eachElement(em, name, e.arguments, (args) => print(subroutineCall(em, { ...e, arguments: [...args] })));
  else print(subroutineCall(em, e));
}

/** The operations that a row uses to print a call to a subroutine. */
function subroutineCall(em: Emitter, e: IntrinsicNode): SubroutineCall {
  const argument = (i: number) => e.arguments[i];
  const absence = (i: number) =>
    argument(i) && isOptional(e, i) ? maybeAbsence(em, argument(i)!) : undefined;
  return {
    e,
    has: (i) => argument(i) !== undefined,
    given: (i) => {
      const absent = argument(i) ? absence(i) : '1';
      return absent === undefined ? '1' : absent === '1' ? '0' : `!(${absent})`;
    },
    scalar: (i, otherwise = '0') => {
      const e_ = argument(i);
      if (!e_) return otherwise;
      return isOptional(e, i) ? scalarOr(em, e_, scalar(em, e_), otherwise) : scalar(em, e_);
    },
    text: (i) => inputText(em, argument(i)!),
    place: (i) => textOrNone(em, argument(i), absence(i)),
    array: (i) => {
      const c = descriptorOrNull(em, argument(i));
      const absent = absence(i);
      return absent === undefined ? c : `(${absent} ? (fdesc *)0 : ${c})`;
    },
    object: (i) => lvalue(em, argument(i)!),
    elements: (i) => layoutOf(em, argument(i)!).pointer,
    store: (i, c) => {
      const absent = absence(i);
      store(em, argument(i), c, absent === undefined ? '' : `if (!(${absent})) `);
    },
    assign: (to, from) => {
      const { type } = argument(to)!;
      assign(em, argument(to)!, coerce(argument(from)!, type, argument(from)!.at));
    },
    answer(status, c) {
      if (absence(status) !== undefined) this.store(status, em.temporary('int32_t', c));
      else if (argument(status)) this.store(status, c);
      else em.line(`${c};`);
    },
    temporary: (type, c) => em.temporary(type, c),
    line: (c) => em.line(c),
  };
}

function eachElement(em: Emitter, name: string, args: Arguments, print: (args: Arguments) => void): void {
  // MVBITS must read the old value of its source, which may be part of its target.
  const to = name === 'mvbits' ? args[3] : undefined;
  const values = args.map((a) => {
    const changes = a && to && a !== to && mayOverlap(to, a);
    if (!a || a.rank === 0) return a && (changes ? hoist(em, a) : hoistInput(em, a));
    return arrayValue(em, changes ? copied(em, a) : a);
  });
  const first = values.find((v) => v && !('k' in v)) as ArrayValue;
  fixedLoops(em, first.shape, (indices) => print(values.map((v) => (v && !('k' in v) ? v.at(indices) : v))));
}

function hoistInput(em: Emitter, e: Typed): Typed {
  return isDesignator(e) ? e : hoist(em, e);
}

function textOrNone(em: Emitter, e: MaybeTyped, absent: string | undefined): string {
  if (!e) return '0, 0';
  const v = characterPlace(em, e);
  return absent === undefined ? `${v.p}, ${v.n}` : `${absent} ? 0 : ${v.p}, ${absent} ? 0 : ${v.n}`;
}

function inputText(em: Emitter, e: Typed): string {
  const { p, n } = chars(em, e);
  return `${p}, ${n}`;
}

function descriptorOrNull(em: Emitter, e: MaybeTyped): string {
  return e ? `&${describe(em, layoutOf(em, e), typeTable(e.type, ''))}` : '(fdesc *)0';
}

const PRINTERS: Record<string, (em: Emitter, args: Arguments) => void> = {
  random_number: (em, [harvest]) => {
    const c = `f_random_${suffix(harvest!.type)}()`;
    if (harvest!.rank === 0) {
      store(em, harvest, c);
      return;
    }
    const value = arrayValue(em, harvest!);
    loops(em, value.shape, (indices) => em.line(`${value.at(indices).c} = ${c};`));
  },
  random_seed: (em, [size, put, get]) => {
    checkOneSeed(em, [size, put, get]);
    if (size) store(em, size, String(seedSize(size.type.kind)), ifPresent(em, size));
    for (const [name, seed] of [
      ['put', put],
      ['get', get],
    ] as const) {
      if (!seed) continue;
      const d = descriptorOrNull(em, seed);
      em.line(`${ifPresent(em, seed)}f_random_${name}(${d});`);
    }
    const absences = [size, put, get].flatMap((e) => (e ? [maybeAbsence(em, e)] : []));
    if (absences.length === 0) em.line('f_random_restart();');
    else if (!absences.includes(undefined)) em.line(`if (${absences.join(' && ')}) f_random_restart();`);
  },
  c_f_pointer: (em, [cptr, fptr, shape]) => {
    const c = scalar(em, cptr!);
    const { type } = fptr!;
    const length = type.base === 'character' ? declaredLength(em, fptr!) : undefined;
    if (fptr!.rank === 0) {
      const cell = pointerCell(em, fptr!);
      if (length === undefined) em.line(`${cell} = (${cType(type)} *)${c};`);
      else em.line(`${cell}.p = (char *)${c}; ${cell}.len = ${length};`);
      return;
    }
    const d = descriptorOrNull(em, shape?.k === 'section' ? copied(em, shape) : shape);
    em.line(
      `f_c_f_pointer(${c}, &${descriptorCell(em, fptr!)}, ${fptr!.rank}, ${length ?? `sizeof(${cType(type)})`}, ${d});`,
    );
  },
  c_f_procpointer: (em, [cptr, fptr]) => {
    const type: Type = { base: 'procedure', kind: 4 };
    assignPointer(em, fptr!, valueNode({ at: fptr!.at, type }, scalar(em, cptr!)));
  },
  move_alloc: moveAlloc,
};

function moveAlloc(em: Emitter, [from, to, stat]: Arguments): void {
  moveMemory(em, from!, to!);
  checkHeldLengths(em, to!);
  if (stat) store(em, stat, '0', ifPresent(em, stat));
}

function moveMemory(em: Emitter, from: Typed, to: Typed): void {
  if (from.rank > 0) {
    const a = descriptorCell(em, from);
    const b = descriptorCell(em, to);
    em.line(
      `f_free_array(&${b}, ${releaseOf(to.type, `&${b}`)}); ${b} = ${a}; ${a}.base = 0; ${a}.type = 0;`,
    );
    return;
  }
  const a = pointerCell(em, from);
  const b = pointerCell(em, to);
  if (to.type.base === 'class-star') moveToAny(em, from, a, b);
  else if (from.type.base === 'character') em.line(`free(${b}.p); ${b} = ${a}; ${a}.p = 0;`);
  else em.line(`${freeText(b, to.type, 0)} ${b} = (${cType(to.type)} *)${a}; ${a} = 0;`);
}

// A CLASS(*) variable stores its type next to its value; if it has no value, it has no type.
function moveToAny(em: Emitter, from: Typed, a: string, b: string): void {
  const isHeldApart = from.type.base === 'character' || from.type.base === 'class-star';
  const memory = isHeldApart ? `${a}.p` : a;
  em.line(`f_end_any(&${b});`);
  em.under(memory, () => {
    em.line(`${b} = ${anyValue(em, from)}; ${memory} = 0;`);
    if (from.type.base === 'class-star') em.line(`${a}.t = 0;`);
  });
}

// Prints a check that at most one of the seed arguments is present, because optional dummies may be absent at run
// time.
function checkOneSeed(em: Emitter, given: readonly MaybeTyped[]): void {
  const there = given.flatMap((e) => (e ? [maybeAbsence(em, e) ?? '0'] : []));
  if (there.length < 2) return;
  const count = there.map((absent) => `(${absent} ? 0 : 1)`).join(' + ');
  em.line(`if (${count} > 1) f_seed_fault(${placeOf(em.statementAt)});`);
}

/**
 * C code that stores the system's information about a file in an array: STAT and LSTAT accept a file name, and FSTAT
 * accepts a unit.
 */
export function statusOf(em: Emitter, name: string, file: Typed, values: Typed): string {
  const d = descriptorOrNull(em, values);
  if (name === 'fstat') return `f_fstat(${scalar(em, file)}, ${d})`;
  return `f_stat(${inputText(em, file)}, ${name === 'stat' ? 1 : 0}, ${d})`;
}

/** Stores a C value in a numeric variable if it is present; `guard` is C code that precedes the assignment. */
function store(em: Emitter, target: MaybeTyped, c: string, guard = ''): void {
  if (!target) return;
  const value = target.type.base === 'logical' ? c : `(${cType(target.type)})${c}`;
  em.line(`${guard}${lvalue(em, target)} = ${value};`);
}

/** C code that guards a statement against an absent variable. */
function ifPresent(em: Emitter, e: Typed): string {
  const absent = maybeAbsence(em, e);
  return absent === undefined ? '' : `if (!(${absent})) `;
}
