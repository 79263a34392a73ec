// Literal constants: numbers, logicals, characters with substrings, Hollerith and BOZ constants.

import { FortranError, type Position } from '../../source/diagnostics.ts';
import { HOLLERITH_MARK } from '../../source/reader.ts';
import type { Cursor } from '../reading/cursor.ts';
import type { Expression } from '../tree/syntax-tree.ts';

const REAL = /(?:\d+\.(?![a-z]+\.)\d*|\.\d+)(?:[edq][+-]?\d+)?|\d+[edq][+-]?\d+/y;
const INTEGER = /\d+/y;
const KIND = /_([a-z0-9_]+)/y;
const BOZ = /([bozx])(?:'([0-9a-f]+)'|"([0-9a-f]+)")/iy;
const BOZ_SUFFIX = /(?:'([0-9a-f]+)'|"([0-9a-f]+)")([bozx])(?![a-z0-9_])/iy;
const STRING = /'((?:[^']|'')*)'|"((?:[^"]|"")*)"/y;
const STRING_KIND = /([a-z0-9_]+)_(?=['"])/y;
const LOGICAL = /\.(true|false)\.(?:_([a-z0-9_]+))?/y;

/** Parses a literal constant, if one comes next. */
export function maybeLiteral(c: Cursor): Expression | undefined {
  const { at, next } = c;
  if ((next >= '0' && next <= '9') || next === '.') {
    const number = maybeNumber(c);
    if (number) return number;
  }
  if (next === "'" || next === '"' || next === HOLLERITH_MARK) return parseString(c, undefined);
  if ('bozx'.includes(next) && next !== '') {
    const boz = c.match(BOZ);
    if (boz) {
      const literal = { k: 'boz', at, ...bozDigits(boz[2] ?? boz[3]!, boz[1]!, at) } as const;
      return boz[1]!.toLowerCase() === 'x' ? { ...literal, old: true } : literal;
    }
  }
  const kind = c.match(STRING_KIND);
  return kind ? parseString(c, kind[1]) : undefined;
}

const DIGITS = { 2: /^[01]+$/, 8: /^[0-7]+$/, 16: /^[0-9a-f]+$/i } as const;

function bozDigits(digits: string, letter: string, at: Position): { digits: string; base: 2 | 8 | 16 } {
  const base = bozBase(letter);
  if (!DIGITS[base].test(digits))
    throw new FortranError(at, `"${digits}" contains a digit that is not valid in base ${base}.`);
  return { digits, base };
}

function bozBase(letter: string): 2 | 8 | 16 {
  const low = letter.toLowerCase();
  return low === 'b' ? 2 : low === 'o' ? 8 : 16;
}

function maybeNumber(c: Cursor): Expression | undefined {
  const at = c.at;
  const logical = c.match(LOGICAL);
  if (logical) {
    const value = logical[1] === 'true';
    return logical[2] === undefined
      ? { k: 'logical', at, value }
      : { k: 'logical', at, value, kind: logical[2] };
  }
  const real = c.match(REAL);
  if (real) return withKind(c, { k: 'real', at, text: real[0] });
  const integer = c.match(INTEGER);
  if (integer) {
    if (c.sees('_') && /_['"]/.test(c.text.slice(c.offset, c.offset + 2))) {
      c.offset++;
      return parseString(c, integer[0]);
    }
    return withKind(c, { k: 'int', at, text: integer[0] });
  }
  return undefined;
}

function withKind(c: Cursor, literal: Extract<Expression, { k: 'int' | 'real' }>): Expression {
  const kind = c.match(KIND);
  if (kind && /[dq]/.test(literal.text)) c.fail('A number with the exponent D or Q has no kind');
  return kind ? { ...literal, kind: kind[1]! } : literal;
}

function parseString(c: Cursor, kind: string | undefined): Expression {
  const at = c.at;
  const hollerith = c.accept(HOLLERITH_MARK);
  if (!hollerith) {
    const boz = c.match(BOZ_SUFFIX);
    if (boz) return { k: 'boz', at, ...bozDigits(boz[1] ?? boz[2]!, boz[3]!, at), old: true };
  }
  const match = c.match(STRING);
  if (!match) return c.fail('Expected a character constant');
  const text = match[1] === undefined ? match[2]!.replaceAll('""', '"') : match[1].replaceAll("''", "'");
  const literal: Expression = { k: 'string', at, text };
  if (kind !== undefined) literal.kind = kind;
  if (hollerith) literal.hollerith = true;
  // 'abc'(2:3) is a substring of a constant.
  if (c.next === '(' && !hollerith) return parseConstantSubstring(c, literal);
  return literal;
}

function parseConstantSubstring(c: Cursor, literal: Expression): Expression {
  const start = c.offset;
  const list = c.grammar.parseArgumentList(c);
  if (list.length === 1 && list[0]!.range) {
    return {
      k: 'ref',
      at: literal.at,
      parts: [{ name: '', at: literal.at, lists: [[{ at: literal.at, value: literal }], list] }],
    };
  }
  c.offset = start;
  return literal;
}
