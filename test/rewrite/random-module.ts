// Random modules in text form: functions with floating-point code and every kind of control flow, and a toy-box runtime
// in the same module. `run` calls a function with plain or boxed arguments and returns a digest of its results. The
// digests must agree, both before and after rewriting. Optionally, a collector frees records at every safepoint.

import { OPCODES } from '../../src/rewrite/encoding/opcodes.ts';
import { hookName } from '../../src/rewrite/hooks/hooks.ts';
import { HOOKED_INSTRUCTIONS } from './hooked-instructions.ts';

type Random = (below: number) => number;

/** Mulberry32: a small 32-bit random number generator. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const TYPE_NAMES: Readonly<Record<string, string>> = { i: 'i32', l: 'i64', f: 'f32', d: 'f64' };

function hookText(opcode: number): string {
  const { name, effect } = OPCODES[opcode]!;
  const [operands = '', results = ''] = effect.split(':');
  const operand = TYPE_NAMES[operands[0]!]!;
  const result = TYPE_NAMES[results]!;
  const names = [...operands].map((_, i) => i);
  const particles = names.map((i) => `(call $__ux_particle_${operand} (local.get ${i}))`).join(' ');
  const boxed = names.map((i) => `(call $__ux_is_box_${operand} (local.get ${i}))`);
  const any = boxed.length === 2 ? `(i32.or ${boxed[0]} ${boxed[1]})` : boxed[0];
  const plain = `(${name} ${names.map((i) => `(local.get ${i})`).join(' ')})`;
  const value = result.startsWith('f')
    ? `(call $__ux_box_${result} (${name} ${particles}))`
    : `(${name} ${particles})`;
  return `(func $${hookName(opcode)} (export "${hookName(opcode)}") (param ${names.map(() => operand).join(' ')}) (result ${result})
    (if (result ${result}) ${any} (then ${value}) (else ${plain})))`;
}

// Memory layout: data in [0, 1024), the C stack below 65536, particles from 65536 on, marks from 1 MiB on.
const RUNTIME = `
(memory (export "memory") 32)
(global $__stack_pointer (export "__stack_pointer") (mut i32) (i32.const 65536))
(global (export "__ux_records_alive") i32 (i32.const 1016))
(global (export "__ux_collect_wanted") i32 (i32.const 1020))
(global $next (mut i32) (i32.const 1))
(global $collections (export "collections") (mut i32) (i32.const 0))
(tag $none) (tag $number (param f64))
(func $__ux_new (param f64) (result i32)
  (f64.store offset=65536 (i32.shl (global.get $next) (i32.const 3)) (local.get 0))
  (i32.store (i32.const 1016) (i32.const 1))
  (if (global.get $eager) (then (i32.store (i32.const 1020) (i32.const 1))))
  (global.get $next)
  (global.set $next (i32.add (global.get $next) (i32.const 1)))
  (if (i32.eq (global.get $next) (i32.const 100000)) (then unreachable)))
(func $__ux_is_box_f64 (param f64) (result i32)
  (i64.eq (i64.and (i64.reinterpret_f64 (local.get 0)) (i64.const 0x7fffffff00000000)) (i64.const 0x7ffc000000000000)))
(func $__ux_is_box_f32 (param f32) (result i32)
  (i32.eq (i32.and (i32.reinterpret_f32 (local.get 0)) (i32.const 0x7fe00000)) (i32.const 0x7fe00000)))
(func $__ux_particle_f64 (param f64) (result f64)
  (if (result f64) (call $__ux_is_box_f64 (local.get 0))
    (then (f64.load offset=65536 (i32.shl (i32.wrap_i64 (i64.reinterpret_f64 (local.get 0))) (i32.const 3))))
    (else (local.get 0))))
(func $__ux_particle_f32 (param f32) (result f32)
  (if (result f32) (call $__ux_is_box_f32 (local.get 0))
    (then (f32.demote_f64 (f64.load offset=65536
      (i32.shl (i32.and (i32.reinterpret_f32 (local.get 0)) (i32.const 0x1fffff)) (i32.const 3)))))
    (else (local.get 0))))
(func $__ux_box_f64 (param f64) (result f64)
  (f64.reinterpret_i64 (i64.or
    (i64.or (i64.const 0x7ffc000000000000) (i64.and (i64.reinterpret_f64 (local.get 0)) (i64.const 0x8000000000000000)))
    (i64.extend_i32_u (call $__ux_new (local.get 0))))))
(func $__ux_box_f32 (param f32) (result f32)
  (f32.reinterpret_i32 (i32.or
    (i32.or (i32.const 0x7fe00000) (i32.and (i32.reinterpret_f32 (local.get 0)) (i32.const 0x80000000)))
    (call $__ux_new (f64.promote_f32 (local.get 0))))))
(func $__ux_i64_particle_bits_f64 (export "__ux_i64_particle_bits_f64") (param f64) (result i64)
  (i64.reinterpret_f64 (call $__ux_particle_f64 (local.get 0))))
(func $__ux_mark_handle (param $h i32)
  (if (i32.lt_u (local.get $h) (global.get $next)) (then (i32.store8 offset=1048576 (local.get $h) (i32.const 1)))))
(func $__ux_mark (param $at i32) (param $word i32)
  (if (i32.eq (i32.and (local.get $word) (i32.const 0x7fffffff)) (i32.const 0x7ffc0000))
    (then (call $__ux_mark_handle (i32.load (i32.sub (local.get $at) (i32.const 4)))))
    (else (if (i32.eq (i32.and (local.get $word) (i32.const 0x7fe00000)) (i32.const 0x7fe00000))
      (then (call $__ux_mark_handle (i32.and (local.get $word) (i32.const 0x1fffff))))))))
(func $__ux_mark_range (param $at i32) (param $end i32)
  (block $done (loop $again
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (call $__ux_mark (local.get $at) (i32.load (local.get $at)))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $again))))
(func $__ux_safepoint (export "__ux_safepoint") (local $h i32)
  (global.set $collections (i32.add (global.get $collections) (i32.const 1)))
  (memory.fill (i32.const 1048576) (i32.const 0) (global.get $next))
  (call $__ux_mark_range (i32.const 4) (i32.const 1000))
  (call $__ux_mark_range (global.get $__stack_pointer) (i32.const 65536))
  (loop $again
    (local.set $h (i32.add (local.get $h) (i32.const 1)))
    (if (i32.eqz (i32.load8_u offset=1048576 (local.get $h)))
      (then (f64.store offset=65536 (i32.shl (local.get $h) (i32.const 3)) (f64.const 1e300))))
    (br_if $again (i32.lt_u (local.get $h) (global.get $next)))))
`;

/** Functions that the functions under test may call. */
const CALLEES = `
(func $mix (param f64 f64) (result f64) (f64.sub (f64.mul (local.get 0) (f64.const 0.5)) (f64.mul (local.get 1) (f64.const 0.25))))
(func $mixf (param f32 f64) (result f32) (f32.add (f32.demote_f64 (local.get 1)) (f32.mul (local.get 0) (f32.const 0.5))))
(func $turn (param f64 i32) (result f64)
  (loop $again
    (local.set 0 (f64.sub (f64.const 1) (f64.mul (local.get 0) (f64.const 0.75))))
    (br_if $again (i32.gt_s (local.tee 1 (i32.sub (local.get 1) (i32.const 1))) (i32.const 0))))
  (local.get 0))
(func $two (param f64) (result f64 f64) (f64.add (local.get 0) (f64.const 1)) (f64.neg (local.get 0)))
(func $raise (param i32 f64)
  (if (i32.and (local.get 0) (i32.const 1)) (then (throw $number (f64.add (local.get 1) (f64.const 2)))))
  (if (i32.and (local.get 0) (i32.const 2)) (then (throw $none))))
`;

const WITHOUT_SIGN = 'v128.const i64x2 0x7fffffffffffffff 0x7fffffffffffffff';

/** The offset of the integers, which follow the numbers. */
const INTEGERS = 960;

/** Writes one function under test. */
class FunctionText {
  private readonly random: Random;
  private readonly hasVectors: boolean;
  private readonly counters: string[] = [];
  /** The counter of the enclosing loop while control flow is not allowed; otherwise undefined. */
  private straight: string | undefined;
  private budget = 140;

  constructor(random: Random, hasVectors: boolean) {
    this.random = random;
    this.hasVectors = hasVectors;
  }

  write(name: string): string {
    const body = this.statements(3, 0);
    const result = this.f64(3);
    const locals = this.counters.map((counter) => `(local ${counter} i32)`).join(' ');
    return `(func $${name} (param $a f64) (param $b f64) (param $c f32) (param $d f32) (param $n i32) (result f64)
    (local $u f64) (local $v f64) (local $w f64) (local $x f32) (local $y f32) (local $k i32) (local $at i32) ${this.hasVectors ? '(local $p v128) (local $q v128) (local $r v128) (local $s v128)' : ''} ${locals}
    ${body} ${result})`;
  }

  private pick<T>(choices: readonly T[]): T {
    return choices[this.random(choices.length)]!;
  }

  private f64Local(): string {
    return this.pick(['$a', '$b', '$u', '$v', '$w']);
  }

  private f32Local(): string {
    return this.pick(['$c', '$d', '$x', '$y']);
  }

  /** An address that advances with the enclosing loop. */
  private movingAddress(): string {
    return `local.get ${this.straight} i32.const 8 i32.mul`;
  }

  /** Choices with control flow, unless the code must be straight-line. */
  private unlessStraight(...choices: (() => string)[]): (() => string)[] {
    return this.straight ? [] : choices;
  }

  private f64(depth: number): string {
    if (depth <= 0 || this.budget-- <= 0) {
      if (this.straight && this.random(2))
        return `${this.movingAddress()} f64.load offset=${this.random(90) * 8}`;
      return this.pick([
        `local.get ${this.f64Local()}`,
        `local.get ${this.f64Local()}`,
        `f64.const ${this.random(9) - 4}.5`,
        `i32.const ${this.random(100) * 8} f64.load`,
      ]);
    }
    const next = depth - 1;
    const choices: (() => string)[] = [
      () =>
        `${this.f64(next)} ${this.f64(next)} f64.${this.pick(['add', 'sub', 'mul', 'div', 'min', 'max', 'copysign'])}`,
      () => `${this.f64(next)} ${this.f64(next)} f64.${this.pick(['add', 'sub', 'mul'])}`,
      () => `${this.f64(next)} f64.${this.pick(['abs', 'neg', 'sqrt', 'floor', 'ceil', 'trunc', 'nearest'])}`,
      () => `${this.f64(next)} local.tee ${this.f64Local()}`,
      () => `${this.f64(next)} local.tee ${this.f64Local()} ${this.f64(next)} f64.mul`,
      () => `${this.f32(next)} f64.promote_f32`,
      () => `${this.i32(next)} f64.convert_i32_s`,
      () => `${this.f64(next)} ${this.f64(next)} ${this.i32(next)} select`,
      ...this.unlessStraight(
        () => `${this.f64(next)} ${this.f64(next)} call $mix`,
        () => `${this.f64(next)} i32.const ${1 + this.random(3)} call $turn`,
        () => `${this.f64(next)} call $two ${this.pick(['f64.add', 'f64.mul', 'drop'])}`,
        () =>
          `${this.i32(next)} if (result f64) ${this.statements(1, next)} ${this.f64(next)} else ${this.f64(next)} end`,
        () =>
          `block (result f64) ${this.f64(next)} ${this.i32(next)} br_if 0 ${this.statements(1, next)} drop ${this.f64(next)} end`,
        () => `block (result f64) ${this.statements(1, next)} ${this.f64(next)} br 0 unreachable f64.add end`,
        () => `${this.loop(next)} ${this.f64(next)}`,
        () => `${this.f64(next)} ${this.straightLoop()} ${this.f64(next)} f64.sub`,
      ),
      ...this.ifVectors(() => `${this.f64x2(next)} f64x2.extract_lane ${this.random(2)}`),
      ...this.ifVectors(() => `${this.f64x2(next)} f64x2.extract_lane ${this.random(2)}`),
    ];
    return this.pick(choices)();
  }

  private f32(depth: number): string {
    if (depth <= 0 || this.budget-- <= 0) {
      return this.pick([
        `local.get ${this.f32Local()}`,
        `f32.const 1.25`,
        `i32.const ${800 + this.random(40) * 4} f32.load`,
      ]);
    }
    const next = depth - 1;
    const choices: (() => string)[] = [
      () =>
        `${this.f32(next)} ${this.f32(next)} f32.${this.pick(['add', 'sub', 'mul', 'div', 'min', 'max', 'copysign'])}`,
      () => `${this.f32(next)} f32.${this.pick(['abs', 'neg', 'sqrt', 'floor', 'nearest'])}`,
      () => `${this.f32(next)} local.tee ${this.f32Local()}`,
      () => `${this.f64(next)} f32.demote_f64`,
      ...this.unlessStraight(() => `${this.f32(next)} ${this.f64(next)} call $mixf`),
      ...this.ifVectors(() => `${this.f32x4(next)} f32x4.extract_lane ${this.random(4)}`),
    ];
    return this.pick(choices)();
  }

  private i32(depth: number): string {
    if (depth <= 0 || this.budget-- <= 0)
      return this.pick([`local.get $n`, `local.get $k`, `i32.const ${this.random(3)}`]);
    const next = depth - 1;
    const comparison = this.pick(['eq', 'ne', 'lt', 'gt', 'le', 'ge']);
    const choices: (() => string)[] = [
      () => `${this.f64(next)} ${this.f64(next)} f64.${comparison}`,
      () => `${this.f64(next)} ${this.f64(next)} f64.${comparison} i32.eqz`,
      () => `${this.f32(next)} ${this.f32(next)} f32.${comparison}`,
      () => `${this.f64(next)} i32.trunc_sat_f64_${this.pick(['s', 'u'])} i32.const 3 i32.and`,
      () => `${this.f32(next)} i64.trunc_sat_f32_s i32.wrap_i64 i32.const 7 i32.and`,
      () => `${this.i32(next)} local.tee $k`,
      ...this.ifVectors(
        () =>
          `${this.f64x2(next)} ${this.f64x2(next)} f64x2.${comparison} i64x2.extract_lane 1 i32.wrap_i64 i32.const 3 i32.and`,
      ),
      ...this.ifVectors(
        () =>
          `${this.f32x4(next)} i32x4.trunc_sat_f32x4_${this.pick(['s', 'u'])} i32x4.extract_lane 2 i32.const 7 i32.and`,
      ),
      ...this.ifVectors(
        () =>
          `${this.f64x2(next)} i32x4.trunc_sat_f64x2_s_zero i32x4.extract_lane ${this.random(3)} i32.const 7 i32.and`,
      ),
      ...this.ifVectors(
        () =>
          `${this.f64x2(next)} ${WITHOUT_SIGN} v128.and v128.const i64x2 0x7ff0000000000000 0x7ff0000000000000 i64x2.ge_s v128.any_true`,
      ),
    ];
    return this.pick(choices)();
  }

  private ifVectors(choice: () => string): (() => string)[] {
    return this.hasVectors ? [choice] : [];
  }

  private f64x2(depth: number): string {
    if (depth <= 0 || this.budget-- <= 0) {
      return this.pick([
        `local.get $p`,
        `local.get $q`,
        `local.get ${this.f64Local()} f64x2.splat`,
        `i32.const ${this.random(99) * 8} v128.load`,
      ]);
    }
    const next = depth - 1;
    const two = (): string => `${this.f64x2(next)} ${this.f64x2(next)}`;
    const choices: (() => string)[] = [
      () => `${two()} f64x2.${this.pick(['add', 'sub', 'mul', 'div', 'min', 'max', 'pmin', 'pmax'])}`,
      () => `${two()} f64x2.${this.pick(['add', 'sub', 'mul'])}`,
      () =>
        `${this.f64x2(next)} f64x2.${this.pick(['abs', 'neg', 'sqrt', 'floor', 'ceil', 'trunc', 'nearest'])}`,
      () => `${this.f64x2(next)} local.tee ${this.pick(['$p', '$q'])}`,
      () => `${this.f64x2(next)} ${this.f64(next)} f64x2.replace_lane ${this.random(2)}`,
      () => `${this.f32x4(next)} f64x2.promote_low_f32x4`,
      () => `${this.i32(next)} i32x4.splat f64x2.convert_low_i32x4_s`,
      () => `${two()} ${two()} f64x2.${this.pick(['lt', 'ge', 'eq', 'ne'])} v128.bitselect`,
      () => `${two()} i8x16.shuffle 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23`,
      () => `${two()} ${this.i32(next)} select`,
      () => `${this.f64x2(next)} ${WITHOUT_SIGN} v128.and`,
      ...this.unlessStraight(
        () =>
          `${this.i32(next)} if (result v128) ${this.statements(1, next)} ${this.f64x2(next)} else ${this.f64x2(next)} end`,
        () => `${this.f64x2(next)} ${this.loop(next)} ${this.f64(next)} f64x2.splat f64x2.add`,
      ),
    ];
    return this.pick(choices)();
  }

  private f32x4(depth: number): string {
    if (depth <= 0 || this.budget-- <= 0) {
      return this.pick([
        `local.get $r`,
        `local.get $s`,
        `local.get ${this.f32Local()} f32x4.splat`,
        `i32.const ${800 + this.random(36) * 4} v128.load`,
      ]);
    }
    const next = depth - 1;
    const two = (): string => `${this.f32x4(next)} ${this.f32x4(next)}`;
    const choices: (() => string)[] = [
      () => `${two()} f32x4.${this.pick(['add', 'sub', 'mul', 'div', 'min', 'max', 'pmin', 'pmax'])}`,
      () => `${this.f32x4(next)} f32x4.${this.pick(['abs', 'neg', 'sqrt', 'floor', 'nearest'])}`,
      () => `${this.f32x4(next)} local.tee ${this.pick(['$r', '$s'])}`,
      () => `${this.f32x4(next)} ${this.f32(next)} f32x4.replace_lane ${this.random(4)}`,
      () => `${this.f64x2(next)} f32x4.demote_f64x2_zero`,
      () => `${two()} ${two()} f32x4.${this.pick(['lt', 'ge', 'ne'])} v128.bitselect`,
      () =>
        `${this.f32x4(next)} v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff v128.and local.get $s v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000 v128.and v128.or`,
    ];
    return this.pick(choices)();
  }

  private loop(depth: number): string {
    const counter = `$i${this.counters.length}`;
    this.counters.push(counter);
    const again = this.pick([
      `local.get ${counter} i32.const 1 i32.sub local.tee ${counter} br_if 0`,
      `local.get ${counter} i32.const 1 i32.sub local.tee ${counter} if ${this.f64(1)} ${this.f64(1)} f64.lt br_if 1 end`,
    ]);
    return `i32.const ${1 + this.random(4)} local.set ${counter} loop ${this.statements(2, depth)} ${again} end`;
  }

  /** A loop over an array, whose only control flow is its exit. */
  private straightLoop(): string {
    const counter = `$i${this.counters.length}`;
    this.counters.push(counter);
    this.straight = counter;
    this.budget = Math.max(this.budget, 40);
    const parts: string[] = [];
    for (let n = 1 + this.random(4); n > 0; n--) parts.push(this.statement(this.random(3)));
    if (this.random(4) === 0)
      parts.splice(this.random(parts.length), 0, `${this.i32(1)} i32.const 5 i32.eq br_if 1`);
    const pending = this.random(3) === 0 ? `${this.f64(2)} drop` : '';
    this.straight = undefined;
    return `i32.const ${1 + this.random(6)} local.set ${counter} block loop ${parts.join('\n')} ${pending}
      local.get ${counter} i32.const 1 i32.sub local.tee ${counter} br_if 0 end end`;
  }

  /** Replaces the value at an advancing address with a result computed from it. */
  private update(depth: number): string {
    const offset = this.random(90) * 8;
    const operation = this.pick(['add', 'sub', 'mul']);
    if (this.random(2))
      return `${this.movingAddress()} ${this.movingAddress()} f64.load offset=${offset} ${this.f64(depth)} f64.${operation} f64.store offset=${offset}`;
    const sum = `${this.movingAddress()} i32.const ${offset} i32.add local.tee $at f64.load`;
    return `${sum} local.set $w local.get $at local.get $w ${this.f64(depth)} f64.${operation} f64.store`;
  }

  /** Updates an integer of any width in memory, or leaves the enclosing block if the integer has a certain value. */
  private integerUpdate(depth: number): string {
    const at = INTEGERS + this.random(10) * 4;
    const [load, store] = this.pick([
      ['i32.load', 'i32.store'],
      ['i32.load8_s', 'i32.store8'],
      ['i32.load16_u', 'i32.store16'],
    ] as const);
    const change = `i32.const ${at} i32.const ${at} ${load} ${this.i32(depth)} i32.add ${store}`;
    const wide = `i32.const ${at} i32.const ${at} i64.load32_u i64.const 3 i64.mul ${this.pick(['i64.store32', 'i64.store8', 'i64.store16'])}`;
    const way = `i32.const ${at} i32.load i32.const ${this.random(4)} i32.eq br_if 1`;
    return this.pick([change, change, wide, way]);
  }

  private handled(depth: number): string {
    const risky = `${this.statements(1, depth)} ${this.i32(depth)} ${this.f64(depth)} call $raise ${this.statements(1, depth)}`;
    return this.pick([
      `try ${risky} catch $number local.set ${this.f64Local()} ${this.statements(1, depth)} catch_all ${this.statements(1, depth)} end`,
      `try ${risky} catch_all ${this.statements(1, depth)} end`,
      `try try ${risky} delegate 0 catch $number drop ${this.statements(1, depth)} catch_all end`,
      `try try ${risky} catch_all ${this.statements(1, depth)} rethrow 0 end catch_all ${this.statements(1, depth)} end`,
    ]);
  }

  private statements(count: number, depth: number): string {
    const parts: string[] = [];
    for (let n = 1 + this.random(count + 1); n > 0; n--) parts.push(this.statement(depth));
    return parts.join('\n');
  }

  private statement(depth: number): string {
    const inner = depth === 0 && !this.straight ? 3 : depth - 1;
    if (this.budget-- <= 0) return 'nop';
    const choices: (() => string)[] = [
      () => `${this.f64(inner)} local.set ${this.f64Local()}`,
      () => `${this.f64(inner)} local.set ${this.f64Local()}`,
      () => `${this.f32(inner)} local.set ${this.f32Local()}`,
      () => `i32.const ${this.random(100) * 8} ${this.f64(inner)} f64.store`,
      () => `i32.const ${800 + this.random(40) * 4} ${this.f32(inner)} f32.store`,
      () => `${this.i32(inner)} local.set $k`,
      () => `local.get ${this.f64Local()} local.set ${this.f64Local()}`,
      ...(this.straight
        ? [
            () => `${this.movingAddress()} ${this.f64(inner)} f64.store offset=${this.random(90) * 8}`,
            () => `local.get $u ${this.f64(inner)} f64.add local.set $u`,
            () => this.update(inner),
            () => this.update(inner),
            () => this.integerUpdate(inner),
            () =>
              `${this.movingAddress()} ${this.movingAddress()} i64.load offset=${this.random(90) * 8} i64.store offset=${this.random(90) * 8}`,
          ]
        : [
            () => `${this.i32(inner)} if ${this.statements(1, inner)} else ${this.statements(1, inner)} end`,
            () =>
              `block ${this.statements(1, inner)} ${this.i32(inner)} br_if 0 ${this.statements(2, inner)} end`,
            () =>
              `block block block ${this.i32(inner)} br_table 0 1 2 end ${this.statements(1, inner)} end ${this.statements(1, inner)} end`,
            () => this.loop(inner),
            () => this.straightLoop(),
            () => this.handled(inner),
          ]),
      ...this.ifVectors(() => `${this.f64x2(inner)} local.set ${this.pick(['$p', '$q'])}`),
      ...this.ifVectors(() => `${this.f32x4(inner)} local.set ${this.pick(['$r', '$s'])}`),
      ...this.ifVectors(() => `i32.const ${this.random(99) * 8} ${this.f64x2(inner)} v128.store`),
      ...this.ifVectors(() => `i32.const ${800 + this.random(36) * 4} ${this.f32x4(inner)} v128.store`),
      ...this.ifVectors(
        () => `i32.const ${this.random(100) * 8} ${this.f64x2(inner)} v128.store64_lane ${this.random(2)}`,
      ),
    ];
    return this.pick(choices)();
  }
}

/**
 * A module that contains only a toy-box runtime: slow paths, functions that create boxes and read their particles, and
 * `forget`.
 */
export function toyRuntimeText(): string {
  const own = ['box_f32', 'box_f64', 'particle_f32', 'particle_f64'];
  return `(module ${RUNTIME} (global $eager i32 (i32.const 0)) ${HOOKED_INSTRUCTIONS.map(hookText).join('\n')}
    ${own.map((name) => `(export "${name}" (func $__ux_${name}))`).join('\n')}
    (func (export "forget") (global.set $next (i32.const 1))))`;
}

/** The number of functions per module. */
export const FUNCTION_COUNT = 25;

/** A module with FUNCTION_COUNT random functions; \`run(k, boxed)\` returns a digest of the results of function k. */
export function randomModuleText(seed: number, eager: boolean, hasVectors = false): string {
  const random = seededRandom(seed);
  const functions: string[] = [];
  for (let k = 0; k < FUNCTION_COUNT; k++)
    functions.push(new FunctionText(random, hasVectors).write(`f${k}`));
  const hooks = HOOKED_INSTRUCTIONS.map(hookText);
  const table = functions.map((_, k) => `$f${k}`).join(' ');
  return `(module ${RUNTIME} ${CALLEES}
  (global $eager i32 (i32.const ${eager ? 1 : 0}))
  (type $function (func (param f64 f64 f32 f32 i32) (result f64)))
  (table funcref (elem ${table}))
  ${hooks.join('\n')} ${functions.join('\n')}
  (func $__ux_digest (param $value f64) (param $so_far i64) (result i64)
    (local.set $value (call $__ux_particle_f64 (local.get $value)))
    (if (f64.ne (local.get $value) (local.get $value)) (then (local.set $value (f64.const nan))))
    (i64.add (i64.mul (local.get $so_far) (i64.const 31)) (i64.reinterpret_f64 (local.get $value))))
  (func $__ux_argument (param $value f64) (param $boxed i32) (result f64)
    (if (result f64) (local.get $boxed) (then (call $__ux_box_f64 (local.get $value))) (else (local.get $value))))
  (func $__ux_argument32 (param $value f32) (param $boxed i32) (result f32)
    (if (result f32) (local.get $boxed) (then (call $__ux_box_f32 (local.get $value))) (else (local.get $value))))
  (func $__ux_run (export "run") (param $k i32) (param $boxed i32) (param $n i32) (result i64) (local $at i32) (local $digest i64) (local $result f64)
    (memory.fill (i32.const 0) (i32.const 0) (i32.const 1024))
    (global.set $next (i32.const 1))
    (global.set $__stack_pointer (i32.const 65536))
    (loop $fill
      (f64.store (local.get $at) (call $__ux_argument (f64.convert_i32_s (i32.sub (local.get $at) (i32.const 300))) (i32.or
        (i32.and (local.get $boxed) (i32.const 2))
        (i32.and (i32.shr_u (local.get $boxed) (i32.const 3)) (i32.eqz (i32.rem_u (local.get $at) (i32.const 56)))))))
      (br_if $fill (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (i32.const 800))))
    (block $done (try
      (do (local.set $result (call_indirect (type $function)
        (call $__ux_argument (f64.const 1.75) (i32.and (local.get $boxed) (i32.const 1)))
        (call $__ux_argument (f64.const -0.625) (i32.and (local.get $boxed) (i32.const 2)))
        (call $__ux_argument32 (f32.const 2.5) (i32.and (local.get $boxed) (i32.const 1)))
        (call $__ux_argument32 (f32.const -3.25) (i32.and (local.get $boxed) (i32.const 4)))
        (local.get $n) (local.get $k))))
      (catch_all (local.set $result (f64.const 12345)))))
    (local.set $digest (call $__ux_digest (local.get $result) (i64.const 7)))
    (local.set $at (i32.const 0))
    (loop $sum
      (local.set $digest (call $__ux_digest (f64.load (local.get $at)) (local.get $digest)))
      (br_if $sum (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (i32.const 800))))
    (loop $sum32
      (local.set $digest (call $__ux_digest (f64.promote_f32 (call $__ux_particle_f32 (f32.load (local.get $at)))) (local.get $digest)))
      (br_if $sum32 (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (i32.const 960))))
    (loop $sum_integers
      (local.set $digest (i64.add (i64.mul (local.get $digest) (i64.const 31)) (i64.load32_u (local.get $at))))
      (br_if $sum_integers (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (i32.const 1008))))
    (local.get $digest)))`;
}
