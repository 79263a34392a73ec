// Instructions that the rewriter supports: their names, immediates and stack effects, according to the WebAssembly core
// specification 2.0 with tail calls and both encodings of exception handling. Instructions on the 0xFC page are
// numbered FC_PAGE + sub-opcode; vector-opcodes.ts lists the vector instructions. The rewriter rejects all other
// instructions and names the feature that they belong to (see `featureOf`).

import type { ImmediateKind, Opcode } from './opcode.ts';
import { PREFIXES } from './opcode-names.ts';
import { VECTOR_END, vectorOpcodes } from './vector-opcodes.ts';

export const FC_PAGE = 0x100;

function* controlOpcodes(): Generator<Opcode> {
  const rows: [number, string, ImmediateKind, string?][] = [
    [0x00, 'unreachable', 'none'],
    [0x01, 'nop', 'none', ':'],
    [0x02, 'block', 'block-type'],
    [0x03, 'loop', 'block-type'],
    [0x04, 'if', 'block-type'],
    [0x05, 'else', 'none'],
    [0x06, 'try', 'block-type'],
    [0x07, 'catch', 'index'],
    [0x08, 'throw', 'index'],
    [0x09, 'rethrow', 'index'],
    [0x0a, 'throw_ref', 'none'],
    [0x0b, 'end', 'none'],
    [0x0c, 'br', 'index'],
    [0x0d, 'br_if', 'index'],
    [0x0e, 'br_table', 'br-table'],
    [0x0f, 'return', 'none'],
    [0x10, 'call', 'index'],
    [0x11, 'call_indirect', 'two-indices'],
    [0x12, 'return_call', 'index'],
    [0x13, 'return_call_indirect', 'two-indices'],
    [0x18, 'delegate', 'index'],
    [0x19, 'catch_all', 'none'],
    [0x1a, 'drop', 'none'],
    [0x1b, 'select', 'none'],
    [0x1c, 'select_t', 'types'],
    [0x1f, 'try_table', 'try-table'],
    [0x20, 'local.get', 'index'],
    [0x21, 'local.set', 'index'],
    [0x22, 'local.tee', 'index'],
    [0x23, 'global.get', 'index'],
    [0x24, 'global.set', 'index'],
    [0x25, 'table.get', 'index'],
    [0x26, 'table.set', 'index'],
    [0x3f, 'memory.size', 'index', ':i'],
    [0x40, 'memory.grow', 'index', 'i:i'],
    [0x41, 'i32.const', 'i32', ':i'],
    [0x42, 'i64.const', 'i64', ':l'],
    [0x43, 'f32.const', 'f32', ':f'],
    [0x44, 'f64.const', 'f64', ':d'],
    [0xd0, 'ref.null', 'heap-type'],
    [0xd1, 'ref.is_null', 'none'],
    [0xd2, 'ref.func', 'index'],
    [FC_PAGE + 8, 'memory.init', 'two-indices', 'iii:'],
    [FC_PAGE + 9, 'data.drop', 'index', ':'],
    [FC_PAGE + 10, 'memory.copy', 'two-indices', 'iii:'],
    [FC_PAGE + 11, 'memory.fill', 'index', 'iii:'],
    [FC_PAGE + 12, 'table.init', 'two-indices', 'iii:'],
    [FC_PAGE + 13, 'elem.drop', 'index', ':'],
    [FC_PAGE + 14, 'table.copy', 'two-indices', 'iii:'],
    [FC_PAGE + 15, 'table.grow', 'index'],
    [FC_PAGE + 16, 'table.size', 'index', ':i'],
    [FC_PAGE + 17, 'table.fill', 'index'],
  ];
  for (const [code, name, immediate, effect = ''] of rows) yield { code, name, immediate, effect };
}

// Consecutive opcodes with the same operand types, by group: first code, immediate, effect, names.
function* numericOpcodes(): Generator<Opcode> {
  const integerUnary = 'clz ctz popcnt';
  const integerBinary = 'add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr';
  const integerCompare = 'eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u';
  const floatCompare = 'eq ne lt gt le ge';
  const floatUnary = 'abs neg ceil floor trunc nearest sqrt';
  const floatBinary = 'add sub mul div min max copysign';
  const runs: [number, ImmediateKind, string, string, string][] = [
    [0x28, 'memory-argument', 'i:i', 'i32', 'load'],
    [0x29, 'memory-argument', 'i:l', 'i64', 'load'],
    [0x2a, 'memory-argument', 'i:f', 'f32', 'load'],
    [0x2b, 'memory-argument', 'i:d', 'f64', 'load'],
    [0x2c, 'memory-argument', 'i:i', 'i32', 'load8_s load8_u load16_s load16_u'],
    [0x30, 'memory-argument', 'i:l', 'i64', 'load8_s load8_u load16_s load16_u load32_s load32_u'],
    [0x36, 'memory-argument', 'ii:', 'i32', 'store'],
    [0x37, 'memory-argument', 'il:', 'i64', 'store'],
    [0x38, 'memory-argument', 'if:', 'f32', 'store'],
    [0x39, 'memory-argument', 'id:', 'f64', 'store'],
    [0x3a, 'memory-argument', 'ii:', 'i32', 'store8 store16'],
    [0x3c, 'memory-argument', 'il:', 'i64', 'store8 store16 store32'],
    [0x45, 'none', 'i:i', 'i32', 'eqz'],
    [0x46, 'none', 'ii:i', 'i32', integerCompare],
    [0x50, 'none', 'l:i', 'i64', 'eqz'],
    [0x51, 'none', 'll:i', 'i64', integerCompare],
    [0x5b, 'none', 'ff:i', 'f32', floatCompare],
    [0x61, 'none', 'dd:i', 'f64', floatCompare],
    [0x67, 'none', 'i:i', 'i32', integerUnary],
    [0x6a, 'none', 'ii:i', 'i32', integerBinary],
    [0x79, 'none', 'l:l', 'i64', integerUnary],
    [0x7c, 'none', 'll:l', 'i64', integerBinary],
    [0x8b, 'none', 'f:f', 'f32', floatUnary],
    [0x92, 'none', 'ff:f', 'f32', floatBinary],
    [0x99, 'none', 'd:d', 'f64', floatUnary],
    [0xa0, 'none', 'dd:d', 'f64', floatBinary],
    [0xa7, 'none', 'l:i', 'i32', 'wrap_i64'],
    [0xa8, 'none', 'f:i', 'i32', 'trunc_f32_s trunc_f32_u'],
    [0xaa, 'none', 'd:i', 'i32', 'trunc_f64_s trunc_f64_u'],
    [0xac, 'none', 'i:l', 'i64', 'extend_i32_s extend_i32_u'],
    [0xae, 'none', 'f:l', 'i64', 'trunc_f32_s trunc_f32_u'],
    [0xb0, 'none', 'd:l', 'i64', 'trunc_f64_s trunc_f64_u'],
    [0xb2, 'none', 'i:f', 'f32', 'convert_i32_s convert_i32_u'],
    [0xb4, 'none', 'l:f', 'f32', 'convert_i64_s convert_i64_u'],
    [0xb6, 'none', 'd:f', 'f32', 'demote_f64'],
    [0xb7, 'none', 'i:d', 'f64', 'convert_i32_s convert_i32_u'],
    [0xb9, 'none', 'l:d', 'f64', 'convert_i64_s convert_i64_u'],
    [0xbb, 'none', 'f:d', 'f64', 'promote_f32'],
    [0xbc, 'none', 'f:i', 'i32', 'reinterpret_f32'],
    [0xbd, 'none', 'd:l', 'i64', 'reinterpret_f64'],
    [0xbe, 'none', 'i:f', 'f32', 'reinterpret_i32'],
    [0xbf, 'none', 'l:d', 'f64', 'reinterpret_i64'],
    [0xc0, 'none', 'i:i', 'i32', 'extend8_s extend16_s'],
    [0xc2, 'none', 'l:l', 'i64', 'extend8_s extend16_s extend32_s'],
    [FC_PAGE + 0, 'none', 'f:i', 'i32', 'trunc_sat_f32_s trunc_sat_f32_u'],
    [FC_PAGE + 2, 'none', 'd:i', 'i32', 'trunc_sat_f64_s trunc_sat_f64_u'],
    [FC_PAGE + 4, 'none', 'f:l', 'i64', 'trunc_sat_f32_s trunc_sat_f32_u'],
    [FC_PAGE + 6, 'none', 'd:l', 'i64', 'trunc_sat_f64_s trunc_sat_f64_u'],
  ];
  for (const [first, immediate, effect, type, names] of runs) {
    let code = first;
    for (const name of names.split(' ')) yield { code: code++, name: `${type}.${name}`, immediate, effect };
  }
}

/**
 * Haze's own instructions, never read from a module, for computations with the bits of a floating-point value: single
 * numbers here, vector lanes in vector-bits.ts.
 */
export const PARTICLE_BITS_F32 = FC_PAGE + 18;
export const PARTICLE_BITS_F64 = FC_PAGE + 19;
/** The same instructions for an integer that already holds the bits (computed-bits.ts). */
export const PARTICLE_OF_BITS_32 = FC_PAGE + 20;
export const PARTICLE_OF_BITS_64 = FC_PAGE + 21;
/**
 * Instructions for part of a number in memory (parts-in-memory.ts): the first follows a load, the second precedes a
 * store.
 */
export const PARTICLE_OF_PART = FC_PAGE + 22;
export const PARTICLE_IN_MEMORY = FC_PAGE + 23;
/**
 * Comparisons and digits of integers that may be bits of numbers (sort-keys.ts); the last operand is a code for the
 * guest.
 */
export const PARTICLE_ORDER_32 = FC_PAGE + 24;
export const PARTICLE_ORDER_64 = FC_PAGE + 25;
export const PARTICLE_DIGITS = FC_PAGE + 26;

const OWN_OPCODES: readonly Opcode[] = [
  { code: PARTICLE_BITS_F32, name: 'i32.particle_bits_f32', immediate: 'none', effect: 'f:i' },
  { code: PARTICLE_BITS_F64, name: 'i64.particle_bits_f64', immediate: 'none', effect: 'd:l' },
  { code: PARTICLE_OF_BITS_32, name: 'i32.particle_of_bits', immediate: 'none', effect: 'i:i' },
  { code: PARTICLE_OF_BITS_64, name: 'i64.particle_of_bits', immediate: 'none', effect: 'l:l' },
  { code: PARTICLE_OF_PART, name: 'i32.particle_of_part', immediate: 'none', effect: 'ii:i' },
  { code: PARTICLE_IN_MEMORY, name: 'i32.particle_in_memory', immediate: 'none', effect: 'ii:' },
  { code: PARTICLE_ORDER_32, name: 'i32.particle_order', immediate: 'none', effect: 'iii:i' },
  { code: PARTICLE_ORDER_64, name: 'i64.particle_order', immediate: 'none', effect: 'lli:i' },
  { code: PARTICLE_DIGITS, name: 'i32.particle_digits', immediate: 'none', effect: 'ii:i' },
];

/** Every supported instruction, by opcode; entries are undefined for opcodes that the rewriter rejects. */
export const OPCODES: readonly (Opcode | undefined)[] = (() => {
  const table: (Opcode | undefined)[] = new Array(VECTOR_END).fill(undefined);
  for (const opcode of controlOpcodes()) table[opcode.code] = opcode;
  for (const opcode of numericOpcodes()) table[opcode.code] = opcode;
  for (const opcode of vectorOpcodes()) table[opcode.code] = opcode;
  for (const opcode of OWN_OPCODES) table[opcode.code] = opcode;
  return table;
})();

/** Opcode of a named instruction, as in `opcodeOf('f64.add')`. */
export function opcodeOf(name: string): number {
  const found = OPCODES.find((opcode) => opcode?.name === name);
  if (!found) throw new TypeError(`there is no instruction called ${name}`);
  return found.code;
}

/** Name of the feature that an unknown opcode belongs to, for the error message. */
export function featureOf(opcode: number, subOpcode: number | undefined): string {
  const hex = (n: number): string => `0x${n.toString(16).padStart(2, '0')}`;
  switch (opcode) {
    case PREFIXES.SIMD:
      return `relaxed SIMD instruction 0xfd ${hex(subOpcode ?? 0)}`;
    case PREFIXES.ATOMIC:
      return `atomic instruction 0xfe ${hex(subOpcode ?? 0)} (threads)`;
    case PREFIXES.GC:
      return `garbage collection instruction 0xfb ${hex(subOpcode ?? 0)}`;
    case PREFIXES.NUMERIC:
      return `instruction 0xfc ${hex(subOpcode ?? 0)}`;
    case 0x14:
    case 0x15:
    case 0xd3:
    case 0xd4:
    case 0xd5:
    case 0xd6:
      return `typed function reference instruction ${hex(opcode)}`;
    default:
      return `instruction ${hex(opcode)}`;
  }
}
