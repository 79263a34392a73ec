// WebAssembly's fixed-width SIMD instructions, by their number after the prefix 0xFD, according to the WebAssembly core
// specification 2.0. Relaxed SIMD is excluded, because its results depend on the processor.

import type { ImmediateKind, Opcode } from './opcode.ts';

/** Instructions on the 0xFD page are numbered VECTOR_PAGE + sub-opcode. */
export const VECTOR_PAGE = 0x200;
/** Exclusive upper bound of the sub-opcodes. */
export const VECTOR_COUNT = 0x100;

/**
 * Haze's own instructions, with which `markVectorBits` replaces `v128.and` and `v128.or` where the compiler clears the
 * signs of floating-point lanes, copies signs, or reads bits. They are never read from a module.
 */
const OWN = VECTOR_PAGE + VECTOR_COUNT;
export const ABS_BY_BITS = { f32x4: OWN, f64x2: OWN + 1 } as const;
export const COPYSIGN_BY_BITS = { f32x4: OWN + 2, f64x2: OWN + 3 } as const;
export const PARTICLE_BITS = { f32x4: OWN + 4, f64x2: OWN + 5 } as const;
/** Exclusive upper bound of instruction numbers. */
export const VECTOR_END = OWN + 6;

/** Lane layout that an instruction assumes for a vector. */
export type Shape = 'i8x16' | 'i16x8' | 'i32x4' | 'i64x2' | 'f32x4' | 'f64x2' | 'v128';

/** Effects use the same letters as in `Opcode`, plus v for v128. */
type Row = readonly [first: number, shape: Shape, names: string, effect: string, immediate?: ImmediateKind];

const ROWS: readonly Row[] = [
  [
    0x00,
    'v128',
    'load load8x8_s load8x8_u load16x4_s load16x4_u load32x2_s load32x2_u',
    'i:v',
    'memory-argument',
  ],
  [0x07, 'v128', 'load8_splat load16_splat load32_splat load64_splat', 'i:v', 'memory-argument'],
  [0x0b, 'v128', 'store', 'iv:', 'memory-argument'],
  [0x0c, 'v128', 'const', ':v', 'v128'],
  [0x0d, 'i8x16', 'shuffle', 'vv:v', 'lanes'],
  [0x0e, 'i8x16', 'swizzle', 'vv:v'],
  [0x0f, 'i8x16', 'splat', 'i:v'],
  [0x10, 'i16x8', 'splat', 'i:v'],
  [0x11, 'i32x4', 'splat', 'i:v'],
  [0x12, 'i64x2', 'splat', 'l:v'],
  [0x13, 'f32x4', 'splat', 'f:v'],
  [0x14, 'f64x2', 'splat', 'd:v'],
  [0x15, 'i8x16', 'extract_lane_s extract_lane_u', 'v:i', 'lane'],
  [0x17, 'i8x16', 'replace_lane', 'vi:v', 'lane'],
  [0x18, 'i16x8', 'extract_lane_s extract_lane_u', 'v:i', 'lane'],
  [0x1a, 'i16x8', 'replace_lane', 'vi:v', 'lane'],
  [0x1b, 'i32x4', 'extract_lane', 'v:i', 'lane'],
  [0x1c, 'i32x4', 'replace_lane', 'vi:v', 'lane'],
  [0x1d, 'i64x2', 'extract_lane', 'v:l', 'lane'],
  [0x1e, 'i64x2', 'replace_lane', 'vl:v', 'lane'],
  [0x1f, 'f32x4', 'extract_lane', 'v:f', 'lane'],
  [0x20, 'f32x4', 'replace_lane', 'vf:v', 'lane'],
  [0x21, 'f64x2', 'extract_lane', 'v:d', 'lane'],
  [0x22, 'f64x2', 'replace_lane', 'vd:v', 'lane'],
  [0x23, 'i8x16', 'eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u', 'vv:v'],
  [0x2d, 'i16x8', 'eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u', 'vv:v'],
  [0x37, 'i32x4', 'eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u', 'vv:v'],
  [0x41, 'f32x4', 'eq ne lt gt le ge', 'vv:v'],
  [0x47, 'f64x2', 'eq ne lt gt le ge', 'vv:v'],
  [0x4d, 'v128', 'not', 'v:v'],
  [0x4e, 'v128', 'and andnot or xor', 'vv:v'],
  [0x52, 'v128', 'bitselect', 'vvv:v'],
  [0x53, 'v128', 'any_true', 'v:i'],
  [0x54, 'v128', 'load8_lane load16_lane load32_lane load64_lane', 'iv:v', 'memory-lane'],
  [0x58, 'v128', 'store8_lane store16_lane store32_lane store64_lane', 'iv:', 'memory-lane'],
  [0x5c, 'v128', 'load32_zero load64_zero', 'i:v', 'memory-argument'],
  [0x5e, 'f32x4', 'demote_f64x2_zero', 'v:v'],
  [0x5f, 'f64x2', 'promote_low_f32x4', 'v:v'],
  [0x60, 'i8x16', 'abs neg popcnt', 'v:v'],
  [0x63, 'i8x16', 'all_true bitmask', 'v:i'],
  [0x65, 'i8x16', 'narrow_i16x8_s narrow_i16x8_u', 'vv:v'],
  [0x67, 'f32x4', 'ceil floor trunc nearest', 'v:v'],
  [0x6b, 'i8x16', 'shl shr_s shr_u', 'vi:v'],
  [0x6e, 'i8x16', 'add add_sat_s add_sat_u sub sub_sat_s sub_sat_u', 'vv:v'],
  [0x74, 'f64x2', 'ceil floor', 'v:v'],
  [0x76, 'i8x16', 'min_s min_u max_s max_u', 'vv:v'],
  [0x7a, 'f64x2', 'trunc', 'v:v'],
  [0x7b, 'i8x16', 'avgr_u', 'vv:v'],
  [0x7c, 'i16x8', 'extadd_pairwise_i8x16_s extadd_pairwise_i8x16_u', 'v:v'],
  [0x7e, 'i32x4', 'extadd_pairwise_i16x8_s extadd_pairwise_i16x8_u', 'v:v'],
  [0x80, 'i16x8', 'abs neg', 'v:v'],
  [0x82, 'i16x8', 'q15mulr_sat_s', 'vv:v'],
  [0x83, 'i16x8', 'all_true bitmask', 'v:i'],
  [0x85, 'i16x8', 'narrow_i32x4_s narrow_i32x4_u', 'vv:v'],
  [0x87, 'i16x8', 'extend_low_i8x16_s extend_high_i8x16_s extend_low_i8x16_u extend_high_i8x16_u', 'v:v'],
  [0x8b, 'i16x8', 'shl shr_s shr_u', 'vi:v'],
  [0x8e, 'i16x8', 'add add_sat_s add_sat_u sub sub_sat_s sub_sat_u', 'vv:v'],
  [0x94, 'f64x2', 'nearest', 'v:v'],
  [0x95, 'i16x8', 'mul min_s min_u max_s max_u', 'vv:v'],
  [
    0x9b,
    'i16x8',
    'avgr_u extmul_low_i8x16_s extmul_high_i8x16_s extmul_low_i8x16_u extmul_high_i8x16_u',
    'vv:v',
  ],
  [0xa0, 'i32x4', 'abs neg', 'v:v'],
  [0xa3, 'i32x4', 'all_true bitmask', 'v:i'],
  [0xa7, 'i32x4', 'extend_low_i16x8_s extend_high_i16x8_s extend_low_i16x8_u extend_high_i16x8_u', 'v:v'],
  [0xab, 'i32x4', 'shl shr_s shr_u', 'vi:v'],
  [0xae, 'i32x4', 'add', 'vv:v'],
  [0xb1, 'i32x4', 'sub', 'vv:v'],
  [0xb5, 'i32x4', 'mul min_s min_u max_s max_u dot_i16x8_s', 'vv:v'],
  [0xbc, 'i32x4', 'extmul_low_i16x8_s extmul_high_i16x8_s extmul_low_i16x8_u extmul_high_i16x8_u', 'vv:v'],
  [0xc0, 'i64x2', 'abs neg', 'v:v'],
  [0xc3, 'i64x2', 'all_true bitmask', 'v:i'],
  [0xc7, 'i64x2', 'extend_low_i32x4_s extend_high_i32x4_s extend_low_i32x4_u extend_high_i32x4_u', 'v:v'],
  [0xcb, 'i64x2', 'shl shr_s shr_u', 'vi:v'],
  [0xce, 'i64x2', 'add', 'vv:v'],
  [0xd1, 'i64x2', 'sub', 'vv:v'],
  [0xd5, 'i64x2', 'mul eq ne lt_s gt_s le_s ge_s', 'vv:v'],
  [0xdc, 'i64x2', 'extmul_low_i32x4_s extmul_high_i32x4_s extmul_low_i32x4_u extmul_high_i32x4_u', 'vv:v'],
  [0xe0, 'f32x4', 'abs neg', 'v:v'],
  [0xe3, 'f32x4', 'sqrt', 'v:v'],
  [0xe4, 'f32x4', 'add sub mul div min max pmin pmax', 'vv:v'],
  [0xec, 'f64x2', 'abs neg', 'v:v'],
  [0xef, 'f64x2', 'sqrt', 'v:v'],
  [0xf0, 'f64x2', 'add sub mul div min max pmin pmax', 'vv:v'],
  [0xf8, 'i32x4', 'trunc_sat_f32x4_s trunc_sat_f32x4_u', 'v:v'],
  [0xfa, 'f32x4', 'convert_i32x4_s convert_i32x4_u', 'v:v'],
  [0xfc, 'i32x4', 'trunc_sat_f64x2_s_zero trunc_sat_f64x2_u_zero', 'v:v'],
  [0xfe, 'f64x2', 'convert_low_i32x4_s convert_low_i32x4_u', 'v:v'],
];

const OWN_NAMES = [
  [ABS_BY_BITS, 'abs_by_bits'],
  [COPYSIGN_BY_BITS, 'copysign_by_bits'],
  [PARTICLE_BITS, 'particle_bits'],
] as const;

/** Every instruction on the page, plus Haze's own. */
export function* vectorOpcodes(): Generator<Opcode> {
  for (const [first, shape, names, effect, immediate = 'none'] of ROWS) {
    let code = VECTOR_PAGE + first;
    for (const name of names.split(' ')) yield { code: code++, name: `${shape}.${name}`, immediate, effect };
  }
  for (const [codes, name] of OWN_NAMES) {
    for (const [shape, code] of Object.entries(codes))
      yield { code, name: `${shape}.${name}`, immediate: 'none', effect: 'vv:v' };
  }
}
