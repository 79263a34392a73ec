// Literal constants: numbers, logicals, characters with substrings, Hollerith and BOZ constants.

import { type Position, refuse } from '../../source/diagnostics.ts';
import { HOLLERITH_MARK } from '../../source/reader.ts';
import type { Cursor } from '../reading/cursor.ts';
import type { Expression } from '../tree/syntax-tree.ts';

const REAL = /(?:\d+\.(?![a-z]+\.)\d*|\.\d+)(?:[edq][+-]?\d+)?|\d+[edq][+-]?\d+/y;
/** With -fdec, the exponent may lack digits, in which case it is zero. */
const BARE_EXPONENT = /(?:\d+(?:\.\d*)?|\.\d+)[edq](?![\w.+-])/y;
const INTEGER = /\d+/y;
const UNSIGNED_MARK = /u(?![a-z0-9])/y;
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
      const digits = bozDigits(boz[2] ?? boz[3]!, boz[1]!, at);
      return { k: 'boz', at, ...digits, old: boz[1]!.toLowerCase() === 'x' };
    }
  }
  const kind = c.match(STRING_KIND);
  return kind ? parseString(c, kind[1]) : undefined;
}

const DIGITS = { 2: /^[01]+$/, 8: /^[0-7]+$/, 16: /^[0-9a-f]+$/i } as const;

function bozDigits(digits: string, letter: string, at: Position): { digits: string; base: 2 | 8 | 16 } {
  const base = bozBase(letter);
  if (!DIGITS[base].test(digits))
    refuse(at, `"${digits}" contains a digit that is not valid in base ${base}.`);
  return { digits, base };
}

function bozBase(letter: string): 2 | 8 | 16 {
  const low = letter.toLowerCase();
  return low === 'b' ? 2 : low === 'o' ? 8 : 16;
}

function maybeNumber(c: Cursor): Expression | undefined {
  const at = c.at;
  const logical = c.match(LOGICAL);
  if (logical) return { k: 'logical', at, value: logical[1] === 'true', kind: logical[2] };
  const bare = c.raw.dec ? c.match(BARE_EXPONENT) : undefined;
  if (bare) return { k: 'real', at, text: `${bare[0]}0` };
  const real = c.match(REAL);
  if (real) {
    const kind = c.match(KIND)?.[1];
    if (kind && /[dq]/.test(real[0])) c.fail('A number with the exponent D or Q cannot have a kind');
    return { k: 'real', at, text: real[0], kind };
  }
  const integer = c.match(INTEGER);
  if (integer) {
    if (c.sees('_') && /_['"]/.test(c.text.slice(c.offset, c.offset + 2))) {
      c.offset++;
      return parseString(c, integer[0]);
    }
    const unsigned = c.match(UNSIGNED_MARK) !== undefined;
    return { k: 'int', at, text: integer[0], kind: c.match(KIND)?.[1], ...(unsigned && { unsigned }) };
  }
  return undefined;
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
  const literal: Expression = { k: 'string', at, text, kind, hollerith };
  // 'abc'(2:3) is a substring of a constant.
  if (c.next === '(' && !hollerith) return parseConstantSubstring(c, literal);
  return literal;
}

function parseConstantSubstring(c: Cursor, literal: Expression): Expression {
  const start = c.offset;
  const list = c.grammar.parseArgumentList(c);
  const { at } = literal;
  if (list.length === 1 && list[0]!.range)
    return { k: 'ref', at, parts: [{ name: '', at, lists: [[{ at, value: literal }], list] }] };
  c.offset = start;
  return literal;
}
