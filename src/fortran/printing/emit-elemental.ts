// Elemental intrinsic functions in C, for scalars; arrays apply them element by element.

import { cType } from '../program/c-types.ts';
import type { Type, Typed } from '../program/semantics.ts';
import { unprintable } from '../source/unprintable.ts';
import { isMachineConversion, suffix } from './c-text.ts';
import { maybeAbsence, scalarOr } from './emit-absent.ts';
import { flaggedCall, raisesFlags } from './emit-flags.ts';
import { chars, scalar } from './emit-scalar.ts';
import type { Emitter } from './emitter.ts';

type Call = Extract<Typed, { k: 'intrinsic' }>;

// Functions of the C library with the same name and meaning.
const LIBRARY: Record<string, string> = {
  acosh: 'acosh',
  asinh: 'asinh',
  atanh: 'atanh',
  cos: 'cos',
  cosh: 'cosh',
  exp: 'exp',
  log10: 'log10',
  sin: 'sin',
  sinh: 'sinh',
  erf: 'erf',
  erfc: 'erfc',
  gamma: 'tgamma',
  log_gamma: 'lgamma',
  hypot: 'hypot',
  bessel_j0: 'j0',
  bessel_j1: 'j1',
  bessel_y0: 'y0',
  bessel_y1: 'y1',
  aint: 'trunc',
  anint: 'round',
  ieee_rint: 'rint',
  ieee_rem: 'remainder',
  ieee_logb: 'logb',
};

// The C library's single-precision versions of these miss the last digit more often than gfortran's.
const ROUNDED_FROM_DOUBLE = new Set([
  'acos',
  'acosh',
  'asin',
  'asinh',
  'atan',
  'atanh',
  'erf',
  'erfc',
  'gamma',
  'log_gamma',
  'bessel_j0',
  'bessel_j1',
  'bessel_y0',
  'bessel_y1',
]);

function librarySuffix(type: Type): string {
  return type.kind === 4 ? 'f' : type.kind === 16 ? 'l' : '';
}

type Printer = (em: Emitter, e: Call, args: string[]) => string;

// The bits of an integer that are set.
function countBits(e: Call, value: string): string {
  const { type } = e.arguments[0]!;
  const taken = `(${unsignedType(type)})${value}`;
  return type.kind === 16 ? `f_count_bits(${taken})` : `__builtin_popcountll(${taken})`;
}

/** `f_name_suffix(args)`, typed by the first argument. */
function typed(name: string): Printer {
  return (_em, e, args) => `f_${name}_${suffix(e.arguments[0]!.type)}(${args.join(', ')})`;
}

/** A function that the run-time library computes as the GNU library does, for these kinds of reals and complex numbers. */
function likeGnu(name: string, kinds: readonly number[], complexKinds: readonly number[] = []): Printer {
  return (_em, e, args) => {
    const { type } = e.arguments[0]!;
    const own = (type.base === 'complex' ? complexKinds : kinds).includes(type.kind);
    return own ? `f_${name}_${suffix(type)}(${args.join(', ')})` : libraryCall(name, e, args);
  };
}

/** A real rounded to an integer: by the run-time header for the kinds of the machine, else by the C library. */
function toInteger(name: string, library: string): Printer {
  return (_em, e, [x]) => {
    const { type } = e.arguments[0]!;
    if (isMachineConversion(type, e.type)) return `f_${name}_${suffix(e.type)}_${suffix(type)}(${x})`;
    return `(${cType(e.type)})${library}${librarySuffix(type)}(${x})`;
  };
}

const unsignedType = (type: Type): string => `u${cType(type)}`.replace('u__int128', 'unsigned __int128');

const PRINTERS: Record<string, Printer> = {
  abs: (em, e, [x]) => {
    const t = e.arguments[0]!.type;
    if (t.base === 'complex') {
      if (t.kind === 16) return `cabsl(${x})`;
      const z = em.once(cType(t), x!);
      return `f_hypot_${suffix({ base: 'real', kind: t.kind })}(__real__ ${z}, __imag__ ${z})`;
    }
    return t.base === 'real' ? `fabs${librarySuffix(t)}(${x})` : `f_abs_${suffix(t)}(${x})`;
  },
  conjg: (_em, e, [z]) => `f_conjg_${suffix(e.type)}(${z})`,
  nint: toInteger('nint', 'round'),
  floor: toInteger('floor', '__builtin_floor'),
  ceiling: toInteger('ceiling', '__builtin_ceil'),
  mod: (_em, e, [a, p]) =>
    e.type.base === 'real'
      ? `fmod${librarySuffix(e.type)}(${a}, ${p})`
      : `f_mod_${suffix(e.type)}(${a}, ${p})`,
  modulo: typed('modulo'),
  // A sum with zero is no negative zero.
  sign: (em, e, [a, b]) => {
    const { base } = e.type;
    const taken = base === 'real' && !em.program.options.signZero ? `(${b} + 0)` : b!;
    return typed('sign')(em, e, [a!, taken]);
  },
  ieee_copy_sign: typed('sign'),
  dim: typed('dim'),
  max: (_em, e, args) => args.reduce((a, b) => `f_max_${suffix(e.type)}(${a}, ${b})`),
  min: (_em, e, args) => args.reduce((a, b) => `f_min_${suffix(e.type)}(${a}, ${b})`),
  bessel_jn: (_em, e, [n, x]) => `f_jn_${suffix(e.type)}(${n}, ${x})`,
  bessel_yn: (_em, e, [n, x]) => `f_yn_${suffix(e.type)}(${n}, ${x})`,
  sind: degrees('sind'),
  cosd: degrees('cosd'),
  tand: degrees('tand'),
  cotand: degrees('cotand'),
  cotan: (_em, e, [x]) =>
    e.type.base === 'complex'
      ? `(1 / ctan${librarySuffix(e.type)}(${x}))`
      : `f_cotan_${suffix(e.type)}(${x})`,
  asind: typed('asind'),
  acosd: typed('acosd'),
  atand: typed('atand'),
  atan2d: typed('atan2d'),
  erfc_scaled: typed('erfc_scaled'),
  hypot: likeGnu('hypot', [4, 8]),
  log10: likeGnu('log10', [4, 8]),
  acos: likeGnu('acos', [8]),
  asin: likeGnu('asin', [8]),
  atan: likeGnu('atan', [8]),
  atan2: likeGnu('atan2', [4, 8]),
  log: likeGnu('log', [], [4, 8]),
  sqrt: likeGnu('sqrt', [], [4, 8]),
  sin: likeGnu('sin', [8], [8]),
  cos: likeGnu('cos', [8], [8]),
  exp: likeGnu('exp', [], [8]),
  tan: likeGnu('tan', [8], [4, 8]),
  tanh: likeGnu('tanh', [4, 8], [4, 8]),
  cosh: likeGnu('cosh', [4]),
  sinh: likeGnu('sinh', [4]),
  exponent: typed('exponent'),
  fraction: typed('fraction'),
  scale: typed('scale'),
  ieee_scalb: typed('scale'),
  set_exponent: typed('set_exponent'),
  spacing: typed('spacing'),
  rrspacing: typed('rrspacing'),
  nearest: (_em, e, [x, s]) => `f_nearest_${suffix(e.type)}(${x}, ${s} > 0)`,
  ieee_next_after: (_em, e, [x, y]) => `nextafter${librarySuffix(e.type)}(${x}, ${y})`,
  iand: (_em, e, [a, b]) => (e.type.base === 'logical' ? `(${a} && ${b})` : `(${a} & ${b})`),
  ior: (_em, e, [a, b]) => (e.type.base === 'logical' ? `(${a} || ${b})` : `(${a} | ${b})`),
  ieor: (_em, e, [a, b]) => (e.type.base === 'logical' ? `(!${a} != !${b})` : `(${a} ^ ${b})`),
  not: (_em, e, [a]) => `(${cType(e.type)})(~${a})`,
  btest: typed('btest'),
  ibset: typed('ibset'),
  ibclr: typed('ibclr'),
  ibits: typed('ibits'),
  ishft: typed('ishft'),
  ishftc: (em, e, [i, s, size]) => {
    const bits = String(e.type.kind * 8);
    const count = size === undefined ? bits : scalarOr(em, e.arguments[2]!, size, bits);
    return `f_ishftc_${suffix(e.type)}(${i}, ${s}, ${count})`;
  },
  shiftl: typed('shiftl'),
  lshift: typed('shiftl'),
  shiftr: typed('shiftr'),
  shifta: typed('shifta'),
  rshift: typed('shifta'),
  dshiftl: typed('dshiftl'),
  dshiftr: typed('dshiftr'),
  popcnt: (_em, e, [i]) => countBits(e, i!),
  poppar: (_em, e, [i]) => `(${countBits(e, i!)} & 1)`,
  leadz: typed('leadz'),
  trailz: typed('trailz'),
  maskl: (_em, e, [i]) => `f_maskl_${suffix(e.type)}(${i})`,
  maskr: (_em, e, [i]) => `f_maskr_${suffix(e.type)}(${i})`,
  merge_bits: (_em, e, [i, j, m]) => `(${cType(e.type)})((${i} & ${m}) | (${j} & ~${m}))`,
  bge: (_em, e, [a, b]) => compareUnsigned(e, a!, '>=', b!),
  bgt: (_em, e, [a, b]) => compareUnsigned(e, a!, '>', b!),
  ble: (_em, e, [a, b]) => compareUnsigned(e, a!, '<=', b!),
  blt: (_em, e, [a, b]) => compareUnsigned(e, a!, '<', b!),
  merge: (_em, _e, [a, b, m]) => `(${m} ? ${a} : ${b})`,
  isnan: (_em, _e, [x]) => `__builtin_isnan(${x})`,
  ieee_is_nan: (_em, _e, [x]) => `__builtin_isnan(${x})`,
  ieee_is_finite: (_em, _e, [x]) => `__builtin_isfinite(${x})`,
  ieee_is_normal: (_em, _e, [x]) => `f_is_normal(${x})`,
  ieee_is_negative: (_em, _e, [x]) => `(__builtin_signbit(${x}) && !__builtin_isnan(${x}))`,
  ieee_unordered: (_em, _e, [x, y]) => `__builtin_isunordered(${x}, ${y})`,
  ieee_class: typed('ieee_class'),
  ieee_value: (_em, e, [, c]) => `f_ieee_value_${suffix(e.type)}(${c})`,
  is_iostat_end: (_em, _e, [i]) => `(${i} == -1)`,
  is_iostat_eor: (_em, _e, [i]) => `(${i} == -2)`,
};

// Functions that tell boxes from ordinary numbers.
function degrees(name: string): Printer {
  return (_em, e, [x]) => `__ux_fortran_${name}_${suffix(e.type)}(${x})`;
}

function compareUnsigned(e: Call, a: string, op: string, b: string): string {
  const t = unsignedType(e.arguments[0]!.type);
  return `((${t})${a} ${op} (${t})${b})`;
}

/** Complex functions whose single precision is computed by the same formula here and in gfortran's library. */
const COMPLEX_IN_SINGLE = new Set(['sin', 'cos', 'sinh', 'cosh', 'exp']);

/** The C value of an elemental function with numeric arguments, or undefined when it is another kind of function. */
export function elementalNumber(em: Emitter, e: Call): string | undefined {
  const text = characterFunction(em, e);
  if (text !== undefined) return text;
  const printer = PRINTERS[e.name];
  const library = LIBRARY[e.name];
  if (!printer && library === undefined) return undefined;
  const flagged = raisesFlags(em, e);
  const args = e.arguments
    .map((a) => (a ? scalar(em, a) : ''))
    .map((c, i) => (c !== '' && flagged ? em.once(cType(e.arguments[i]!.type), c) : c));
  while (args.at(-1) === '') args.pop();
  const value = printer ? printer(em, e, args) : libraryCall(library!, e, args);
  return flagged ? flaggedCall(e, value, args) : value;
}

/** A call of the C library, for any kind of reals or complex numbers. */
function libraryCall(library: string, e: Call, args: string[]): string {
  const { type } = e.arguments[0]!;
  if (type.base === 'real' && type.kind === 4 && ROUNDED_FROM_DOUBLE.has(e.name)) {
    return `(float)${library}(${args
      .filter((a) => a !== '')
      .map((a) => `(double)${a}`)
      .join(', ')})`;
  }
  if (type.base === 'complex' && type.kind === 4 && !COMPLEX_IN_SINGLE.has(e.name))
    return `(float _Complex)c${library}((double _Complex)${args[0]})`;
  return `${type.base === 'complex' ? 'c' : ''}${library}${librarySuffix(type)}(${args.filter((a) => a !== '').join(', ')})`;
}

const COMPARISONS: Record<string, string> = { lge: '>=', lgt: '>', lle: '<=', llt: '<' };

function characterFunction(em: Emitter, e: Call): string | undefined {
  const first = e.arguments[0];
  if (first?.type.base !== 'character') return undefined;
  const op = COMPARISONS[e.name];
  if (op) {
    const a = chars(em, first);
    const b = chars(em, e.arguments[1]!);
    return `(f_compare(${a.p}, ${a.n}, ${b.p}, ${b.n}) ${op} 0)`;
  }
  switch (e.name) {
    case 'ichar':
    case 'iachar':
      return `(${cType(e.type)})(unsigned char)*(${chars(em, first).p})`;
    case 'len_trim':
    case 'lnblnk': {
      const a = chars(em, first);
      return `(${cType(e.type)})f_len_trim(${a.p}, ${a.n})`;
    }
    case 'index':
    case 'scan':
    case 'verify': {
      const a = chars(em, first);
      const b = chars(em, e.arguments[1]!);
      const back = e.arguments[2] ? scalar(em, e.arguments[2]) : '0';
      return `(${cType(e.type)})f_${e.name}(${a.p}, ${a.n}, ${b.p}, ${b.n}, ${back})`;
    }
    default:
      return undefined;
  }
}

/** The characters that an elemental function gives, or undefined when it is another kind of function. */
export function elementalCharacters(em: Emitter, e: Call): { p: string; n: string } | undefined {
  switch (e.name) {
    case 'achar':
    case 'char': {
      const c = em.temporary('char', `(char)${scalar(em, e.arguments[0]!)}`);
      return { p: `&${c}`, n: '1' };
    }
    case 'adjustl':
    case 'adjustr': {
      const a = chars(em, e.arguments[0]!);
      const n = em.once('int32_t', a.n);
      em.arena = true;
      return { p: em.temporary('char *', `f_${e.name}(${a.p}, ${n})`), n };
    }
    case 'merge': {
      const a = chars(em, e.arguments[0]!);
      const b = chars(em, e.arguments[1]!);
      const m = em.temporary('int32_t', scalar(em, e.arguments[2]!));
      return {
        p: `(${m} ? ${a.p} : ${b.p})`,
        n: a.n === b.n ? a.n : em.temporary('int32_t', `${m} ? ${a.n} : ${b.n}`),
      };
    }
    case 'max':
    case 'min':
      return extremeCharacters(em, e);
    default:
      return undefined;
  }
}

function extremeCharacters(em: Emitter, e: Call): { p: string; n: string } {
  const given = e.arguments.filter((a): a is Typed => a !== undefined);
  const all = given.map((a) => {
    const value = chars(em, a);
    return { p: value.p, n: scalarOr(em, a, value.n, '0'), absent: maybeAbsence(em, a) };
  });
  const first = all[0];
  if (!first) unprintable(e.at, `${e.name} without arguments`);
  const p = em.temporary('const char *', first.p);
  const n = em.temporary('int32_t', first.n);
  for (const other of all.slice(1)) {
    em.line(
      `if (${other.absent === undefined ? '' : `!(${other.absent}) && `}f_compare(${other.p}, ${other.n}, ${p}, ${n}) ${e.name === 'max' ? '>' : '<'} 0) { ${p} = ${other.p}; ${n} = ${other.n}; }`,
    );
  }
  if (new Set(all.map((a) => a.n)).size === 1) return { p, n };
  // The result is as long as the longest argument.
  const total = em.temporary(
    'int32_t',
    all.map((a) => a.n).reduce((a, b) => `f_max_i4(${a}, ${b})`),
  );
  em.arena = true;
  const padded = em.temporary('char *', `f_alloc(${total})`);
  em.line(`f_assign(${padded}, ${total}, ${p}, ${n});`);
  return { p: padded, n: total };
}
