// Scalar functions that report on the program and the machine: clocks, files, random numbers and IEEE support.
import type { CharactersC } from '../../program/c/c-text.ts';
import { type CallPrinting, signature } from '../row-kinds/elemental-row.ts';
import { opaque, scalars } from '../row-kinds/scalars.ts';
import type { WholeRow } from '../row-kinds/whole-row.ts';

const OF_THE_TYPE = { takes: 'x?', result: 'logical', form: 'inquiry' } as const;
const YES = { ...OF_THE_TYPE, c: () => '1' } as const;
const NO = { ...OF_THE_TYPE, c: () => '0' } as const;
const OF_GNU = { since: 'GNU', form: 'transformational' } as const;
/** A function that changes files or the state of the machine, and returns a status. */
const ACTION = { ...OF_GNU, result: 'small', isImpure: true } as const;
/** A GNU function that may return a different result at each call. */
const STREAM = { ...OF_GNU, isVariable: true, isImpure: true } as const;
const CLOCK = { ...OF_GNU, takes: '', isVariable: true } as const;
const STATUS = {
  elsewhere: 'printing',
  ...OF_GNU,
  ...signature('name values', 'small'),
  types: { name: 'character', values: 'integer' },
  ranks: { name: 0, values: 1 },
} as const;
// The sandbox has no users.
const NOBODY = { ...CLOCK, result: 'small', c: () => '0' } as const;

export const SYSTEM: Readonly<Record<string, WholeRow>> = {
  access: {
    ...ACTION,
    ...scalars({ name: 'character', mode: 'character' }),
    c: (call) => `f_access(${textOf(call, 0)}, ${textOf(call, 1)})`,
  },
  chmod: {
    ...ACTION,
    ...scalars({ name: 'character', mode: 'character' }),
    c: (call) => `f_chmod(${textOf(call, 0)})`,
  },
  command_argument_count: {
    ...signature('', 'small'),
    since: 2003,
    form: 'transformational',
    c: () => 'f_argument_count()',
  },
  compiler_options: {
    form: 'transformational',
    ...signature('', 'character'),
    since: 2008,
    characters: () => ({ p: '""', n: '0' }),
  },
  compiler_version: {
    form: 'transformational',
    ...signature('', 'character'),
    since: 2008,
    characters: () => ({ p: '"Haze Fortran"', n: '12' }),
  },
  etime: {
    ...OF_GNU,
    elsewhere: 'printing',
    ...signature('values', 'real4'),
    types: { values: 'real' },
    ranks: { values: 1 },
    misfit: ([values]) => (values?.type.kind === 4 ? undefined : 'VALUES must be REAL(4)'),
    isVariable: true,
  },
  fget: { ...ACTION, ...scalars({ c: 'character' }), c: (call) => `f_fgetc(5, ${placeOf(call, 0)})` },
  fgetc: {
    ...ACTION,
    ...scalars({ unit: 'integer', c: 'character' }),
    c: (call) => `f_fgetc(${call.scalar(0)}, ${placeOf(call, 1)})`,
  },
  fput: { ...ACTION, ...scalars({ c: 'character' }), c: (call) => `f_fputc(6, ${textOf(call, 0)})` },
  fputc: {
    ...ACTION,
    ...scalars({ unit: 'integer', c: 'character' }),
    c: (call) => `f_fputc(${call.scalar(0)}, ${textOf(call, 1)})`,
  },
  fstat: {
    ...STATUS,
    takes: 'unit values',
    types: { unit: 'integer', values: 'integer' },
    ranks: { unit: 0, values: 1 },
  },
  ftell: {
    ...OF_GNU,
    ...scalars({ unit: 'integer' }),
    result: 'int8',
    c: (call) => `f_ftell(${call.scalar(0)})`,
  },
  getcwd: { ...ACTION, ...scalars({ c: 'character' }), c: (call) => `f_getcwd(${placeOf(call, 0)})` },
  getgid: NOBODY,
  getuid: NOBODY,
  iargc: { ...CLOCK, result: 'small', c: () => 'f_argument_count()' },
  ieee_support_datatype: YES,
  ieee_support_denormal: YES,
  ieee_support_divide: YES,
  ieee_support_flag: { ...YES, takes: 'flag x?', ...opaque([0], 'ieee_flag_type') },
  ieee_support_halting: { ...NO, takes: 'flag', ...opaque([0], 'ieee_flag_type') },
  ieee_support_inf: YES,
  ieee_support_io: YES,
  ieee_support_nan: YES,
  // WebAssembly has neither traps nor rounding modes.
  ieee_support_rounding: {
    ...OF_THE_TYPE,
    takes: 'value x?',
    ...opaque([0], 'ieee_round_type'),
    ranks: { value: 0 },
    c: (call) => `(${call.scalar(0)} == 0)`,
  },
  ieee_support_sqrt: YES,
  ieee_support_standard: NO,
  ieee_support_subnormal: YES,
  ieee_support_underflow_control: NO,
  irand: {
    ...STREAM,
    ...scalars({ 'i?': 'integer' }),
    result: 'int4',
    c: (call) => `f_irand(${call.scalar(0, '0')})`,
  },
  lstat: STATUS,
  malloc: {
    ...STREAM,
    ...scalars({ size: 'integer' }),
    result: 'int4',
    c: (call) => `(int32_t)(intptr_t)malloc((size_t)${call.scalar(0)})`,
  },
  mclock: { ...CLOCK, result: 'small', c: () => '(int32_t)(f_cpu_time() * 1e6)' },
  mclock8: { ...CLOCK, result: 'int8', c: () => '(int64_t)(f_cpu_time() * 1e6)' },
  ran: { ...STREAM, ...scalars({ i: 'integer' }), result: 'real4', c: () => 'f_rand(0)' },
  rand: {
    ...STREAM,
    ...scalars({ 'i?': 'integer' }),
    result: 'real4',
    c: (call) => `f_rand(${call.scalar(0, '0')})`,
  },
  rename: {
    ...ACTION,
    ...scalars({ path1: 'character', path2: 'character' }),
    c: (call) => `f_rename(${textOf(call, 0)}, ${textOf(call, 1)})`,
  },
  secnds: {
    ...OF_GNU,
    ...scalars({ x: 'real' }),
    result: 'real4',
    isVariable: true,
    c: (call) => `f_secnds(${call.scalar(0)})`,
  },
  second: { ...CLOCK, result: 'real4', c: () => 'f_second()' },
  stat: STATUS,
  time: { ...CLOCK, result: 'int4', c: () => '(int32_t)f_time()' },
  time8: { ...CLOCK, result: 'int8', c: () => 'f_time()' },
  unlink: { ...ACTION, ...scalars({ path: 'character' }), c: (call) => `f_unlink(${textOf(call, 0)})` },
};

const textOf = (call: CallPrinting, argument: number): string => both(call.chars(argument));
const placeOf = (call: CallPrinting, argument: number): string => both(call.place(argument));
const both = ({ p, n }: CharactersC): string => `${p}, ${n}`;
