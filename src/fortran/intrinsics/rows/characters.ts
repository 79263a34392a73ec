// Characters: their codes, their order, their positions, and blanks.
import { type CharactersC, cType } from '../../program/c/c-text.ts';
import {
  byteLength,
  constantLength,
  integerConstant,
  isByte,
  maybeInteger,
} from '../../program/constants/constants.ts';
import { constant, constantNode, isConstant } from '../../program/constants/fold-operation.ts';
import { type Constant, compare, orderOfStrings, wrapTo } from '../../program/constants/fold-scalar.ts';
import { decodeWide, isWide, wideCharacter } from '../../program/constants/wide-characters.ts';
import type { ConstantValue, IntrinsicNode, Type, Typed } from '../../program/symbols/semantics.ts';
import {
  type CallPrinting,
  CHARACTERS,
  type ElementalRow,
  INTEGER,
  signature,
} from '../row-kinds/elemental-row.ts';
import type { Arguments } from '../row-kinds/intrinsic-arguments.ts';
import { big, text } from '../row-kinds/row-folds.ts';
import type { WholeRow } from '../row-kinds/whole-row.ts';

const CHARACTER_OF = {
  ...signature('i kind?', 'character', INTEGER),
  fold: ([a]: Constant[], type: Type) => character(a!, type),
  characters: (call: CallPrinting) =>
    isWide(call.e.type)
      ? { p: `(char *)&${call.temporary('uint32_t', `(uint32_t)${call.scalar(0)}`)}`, n: '4' }
      : { p: `&${call.temporary('char', `(char)${call.scalar(0)}`)}`, n: '1' },
} as const;
const CODE_OF = {
  takesWide: true,
  ...signature('c kind?', 'integer', CHARACTERS),
  fault: lengthFault,
  fold: ([a], type) => {
    const n = isWide(a!.type) ? decodeWide(text(a))[0] : code(text(a));
    return n === undefined ? undefined : wrapTo(BigInt(n), type);
  },
  ofCharacters: (call) =>
    isWide(call.e.arguments[0]!.type)
      ? `(${cType(call.e.type)})f_wide(${call.chars(0).p})`
      : `(${cType(call.e.type)})(unsigned char)*(${call.chars(0).p})`,
} as const satisfies ElementalRow;
const ADJUSTED = { takesWide: true, takes: 'string', result: 'same', of: CHARACTERS } as const;
const TRIMMED = {
  takesWide: true,
  of: CHARACTERS,
  ofCharacters: (call: CallPrinting) => {
    const a = call.chars(0);
    return `(${cType(call.e.type)})${ofKind(call, 'f_len_trim')}(${a.p}, ${a.n})`;
  },
} as const;

export const OF_CHARACTERS: Readonly<Record<string, ElementalRow>> = {
  achar: CHARACTER_OF,
  adjustl: {
    ...ADJUSTED,
    fold: ([a]) => text(a).replace(/^ +/, '').padEnd(text(a).length),
    characters: (call) => adjusted(call, 'f_adjustl'),
  },
  adjustr: {
    ...ADJUSTED,
    fold: ([a]) =>
      text(a)
        .replace(/(?<! ) +$/, '')
        .padStart(text(a).length),
    characters: (call) => adjusted(call, 'f_adjustr'),
  },
  char: CHARACTER_OF,
  iachar: CODE_OF,
  ichar: CODE_OF,
  index: {
    takesWide: true,
    ...signature('string substring back? kind?', 'integer', CHARACTERS),
    fold: ([a, b, back]) => {
      if (!isAscii(text(a))) return undefined;
      const place = back?.value === true ? text(a).lastIndexOf(text(b)) : text(a).indexOf(text(b));
      return BigInt(place + 1);
    },
    ofCharacters: (call) => searched(call, 'f_index'),
  },
  len_trim: {
    ...signature('string kind?', 'integer'),
    ...TRIMMED,
    fold: ([a]) => BigInt(byteLength(text(a).replace(/(?<! ) +$/, ''))),
  },
  lge: comparison('>='),
  lgt: comparison('>'),
  lle: comparison('<='),
  llt: comparison('<'),
  lnblnk: { takes: 'string', result: 'small', since: 'GNU', ...TRIMMED },
  scan: {
    takesWide: true,
    ...signature('string set back? kind?', 'integer', CHARACTERS),
    fold: ([a, b, back]) => findCharacter(a, back, (c) => text(b).includes(c)),
    ofCharacters: (call) => searched(call, 'f_scan'),
  },
  verify: {
    takesWide: true,
    ...signature('string set back? kind?', 'integer', CHARACTERS),
    fold: ([a, b, back]) => findCharacter(a, back, (c) => !text(b).includes(c)),
    ofCharacters: (call) => searched(call, 'f_verify'),
  },
};

/** Character functions that are not elemental. */
export const OF_WHOLE_CHARACTERS: Readonly<Record<string, WholeRow>> = {
  f_c_string: {
    form: 'transformational',
    ...signature('string asis?', 'character', CHARACTERS),
    since: 2023,
    types: { asis: 'logical' },
    ranks: { string: 0, asis: 0 },
    characters: (call) => {
      const a = call.chars(0);
      const from = call.once('const char *', a.p);
      const whole = call.once('int32_t', a.n);
      const trimmed = `f_len_trim(${from}, ${whole})`;
      const n = call.temporary('int32_t', `${call.scalar(1, '0')} ? ${whole} : ${trimmed}`);
      const p = call.memory(`f_alloc(${n} + 1)`);
      call.line(`memcpy(${p}, ${from}, ${n});`);
      call.line(`${p}[${n}] = 0;`);
      return { p, n: call.temporary('int32_t', `${n} + 1`) };
    },
  },
  repeat: {
    form: 'transformational',
    ...signature('string ncopies', 'character', CHARACTERS),
    ranks: { string: 0, ncopies: 0 },
    takesWide: true,
    misfit: ([, copies]) =>
      (maybeInteger(copies) ?? 0) < 0 ? 'The number of copies must not be negative' : undefined,
    fold: (e) => {
      const s = constantNode(e.arguments[0]);
      const n = maybeInteger(e.arguments[1]);
      if (s?.k !== 'const' || n === undefined || n < 0 || n * text(s).length > 10_000) return undefined;
      return stringOf(text(s).repeat(n), e);
    },
    characters: (call) => {
      const a = call.chars(0);
      const count = call.temporary('int32_t', `f_size(${call.scalar(1)})`);
      const n = call.once('int32_t', a.n);
      return {
        p: call.memory(`f_repeat(${a.p}, ${n}, ${count})`),
        n: call.temporary('int32_t', `${n} * ${count}`),
      };
    },
  },
  trim: {
    form: 'transformational',
    ...signature('string', 'character', CHARACTERS),
    ranks: { string: 0 },
    takesWide: true,
    fold: (e) => {
      const s = constantNode(e.arguments[0]);
      if (s?.k !== 'const' || !isConstant(s) || isWide(s.type)) return undefined;
      return stringOf(text(s).replace(/(?<! ) +$/, ''), e);
    },
    characters: (call) => {
      const a = call.chars(0);
      const p = call.once('const char *', a.p);
      const n = `${ofKind(call, 'f_len_trim')}(${p}, ${a.n})`;
      return { p, n: call.temporary('int32_t', isWide(call.e.type) ? `${n} * 4` : n) };
    },
  },
};

function stringOf(value: string, e: IntrinsicNode): Typed {
  return constant(value, { at: e.at, type: { ...e.type, length: integerConstant(byteLength(value)) } });
}

function adjusted(call: CallPrinting, name: string): CharactersC {
  const a = call.chars(0);
  const n = call.once('int32_t', a.n);
  return { p: call.memory(`${ofKind(call, name)}(${a.p}, ${n})`), n };
}

// The library function for characters of this kind. These functions count bytes and return characters.
function ofKind(call: CallPrinting, name: string): string {
  return isWide(call.e.arguments[0]!.type) ? `${name}4` : name;
}

function comparison(op: string): ElementalRow {
  return {
    ...signature('string_a string_b', 'logical', CHARACTERS),
    fold: ([a, b]) => compare(op, orderOfStrings(text(a), text(b))),
    ofCharacters: (call) => {
      const [a, b] = [call.chars(0), call.chars(1)];
      return `(${ofKind(call, 'f_compare')}(${a.p}, ${a.n}, ${b.p}, ${b.n}) ${op} 0)`;
    },
  };
}

function searched(call: CallPrinting, name: string): string {
  const [a, b] = [call.chars(0), call.chars(1)];
  const back = call.scalar(2, '0');
  return `(${cType(call.e.type)})${ofKind(call, name)}(${a.p}, ${a.n}, ${b.p}, ${b.n}, ${back})`;
}

function lengthFault([c]: Arguments, name: string): string | undefined {
  const bytes = constantLength(c!.type);
  const n = bytes === undefined ? undefined : bytes / c!.type.kind;
  return n !== undefined && n !== 1 ? `The argument of "${name}" must have length 1, not ${n}.` : undefined;
}

function isAscii(s: string): boolean {
  return byteLength(s) === s.length;
}

function code(value: string): number | undefined {
  const c = value.codePointAt(0);
  if (c === undefined) return undefined;
  if (isByte(c)) return c - 0xf700;
  return c < 128 ? c : undefined;
}

function character(c: Constant, type: Type): string | undefined {
  const n = Number(big(c));
  if (isWide(type)) return n < 0 || n > 0xffffffff ? undefined : wideCharacter(n);
  if (n < 0 || n > 255) return undefined;
  return n < 128 ? String.fromCharCode(n) : String.fromCharCode(0xf700 + n);
}

// The position of the first or last character that passes a test.
function findCharacter(
  a: Constant | undefined,
  back: Constant | undefined,
  isWanted: (c: string) => boolean,
): ConstantValue | undefined {
  if (!isAscii(text(a))) return undefined;
  const letters = [...text(a)];
  return BigInt((back?.value === true ? letters.findLastIndex(isWanted) : letters.findIndex(isWanted)) + 1);
}
