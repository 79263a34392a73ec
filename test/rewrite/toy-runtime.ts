// A guest runtime for rewriter tests: slow paths in C that count their calls and compute with toy boxes. The record of
// a toy box is just its particle, so a program must print the same output with boxed and plain numbers.

import { OPCODES } from '../../src/rewrite/encoding/opcodes.ts';
import { hookName } from '../../src/rewrite/hooks/hooks.ts';
import { HOOKED_INSTRUCTIONS } from './hooked-instructions.ts';

const C_TYPES: Readonly<Record<string, string>> = { i: 'int32_t', l: 'int64_t', f: 'float', d: 'double' };

const OPERATORS: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  eq: '==',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};

const BUILTINS: Readonly<Record<string, string>> = {
  abs: '__builtin_fabs',
  ceil: '__builtin_ceil',
  floor: '__builtin_floor',
  trunc: '__builtin_trunc',
  nearest: '__builtin_nearbyint',
  sqrt: '__builtin_sqrt',
  copysign: '__builtin_copysign',
};

/** The C expression for an instruction on plain operands a and b. */
function expressionOf(name: string): string {
  const [type = '', operation = ''] = name.split('.');
  const truncation = /^trunc_(sat_)?(f\d\d)_([su])$/.exec(operation);
  if (truncation) {
    const saturate = truncation[1] ? 'saturate_' : '';
    return `__builtin_wasm_trunc_${saturate}${truncation[3]}_${type}_${truncation[2]}(a)`;
  }
  if (operation === 'demote_f64') return '(float)a';
  if (operation === 'promote_f32') return '(double)a';
  if (operation === 'neg') return '-a';
  if (operation === 'min' || operation === 'max') return `__builtin_wasm_${operation}_${type}(a, b)`;
  const operator = OPERATORS[operation];
  if (operator) return `a ${operator} b`;
  return `${BUILTINS[operation]}${type === 'f32' ? 'f' : ''}(${operation === 'copysign' ? 'a, b' : 'a'})`;
}

function hookSource(opcode: number): string {
  const { name, effect } = OPCODES[opcode]!;
  const [operands = '', results = ''] = effect.split(':');
  const operand = C_TYPES[operands[0]!]!;
  const result = C_TYPES[results[0]!]!;
  const width = operand === 'double' ? 64 : 32;
  const names = operands.length === 2 ? ['a', 'b'] : ['a'];
  const boxed = names.map((n) => `__ux_toy_handle${width}(${n})`).join(' || ');
  const unbox = names.map((n) => `${n} = __ux_toy_particle${width}(${n});`).join(' ');
  const plain = expressionOf(name);
  const value =
    result === 'double'
      ? `__ux_toy_box64(${plain})`
      : result === 'float'
        ? `__ux_toy_box32(${plain})`
        : plain;
  return `EXPORT(${hookName(opcode)}) ${result} ${hookName(opcode)}(${names.map((n) => `${operand} ${n}`).join(', ')}) {
  __ux_hook_calls++;
  if (${boxed}) { ${unbox} return ${value}; }
  return ${plain};
}
`;
}

const RECORDS = `
#include <stdint.h>
#define EXPORT(name) __attribute__((export_name(#name), used, noinline))
#define CAPACITY (1u << 13)
static double __ux_toy_records[CAPACITY];
static uint8_t __ux_toy_live[CAPACITY];
static uint32_t __ux_toy_next = 1, __ux_toy_alive = 0, __ux_toy_freed = 0;
extern uint32_t __ux_records_alive, __ux_collect_wanted;
#ifndef COLLECT_ALWAYS
#define COLLECT_ALWAYS 0
#endif
EXPORT(__ux_toy_freed_count) uint32_t __ux_toy_freed_count(void) { return __ux_toy_freed; }
uint32_t __ux_hook_calls = 0;
EXPORT(__ux_hook_count) uint32_t __ux_hook_count(void) { return __ux_hook_calls; }
EXPORT(__ux_toy_alive_count) uint32_t __ux_toy_alive_count(void) { return __ux_toy_alive; }
static uint32_t __ux_toy_new(double particle) {
  for (uint32_t tries = 1; __ux_toy_live[__ux_toy_next]; tries++) {
    if (tries == CAPACITY) __builtin_trap();
    if (++__ux_toy_next == CAPACITY) __ux_toy_next = 1;
  }
  uint32_t h = __ux_toy_next;
  if (++__ux_toy_next == CAPACITY) __ux_toy_next = 1;
  __ux_toy_records[h] = particle;
  __ux_toy_live[h] = 1;
  __ux_toy_alive++;
  TOY_CREATED
  return h;
}
static uint32_t __ux_toy_handle64(double x) {
  uint64_t u; __builtin_memcpy(&u, &x, 8);
  if (((uint32_t)(u >> 32) & 0x7fffffffu) != 0x7ffc0000u) return 0;
  uint32_t h = (uint32_t)u;
  if (h >= CAPACITY || !__ux_toy_live[h]) __builtin_trap();
  return h;
}
static uint32_t __ux_toy_handle32(float x) {
  uint32_t u; __builtin_memcpy(&u, &x, 4);
  if ((u & 0x7fe00000u) != 0x7fe00000u) return 0;
  uint32_t h = u & 0x1fffffu;
  if (h >= CAPACITY || !__ux_toy_live[h]) __builtin_trap();
  return h;
}
static double __ux_toy_particle64(double x) { uint32_t h = __ux_toy_handle64(x); return h ? __ux_toy_records[h] : x; }
static float __ux_toy_particle32(float x) { uint32_t h = __ux_toy_handle32(x); return h ? (float)__ux_toy_records[h] : x; }
static uint64_t __ux_toy_sign(double x) { uint64_t u; __builtin_memcpy(&u, &x, 8); return u & 0x8000000000000000ull; }
__attribute__((noinline)) double __ux_toy_box64(double x) {
  uint64_t u = __ux_toy_sign(x) | 0x7ffc000000000000ull | __ux_toy_new(x); double d; __builtin_memcpy(&d, &u, 8); return d;
}
__attribute__((noinline)) float __ux_toy_box32(float x) {
  uint32_t u = (uint32_t)(__ux_toy_sign(x) >> 32) | 0x7fe00000u | __ux_toy_new(x); float f; __builtin_memcpy(&f, &u, 4); return f;
}
EXPORT(__ux_toy_unbox) double __ux_toy_unbox(double x) { return __ux_toy_particle64(x); }
EXPORT(__ux_toy_unboxf) float __ux_toy_unboxf(float x) { return __ux_toy_particle32(x); }
// Integers that only look like boxes stay unchanged in the functions below.
static int __ux_toy_is_live(uint32_t h) { return h > 0 && h < CAPACITY && __ux_toy_live[h]; }
EXPORT(__ux_i64_particle_bits_f64) int64_t __ux_i64_particle_bits_f64(double x) {
  double d = __ux_toy_particle64(x); int64_t u; __builtin_memcpy(&u, &d, 8); return u;
}
EXPORT(__ux_i32_particle_bits_f32) int32_t __ux_i32_particle_bits_f32(float x) {
  float f = __ux_toy_particle32(x); int32_t u; __builtin_memcpy(&u, &f, 4); return u;
}
EXPORT(__ux_i64_particle_of_bits) int64_t __ux_i64_particle_of_bits(int64_t bits) {
  uint32_t h = (uint32_t)bits; int64_t u;
  if (((uint64_t)bits >> 32 & 0x7fffffffu) != 0x7ffc0000u || !__ux_toy_is_live(h)) return bits;
  __builtin_memcpy(&u, &__ux_toy_records[h], 8); return u;
}
EXPORT(__ux_i32_particle_of_bits) int32_t __ux_i32_particle_of_bits(int32_t bits) {
  uint32_t h = (uint32_t)bits & 0x1fffffu; int32_t u;
  if (((uint32_t)bits & 0x7fe00000u) != 0x7fe00000u || !__ux_toy_is_live(h)) return bits;
  float f = (float)__ux_toy_records[h]; __builtin_memcpy(&u, &f, 4); return u;
}
static int __ux_toy_order(int how, int64_t a, int64_t b) {
  return how >> 1 == 0 ? a < b : how >> 1 == 1 ? a > b : how >> 1 == 2 ? a <= b : how >> 1 == 3 ? a >= b : (int32_t)(a - b);
}
EXPORT(__ux_i32_particle_order) int32_t __ux_i32_particle_order(int32_t a, int32_t b, int32_t how) {
  a = __ux_i32_particle_of_bits(a); b = __ux_i32_particle_of_bits(b);
  return how & 1 ? __ux_toy_order(how & 15, (uint32_t)a, (uint32_t)b) : __ux_toy_order(how & 15, a, b);
}
EXPORT(__ux_i64_particle_order) int32_t __ux_i64_particle_order(int64_t a, int64_t b, int32_t how) {
  uint64_t sign = how & 1 ? 1ull << 63 : 0;
  return __ux_toy_order(how & 15, __ux_i64_particle_of_bits(a) ^ sign, __ux_i64_particle_of_bits(b) ^ sign);
}
EXPORT(__ux_i32_particle_digits) int32_t __ux_i32_particle_digits(int32_t bits, int32_t place) {
  return __ux_i32_particle_of_bits(bits);
}
static uint64_t __ux_toy_bits_at(int32_t at, int is_single) {
  int32_t narrow; int64_t wide;
  if (is_single) { __builtin_memcpy(&narrow, (void *)at, 4); return (uint32_t)__ux_i32_particle_of_bits(narrow); }
  __builtin_memcpy(&wide, (void *)at, 8); return (uint64_t)__ux_i64_particle_of_bits(wide);
}
static uint64_t __ux_toy_bits_around(int32_t part, int *may_be_single) {
  uint64_t wide, bits = __ux_toy_bits_at(part & ~7, 0);
  __builtin_memcpy(&wide, (void *)(part & ~7), 8);
  *may_be_single &= bits == wide;
  return *may_be_single ? __ux_toy_bits_at(part & ~3, 1) : bits;
}
EXPORT(__ux_i32_particle_of_part) int32_t __ux_i32_particle_of_part(int32_t number, int32_t shape) {
  int is_single = shape >> 7 & 1;
  uint64_t bits = shape >> 8 & 1 ? __ux_toy_bits_around(number, &is_single) >> 8 * (number & (is_single ? 3 : 7))
                                 : __ux_toy_bits_at(number, is_single) >> 8 * (shape & 7);
  int unused = 32 - 8 * (shape >> 3 & 7);
  return shape >> 6 & 1 ? (int32_t)((uint32_t)bits << unused) >> unused : (int32_t)((uint32_t)bits << unused >> unused);
}
EXPORT(__ux_i32_particle_in_memory) void __ux_i32_particle_in_memory(int32_t number, int32_t shape) {
  int is_single = shape & 1;
  uint64_t bits = shape >> 1 & 1 ? __ux_toy_bits_around(number, &is_single) : __ux_toy_bits_at(number, is_single);
  if (shape >> 1 & 1) number &= is_single ? ~3 : ~7;
  __builtin_memcpy((void *)number, &bits, is_single ? 4 : 8);
}
__attribute__((import_module("toy"), import_name("created"))) void __ux_toy_created(void);
EXPORT(__ux_toy_box) double __ux_toy_box(double x) { __ux_toy_created(); return __ux_toy_box64(x); }
EXPORT(__ux_toy_boxf) float __ux_toy_boxf(float x) { __ux_toy_created(); return __ux_toy_box32(x); }
`;

/** Functions for test programs: \`BOX(x)\` boxes a number if BOXED is defined, \`PLAIN(x)\` unboxes it. */
export const TOY_HEADER = `
double __ux_toy_box(double), __ux_toy_unbox(double);
float __ux_toy_boxf(float), __ux_toy_unboxf(float);
unsigned __ux_hook_count(void);
unsigned __ux_toy_alive_count(void);
#ifdef BOXED
#define BOX(x) __ux_toy_box(x)
#define BOXF(x) __ux_toy_boxf(x)
#define PLAIN(x) __ux_toy_unbox(x)
#define PLAINF(x) __ux_toy_unboxf(x)
#else
#define BOX(x) (x)
#define BOXF(x) (x)
#define PLAIN(x) (x)
#define PLAINF(x) (x)
#endif
`;

// A collector that marks every possible box in linear memory, at each 4-byte word.
const COLLECTOR = `
__attribute__((used)) uint32_t __ux_records_alive = 0, __ux_collect_wanted = 0;
uint32_t __ux_collections = 0;
EXPORT(__ux_toy_collections) uint32_t __ux_toy_collections(void) { return __ux_collections; }
static uint8_t __ux_toy_marked[CAPACITY];
EXPORT(__ux_safepoint) void __ux_safepoint(void) {
  __ux_collections++;
  __builtin_memset(__ux_toy_marked, 0, CAPACITY);
  uint32_t words = __builtin_wasm_memory_size(0) * 16384;
  for (uint32_t i = 1; i < words; i++) {
    uint32_t word = ((volatile uint32_t *)0)[i];
    if ((word & 0x7fffffffu) == 0x7ffc0000u) {
      uint32_t h = ((volatile uint32_t *)0)[i - 1];
      if (h < CAPACITY) __ux_toy_marked[h] = 1;
    } else if ((word & 0x7fe00000u) == 0x7fe00000u && (word & 0x1fffffu) < CAPACITY) __ux_toy_marked[word & 0x1fffffu] = 1;
  }
  for (uint32_t h = 1; h < CAPACITY; h++)
    if (__ux_toy_live[h] && !__ux_toy_marked[h]) { __ux_toy_live[h] = 0; __ux_toy_alive--; __ux_toy_freed++; }
  __ux_records_alive = __ux_toy_alive;
  __ux_collect_wanted = COLLECT_ALWAYS;
}
`;

/**
 * A collector that runs at every safepoint once a record exists if `COLLECT_ALWAYS` is set, and otherwise once more
 * than 1000 records are alive.
 */
export const TOY_COLLECTOR = {
  created:
    '__ux_records_alive = __ux_toy_alive; if (COLLECT_ALWAYS || __ux_toy_alive > 1000) __ux_collect_wanted = 1;',
  source: COLLECTOR,
};

/** Linker flags that export the safepoint symbols. */
export const COLLECTOR_FLAGS = [
  '--export=__ux_records_alive',
  '--export=__ux_collect_wanted',
  '--stack-first',
];

/** The C source of the runtime: all slow paths, the records, and the code in `extra`. */
export function toyRuntimeSource(
  extra: { created: string; source: string } = { created: '', source: '' },
): string {
  const hooks = HOOKED_INSTRUCTIONS.map(hookSource);
  return `#define TOY_CREATED ${extra.created}\n${RECORDS}${hooks.join('')}${extra.source}`;
}
