// Functions and subroutines in the IEEE modules, and tests for a NaN or an IOSTAT= value, which need no module.
// WebAssembly does not halt on exceptions and always rounds to nearest. Inquiries report this, and attempts to set
// other modes are rejected at run time.

import { cType, suffix } from '../../program/c/c-text.ts';
import { intrinsicNode } from '../../program/constants/constants.ts';
import { type ElementalRow, INTEGER, REAL, signature, TWO_REALS } from '../row-kinds/elemental-row.ts';
import { convertTo, elementalRank, typeOfKind } from '../row-kinds/intrinsic-arguments.ts';
import { library, librarySuffix, runtime } from '../row-kinds/row-c.ts';
import { opaque } from '../row-kinds/scalars.ts';
import type { SubroutineRow } from '../row-kinds/subroutine-row.ts';

const QUESTION = { takes: 'x', result: 'logical', of: REAL } as const;
const OF_X_AND_Y = { takes: 'x y', result: 'same', of: TWO_REALS } as const;
const LATER = { takes: 'x', result: 'same', since: 2018, of: REAL } as const;
const LATER_OF_TWO = { ...OF_X_AND_Y, since: 2018 } as const;

const COMPARISONS = { eq: '==', ge: '>=', gt: '>', le: '<=', lt: '<', ne: '!=' };

// Quiet comparisons raise no flags; signalling comparisons raise IEEE_INVALID for a NaN.
function compare(name: string, op: string): [string, ElementalRow][] {
  const row = { ...signature('a b', 'logical', TWO_REALS), since: 2018 } as const;
  const signals: ElementalRow['c'] = (call, a, b) => {
    const { type } = call.e.arguments[0]!;
    const [x, y] = [call.once(cType(type), a), call.once(cType(type), b)];
    return `((__builtin_isunordered(${x}, ${y}) ? f_raise(F_FLAG_INVALID) : (void)0), ${x} ${op} ${y})`;
  };
  return [
    [`ieee_quiet_${name}`, { ...row, c: (_call, a, b) => `(${a} ${op} ${b})` }],
    [`ieee_signaling_${name}`, { ...row, c: signals }],
  ];
}

export const IEEE: Readonly<Record<string, ElementalRow>> = {
  ieee_class: { takes: 'x', result: 'special', of: REAL, c: runtime('ieee_class') },
  ieee_copy_sign: { ...OF_X_AND_Y, c: runtime('sign') },
  ieee_fma: {
    ...signature('a b c', 'same', { bases: ['real'], count: 3 }),
    since: 2018,
    flags: 'missing',
    c: library('fma'),
  },
  ieee_int: {
    ...signature('a round kind?', 'special', REAL),
    since: 2018,
    ...opaque([1], 'ieee_round_type'),
    make: ([a, round, kind], { at, kinds }) => {
      const rank = elementalRank([a, round]);
      const whole = intrinsicNode('ieee_rint', [a, round], { at, type: a!.type, rank });
      return convertTo(whole, typeOfKind('integer', kind, kinds.integer.kind, at), at);
    },
  },
  ieee_is_finite: { ...QUESTION, c: (_call, x) => `__builtin_isfinite(${x})` },
  ieee_is_nan: { ...QUESTION, c: (_call, x) => `__builtin_isnan(${x})` },
  ieee_is_negative: { ...QUESTION, c: (_call, x) => `(__builtin_signbit(${x}) && !__builtin_isnan(${x}))` },
  ieee_is_normal: { ...QUESTION, c: (_call, x) => `f_is_normal(${x})` },
  ieee_logb: { takes: 'x', result: 'same', of: REAL, c: library('logb') },
  ieee_max_num: { ...LATER_OF_TWO, c: runtime('max') },
  ieee_max_num_mag: { ...LATER_OF_TWO, c: runtime('max_mag') },
  ieee_min_num: { ...LATER_OF_TWO, c: runtime('min') },
  ieee_min_num_mag: { ...LATER_OF_TWO, c: runtime('min_mag') },
  ieee_next_after: { ...OF_X_AND_Y, c: ({ e }, x, y) => `nextafter${librarySuffix(e.type)}(${x}, ${y})` },
  ieee_next_down: { ...LATER, c: ({ e }, x) => `f_nearest_${suffix(e.type)}(${x}, 0)` },
  ieee_next_up: { ...LATER, c: ({ e }, x) => `f_nearest_${suffix(e.type)}(${x}, 1)` },
  ieee_real: {
    ...signature('a kind?', 'special', { bases: ['integer', 'real'], count: 1 }),
    since: 2018,
    make: ([a, kind], { at, kinds }) => convertTo(a!, typeOfKind('real', kind, kinds.real.kind, at), at),
  },
  ieee_rem: { ...OF_X_AND_Y, c: library('remainder') },
  ieee_rint: {
    ...signature('x round?', 'same', REAL),
    ...opaque([1], 'ieee_round_type'),
    c: (call, x, round) => {
      if (round === undefined) return `rint${librarySuffix(call.e.type)}(${x})`;
      const absent = call.absence(1);
      const mode = absent === undefined ? round : `(${absent} ? 0 : ${round})`;
      return `f_rint_${suffix(call.e.type)}(${x}, ${mode})`;
    },
  },
  ieee_scalb: { takes: 'x i', result: 'same', of: REAL, types: { i: 'integer' }, c: runtime('scale') },
  ieee_signbit: { ...QUESTION, since: 2018, c: (_call, x) => `(__builtin_signbit(${x}) != 0)` },
  ieee_unordered: {
    ...signature('x y', 'logical', OF_X_AND_Y.of),
    c: (_call, x, y) => `__builtin_isunordered(${x}, ${y})`,
  },
  ieee_value: {
    ...signature('x class', 'special', REAL),
    ...opaque([1], 'ieee_class_type'),
    make: (args, { at }) =>
      intrinsicNode('ieee_value', args, { at, type: args[0]!.type, rank: args[0]!.rank }),
    c: ({ e }, _x, kind) => `f_ieee_value_${suffix(e.type)}(${kind})`,
  },
  is_iostat_end: { takes: 'i', result: 'logical', since: 2003, of: INTEGER, c: (_call, i) => `(${i} == -1)` },
  is_iostat_eor: { takes: 'i', result: 'logical', since: 2003, of: INTEGER, c: (_call, i) => `(${i} == -2)` },
  isnan: { ...QUESTION, since: 'GNU', c: (_call, x) => `__builtin_isnan(${x})` },
  ...Object.fromEntries(Object.entries(COMPARISONS).flatMap(([name, op]) => compare(name, op))),
};

const PURE = { isPure: true } as const;
const OF_EACH = { ...PURE, isElemental: true } as const;

export const SUBROUTINES_OF_IEEE: Readonly<Record<string, SubroutineRow>> = {
  ieee_get_flag: {
    ...OF_EACH,
    takes: 'flag:t* flag_value=l*',
    c: (call) => call.store(1, `(f_flags >> ${call.scalar(0)} & 1)`),
  },
  ieee_get_halting_mode: { ...OF_EACH, takes: 'flag:t* halting=l*', c: (call) => call.store(1, '0') },
  ieee_get_modes: {
    ...PURE,
    takes: 'modes=t',
    since: 2018,
    c: (call) => call.line(`${call.object(0)} = 0;`),
  },
  ieee_get_rounding_mode: {
    ...PURE,
    takes: 'round_value=t radix?:i',
    c: (call) => call.line(`${call.object(0)} = 0;`),
  },
  ieee_get_status: {
    ...PURE,
    takes: 'status_value=t',
    c: (call) => call.line(`${call.object(0)} = f_flags;`),
  },
  ieee_get_underflow_mode: { ...PURE, takes: 'gradual=l', c: (call) => call.store(0, '1') },
  ieee_set_flag: {
    ...OF_EACH,
    takes: 'flag:t* flag_value:l*',
    c: (call) => call.line(`f_set_flag(${call.scalar(0)}, ${call.scalar(1)});`),
  },
  ieee_set_halting_mode: {
    ...OF_EACH,
    takes: 'flag:t* halting:l*',
    c: (call) => call.line(`f_set_halting(${call.scalar(1)});`),
  },
  ieee_set_modes: { ...PURE, takes: 'modes:t', since: 2018, c: () => undefined },
  ieee_set_rounding_mode: {
    ...PURE,
    takes: 'round_value:t radix?:i',
    c: (call) => call.line(`f_set_rounding(${call.scalar(0)});`),
  },
  ieee_set_status: {
    ...PURE,
    takes: 'status_value:t',
    c: (call) => call.line(`f_flags = ${call.object(0)};`),
  },
  ieee_set_underflow_mode: {
    ...PURE,
    takes: 'gradual:l',
    c: (call) => call.line(`f_set_underflow(${call.scalar(0)});`),
  },
};
