// Intrinsic subroutines in C.

import { seedSize } from '../intrinsics/check-conformance.ts';
import type { ArrayValue } from '../program/c-arrays.ts';
import { cType, suffix } from '../program/c-types.ts';
import { isDesignator } from '../program/designator.ts';
import type { Typed } from '../program/semantics.ts';
import { unprintable } from '../source/unprintable.ts';
import { maybeAbsence } from './emit-absent.ts';
import { hoist } from './emit-array.ts';
import { anyValue, copied } from './emit-assign.ts';
import { assignPointer } from './emit-assign-pointer.ts';
import { placeOf } from './emit-check.ts';
import { characterPlace, describe, descriptorCell, pointerCell } from './emit-designator.ts';
import { IMAGE_SUBROUTINES } from './emit-images.ts';
import { checkHeldLengths } from './emit-length-checks.ts';
import { layoutOf } from './emit-section.ts';
import { declaredLength } from './emit-storage.ts';
import { ifPresent, store } from './emit-store.ts';
import type { Emitter } from './emitter.ts';
import { arrayValue, chars, lvalue, scalar } from './expressions.ts';
import { mayOverlap } from './overlap.ts';
import { loops } from './raw-values.ts';
import { freeText, releaseOf, typeTable } from './type-tables.ts';

type Call = Extract<Typed, { k: 'intrinsic' }>;
type Arguments = readonly (Typed | undefined)[];

/** Prints a call of an intrinsic subroutine. */
export function callIntrinsicSubroutine(em: Emitter, e: Call): void {
  const name = e.name.replace('call ', '');
  const printer = PRINTERS[name];
  if (!printer) unprintable(e.at, `the intrinsic subroutine "${name}"`);
  const elemental = ELEMENTAL.has(name) && e.arguments.some((a) => a && a.rank > 0);
  if (elemental) eachElement(em, name, e.arguments, (args) => printer(em, args, e));
  else printer(em, e.arguments, e);
}

const ELEMENTAL = new Set([
  'mvbits',
  'ieee_get_flag',
  'ieee_set_flag',
  'ieee_get_halting_mode',
  'ieee_set_halting_mode',
]);

function eachElement(em: Emitter, name: string, args: Arguments, print: (args: Arguments) => void): void {
  // MVBITS reads what was there before, also where that is another part of what it defines.
  const to = name === 'mvbits' ? args[3] : undefined;
  const values = args.map((a) => {
    const changes = a && to && a !== to && mayOverlap(to, a);
    if (!a || a.rank === 0) return a && (changes ? hoist(em, a) : hoistInput(em, a));
    return arrayValue(em, changes ? copied(em, a) : a);
  });
  const first = values.find((v) => v && !('k' in v)) as ArrayValue;
  loops(
    em,
    first.shape.map((n) => em.fixed(n)),
    (indices) => print(values.map((v) => (v && !('k' in v) ? v.at(indices) : v))),
  );
}

function hoistInput(em: Emitter, e: Typed): Typed {
  return isDesignator(e) ? e : hoist(em, e);
}

// A call whose status is stored where it is asked for.
function answer(em: Emitter, status: Typed | undefined, call: string): void {
  if (status) store(em, status, call);
  else em.line(`${call};`);
}

function textOrNone(em: Emitter, e: Typed | undefined): string {
  if (!e) return '0, 0';
  const v = characterPlace(em, e);
  return `${v.p}, ${v.n}`;
}

function inputText(em: Emitter, e: Typed): string {
  const v = chars(em, e);
  return `${v.p}, ${v.n}`;
}

function descriptorOrNull(em: Emitter, e: Typed | undefined): string {
  return e ? `&${describe(em, layoutOf(em, e), typeTable(e.type, ''))}` : '(fdesc *)0';
}

const PRINTERS: Record<string, (em: Emitter, args: Arguments, e: Call) => void> = {
  abort: (em) => em.line('f_abort();'),
  backtrace: (em) => em.line('f_backtrace();'),
  exit: (em, [status]) => em.line(`f_exit(${status ? scalar(em, status) : '0'});`),
  flush: (em, [unit]) => em.line(`f_flush_unit(${unit ? scalar(em, unit) : '-1'});`),
  cpu_time: (em, [time]) => store(em, time, 'f_cpu_time()'),
  second: (em, [time]) => store(em, time, 'f_cpu_time()'),
  etime: (em, [values, time]) => {
    em.line(`f_etime((float *)${layoutOf(em, values!).pointer});`);
    store(em, time, `((float *)${layoutOf(em, values!).pointer})[0]`);
  },
  dtime: (em, [values, time]) => {
    em.line(`f_dtime((float *)${layoutOf(em, values!).pointer});`);
    store(em, time, `((float *)${layoutOf(em, values!).pointer})[0]`);
  },
  date_and_time: (em, [date, time, zone, values]) => {
    em.line(
      `f_date_and_time(${textOrNone(em, date)}, ${textOrNone(em, time)}, ${textOrNone(em, zone)}, ${descriptorOrNull(em, values)});`,
    );
  },
  system_clock: (em, [count, rate, max]) => {
    const kinds = [count, rate, max].flatMap((a) => (a?.type.base === 'integer' ? [a.type.kind] : []));
    const least = Math.min(...kinds, 4);
    const wide = least < 4 ? least : kinds.includes(8) ? 8 : 4;
    store(em, count, `f_clock_count(${least < 4 ? (count?.type.kind ?? least) : wide})`);
    store(em, rate, `f_clock_rate(${wide})`);
    store(em, max, `f_clock_max(${wide})`);
  },
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
    store(em, size, String(seedSize(size?.type.kind)));
    const call = (name: string, seed: Typed): void => {
      const d = descriptorOrNull(em, seed);
      em.line(`${ifPresent(em, seed)}${name}(${d});`);
    };
    if (put) call('f_random_put', put);
    if (get) call('f_random_get', get);
    if (!size && !put && !get) em.line('f_random_restart();');
  },
  random_init: (em, [repeatable]) => em.line(`f_random_init(${scalar(em, repeatable!)});`),
  srand: (em, [seed]) => em.line(`f_srand(${scalar(em, seed!)});`),
  get_command: (em, [command, length, status]) => {
    em.line(`{ int32_t N_, S_ = f_get_command(${textOrNone(em, command)}, &N_);`);
    store(em, length, 'N_');
    store(em, status, 'S_');
    em.line('(void)S_; }');
  },
  get_command_argument: (em, [number, value, length, status]) => {
    em.line(`{ int32_t N_, S_ = f_get_argument(${scalar(em, number!)}, ${textOrNone(em, value)}, &N_);`);
    store(em, length, 'N_');
    store(em, status, 'S_');
    em.line('(void)S_; }');
  },
  getarg: (em, [number, value]) =>
    em.line(`{ int32_t N_; f_get_argument(${scalar(em, number!)}, ${textOrNone(em, value)}, &N_); }`),
  get_environment_variable: (em, [name, value, length, status, trim]) => {
    em.line(
      `{ int32_t N_, S_ = f_get_environment(${inputText(em, name!)}, ${textOrNone(em, value)}, &N_, ${trim ? scalar(em, trim) : '1'});`,
    );
    store(em, length, 'N_');
    store(em, status, 'S_');
    em.line('(void)S_; }');
  },
  getenv: (em, [name, value]) =>
    em.line(`{ int32_t N_; f_get_environment(${inputText(em, name!)}, ${textOrNone(em, value)}, &N_, 1); }`),
  // A program in a sandbox has no other programs to start.
  execute_command_line: (em, [command, , exitstat, cmdstat, cmdmsg]) => {
    em.line(`f_execute(${inputText(em, command!)}, ${cmdstat ? 1 : 0});`);
    store(em, exitstat, '0');
    store(em, cmdstat, '-2');
    if (cmdmsg) em.line(`f_assign(${textOrNone(em, cmdmsg)}, "Commands are not supported", 26);`);
  },
  system: (em, [command, status]) => {
    em.line(`f_execute(${inputText(em, command!)}, ${status ? 1 : 0});`);
    store(em, status, '-1');
  },
  fgetc: (em, [unit, c, status]) => answer(em, status, `f_fgetc(${scalar(em, unit!)}, ${textOrNone(em, c)})`),
  fget: (em, [c, status]) => answer(em, status, `f_fgetc(5, ${textOrNone(em, c)})`),
  fputc: (em, [unit, c, status]) => answer(em, status, `f_fputc(${scalar(em, unit!)}, ${inputText(em, c!)})`),
  fput: (em, [c, status]) => answer(em, status, `f_fputc(6, ${inputText(em, c!)})`),
  ftell: (em, [unit, offset]) => store(em, offset, `f_ftell(${scalar(em, unit!)})`),
  fseek: (em, [unit, offset, whence, status]) =>
    answer(em, status, `f_fseek(${scalar(em, unit!)}, ${scalar(em, offset!)}, ${scalar(em, whence!)})`),
  getcwd: (em, [c, status]) => answer(em, status, `f_getcwd(${textOrNone(em, c)})`),
  unlink: (em, [path, status]) => answer(em, status, `f_unlink(${inputText(em, path!)})`),
  rename: (em, [from, to, status]) =>
    answer(em, status, `f_rename(${inputText(em, from!)}, ${inputText(em, to!)})`),
  chmod: (em, [name, , status]) => answer(em, status, `f_chmod(${inputText(em, name!)})`),
  stat: (em, [name, values, status]) => answer(em, status, statusOf(em, 'stat', name!, values!)),
  lstat: (em, [name, values, status]) => answer(em, status, statusOf(em, 'lstat', name!, values!)),
  fstat: (em, [unit, values, status]) => answer(em, status, statusOf(em, 'fstat', unit!, values!)),
  ltime: (em, [time, values]) => em.line(`f_ltime(${scalar(em, time!)}, ${descriptorOrNull(em, values)});`),
  gmtime: (em, [time, values]) => em.line(`f_gmtime(${scalar(em, time!)}, ${descriptorOrNull(em, values)});`),
  free: (em, [ptr]) => em.line(`free((void *)(intptr_t)${scalar(em, ptr!)});`),
  sleep: (em, [seconds]) => em.line(`f_sleep(${scalar(em, seconds!)});`),
  fdate: (em, [date]) => em.line(`f_fdate(${textOrNone(em, date)});`),
  idate: (em, [values]) => em.line(`f_idate(${descriptorOrNull(em, values)});`),
  itime: (em, [values]) => em.line(`f_itime(${descriptorOrNull(em, values)});`),
  mvbits: (em, [from, frompos, length, to, topos]) => {
    const t = lvalue(em, to!);
    em.line(
      `${t} = f_mvbits_${suffix(to!.type)}(${scalar(em, from!)}, ${scalar(em, frompos!)}, ${scalar(em, length!)}, ${t}, ${scalar(em, topos!)});`,
    );
  },
  move_alloc: moveAlloc,
  c_f_pointer: (em, [cptr, fptr, shape]) => {
    const c = scalar(em, cptr!);
    const { type } = fptr!;
    const length = type.base === 'character' ? declaredLength(em, fptr!) : undefined;
    if (fptr!.rank === 0 && length !== undefined) {
      const cell = pointerCell(em, fptr!);
      em.line(`${cell}.p = (char *)${c}; ${cell}.len = ${length};`);
      return;
    }
    if (fptr!.rank === 0) {
      em.line(`${pointerCell(em, fptr!)} = (${cType(fptr!.type)} *)${c};`);
      return;
    }
    const d = descriptorOrNull(em, shape?.k === 'section' ? copied(em, shape) : shape);
    em.line(
      `f_c_f_pointer(${c}, &${descriptorCell(em, fptr!)}, ${fptr!.rank}, ${length ?? `sizeof(${cType(type)})`}, ${d});`,
    );
  },
  c_f_procpointer: (em, [cptr, fptr]) => {
    assignPointer(em, fptr!, {
      k: 'raw',
      at: fptr!.at,
      type: { base: 'procedure', kind: 4 },
      rank: 0,
      c: scalar(em, cptr!),
      lvalue: false,
    });
  },
  ...IMAGE_SUBROUTINES,
  ieee_get_flag: (em, [flag, value]) => store(em, value, `(f_flags >> ${scalar(em, flag!)} & 1)`),
  ieee_set_flag: (em, [flag, value]) => em.line(`f_set_flag(${scalar(em, flag!)}, ${scalar(em, value!)});`),
  // WebAssembly does not halt and rounds to nearest: what can be answered is answered, the rest is refused.
  ieee_get_halting_mode: (em, [, value]) => store(em, value, '0'),
  ieee_set_halting_mode: (em, [, value]) => em.line(`f_set_halting(${scalar(em, value!)});`),
  ieee_get_rounding_mode: (em, [value]) => em.line(`${lvalue(em, value!)} = 0;`),
  ieee_set_rounding_mode: (em, [value]) => em.line(`f_set_rounding(${scalar(em, value!)});`),
  ieee_get_status: (em, [value]) => em.line(`${lvalue(em, value!)} = f_flags;`),
  ieee_set_status: (em, [value]) => em.line(`f_flags = ${lvalue(em, value!)};`),
};

function moveAlloc(em: Emitter, [from, to]: Arguments): void {
  moveMemory(em, from!, to!);
  checkHeldLengths(em, to!);
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
  else {
    em.line(`${freeText(b, to.type, 0)} ${b} = (${cType(to.type)} *)${a}; ${a} = 0;`);
  }
}

// CLASS(*) holds the type beside the value, which must be there to tell it.
function moveToAny(em: Emitter, from: Typed, a: string, b: string): void {
  const isHeldApart = from.type.base === 'character' || from.type.base === 'class-star';
  const memory = isHeldApart ? `${a}.p` : a;
  em.line(`f_end_any(&${b});`);
  em.line(`if (${memory}) {`);
  em.line(`${b} = ${anyValue(em, from)}; ${memory} = 0;`);
  if (from.type.base === 'class-star') em.line(`${a}.t = 0;`);
  em.line('}');
}

// Optional dummies may make one argument of several.
function checkOneSeed(em: Emitter, given: readonly (Typed | undefined)[]): void {
  const there = given.flatMap((e) => (e ? [maybeAbsence(em, e) ?? '0'] : []));
  if (there.length < 2) return;
  const count = there.map((absent) => `(${absent} ? 0 : 1)`).join(' + ');
  em.line(`if (${count} > 1) f_seed_fault(${placeOf(em.statementAt)});`);
}

/** C that puts what the system knows of a file into an array: STAT, LSTAT of a name, FSTAT of a unit. */
export function statusOf(em: Emitter, name: string, file: Typed, values: Typed): string {
  const d = descriptorOrNull(em, values);
  if (name === 'fstat') return `f_fstat(${scalar(em, file)}, ${d})`;
  return `f_stat(${inputText(em, file)}, ${name === 'stat' ? 1 : 0}, ${d})`;
}
