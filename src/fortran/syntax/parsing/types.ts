// Type specifications, attributes, array bounds and lists of entities in declarations.
import { Cursor } from '../reading/cursor.ts';
import { findCharacter } from '../reading/find-character.ts';
import type {
  Attributes,
  Bound,
  CharLength,
  DataValue,
  DimensionSpec,
  Entity,
  Expression,
  TypeSpec,
} from '../tree/syntax-tree.ts';

/** The names of intrinsic types without special forms. */
export const BASES = ['integer', 'unsigned', 'real', 'complex', 'logical'] as const;

/**
 * Parses a type specification, if one comes next; with `inConstructor`, also accepts the name of a derived type alone.
 */
export function parseTypeSpec(c: Cursor, inConstructor = false): TypeSpec | undefined {
  const at = c.at;
  for (const base of BASES) {
    if (inConstructor && namesDerived(c, base)) continue;
    if (c.keyword(base)) return { k: 'intrinsic', at, base, ...parseKind(c) };
  }
  if (c.keyword('double precision')) return { k: 'double', at, complex: false };
  if (c.keyword('double complex')) return { k: 'double', at, complex: true };
  if (c.keyword('character')) return { k: 'character', at, ...parseCharacterSelector(c) };
  if (c.keyword('byte')) return { k: 'intrinsic', at, base: 'integer', bytes: 1 };
  const start = c.offset;
  if ((c.keyword('type') || c.keyword('class')) && c.accept('(')) {
    const polymorphic = c.text.startsWith('class', start);
    return parseParenthesizedType(c, at, polymorphic);
  }
  c.offset = start;
  if (!inConstructor) return undefined;
  const name = c.maybeName();
  return name === undefined ? undefined : withParameters(c, { k: 'derived', at, name, polymorphic: false });
}

// Without -funsigned, UNSIGNED is an ordinary name wherever the name of a derived type may stand.
function namesDerived(c: Cursor, base: string): boolean {
  return base === 'unsigned' && !c.raw.unsigned && !/^unsigned\s*\*/.test(c.text.slice(c.offset));
}

// `(8, n=*, m=:)` after a type name.
function withParameters<T extends TypeSpec & { k: 'derived' }>(c: Cursor, type: T): T {
  if (!c.accept('(')) return type;
  const parameters = c.list(() => {
    const at = c.at;
    const keyword = c.match(/([a-z_$][a-z0-9_$]*)\s*=(?!=)\s*/y)?.[1];
    return { at, keyword, value: parseLength(c) };
  });
  c.expect(')', 'after the type parameters');
  return { ...type, parameters };
}

function parseParenthesizedType(c: Cursor, at: number, polymorphic: boolean): TypeSpec {
  let type: TypeSpec | undefined;
  if (c.accept('*')) type = polymorphic ? { k: 'class-star', at } : { k: 'class-star', at, assumed: true };
  else {
    const word = /^(integer|unsigned|real|complex|logical|character|double)\b/.exec(
      c.text.slice(c.offset),
    )?.[0];
    if (word !== undefined && !polymorphic && !namesDerived(c, word)) type = parseTypeSpec(c);
  }
  if (type?.k === 'intrinsic') type.asType = true;
  type ??= withParameters(c, { k: 'derived', at, name: c.name('the name of a type'), polymorphic });
  c.expect(')', 'after the type');
  return type;
}

function parseKind(c: Cursor): { kind?: Expression; bytes?: number } {
  if (c.accept('*')) return { bytes: Number(c.maybeDigits() ?? c.fail('Expected a size in bytes')) };
  if (!c.accept('(')) return {};
  c.match(/kind\s*=\s*/y);
  const kind = c.grammar.parseExpression(c);
  c.expect(')', 'after the kind');
  return { kind };
}

function parseLength(c: Cursor): CharLength {
  if (c.accept('*')) return '*';
  if (c.accept(':')) return ':';
  return c.grammar.parseExpression(c);
}

function parseCharacterSelector(c: Cursor): { length?: CharLength; kind?: Expression } {
  if (c.accept('*')) {
    const length = parseStarLength(c);
    // `CHARACTER*4, a` is an old form; if there is a `::`, the comma starts the attributes.
    if (!c.text.includes('::', c.offset)) c.accept(',');
    return { length };
  }
  if (!c.accept('(')) return {};
  const result: { length?: CharLength; kind?: Expression } = {};
  let position = 0;
  do {
    const keyword = c.match(/(len|kind)\s*=(?!=)\s*/y)?.[1] ?? (position === 0 ? 'len' : 'kind');
    if (result[keyword === 'len' ? 'length' : 'kind'] !== undefined)
      c.refuse(`${keyword.toUpperCase()} is given twice.`);
    if (keyword === 'len') result.length = parseLength(c);
    else result.kind = c.grammar.parseExpression(c);
    position++;
  } while (c.accept(','));
  c.expect(')', 'after the length');
  return result;
}

function parseStarLength(c: Cursor): CharLength {
  if (c.accept('(')) {
    const length = parseLength(c);
    c.expect(')');
    return length;
  }
  const at = c.at;
  return { k: 'int', at, text: c.maybeDigits() ?? c.fail('Expected a length') };
}

/** Parses `(1:n, *)` and similar lists; the cursor is at the opening parenthesis. */
export function parseDimension(c: Cursor): DimensionSpec {
  c.expect('(');
  if (c.accept('..')) {
    c.expect(')');
    return 'assumed-rank';
  }
  const bounds = c.list(() => parseBound(c));
  c.expect(')', 'after the bounds');
  return bounds;
}

/** Parses `[2, 0:*]`, which contains cobounds or selects an image. */
export function parseCodimension(c: Cursor): Bound[] {
  c.expect('[');
  const bounds: Bound[] = [];
  do {
    if (c.match(/stat\s*=(?!=)/y)) c.refuse('STAT= in an image selector is not supported.');
    // Ignores the team, because there is only one team, which consists of one image.
    if (c.match(/(team|team_number)\s*=(?!=)/y)) c.grammar.parseExpression(c);
    else bounds.push(parseBound(c));
  } while (c.accept(','));
  c.expect(']', 'after the codimensions');
  return bounds;
}

function parseBound(c: Cursor): Bound {
  if (c.accept('*')) return { high: '*' };
  if (c.accept(':')) return /[,)\]]/.test(c.next) ? {} : { high: parseUpper(c) };
  const first = c.grammar.parseExpression(c);
  if (!c.accept(':')) return { high: first };
  return /[,)\]]/.test(c.next) ? { low: first } : { low: first, high: parseUpper(c) };
}

function parseUpper(c: Cursor): NonNullable<Bound['high']> {
  return c.accept('*') ? '*' : c.grammar.parseExpression(c);
}

/** Attributes that may appear in a declaration or in a separate statement. */
export const ENTITY_WORDS = (
  'allocatable pointer target optional save value external intrinsic contiguous ' +
  'volatile asynchronous protected automatic static'
).split(' ');
const WORDS = [...ENTITY_WORDS, 'parameter', 'deferred', 'non_overridable', 'kind', 'len'];

/** Attributes without arguments. */
export function emptyAttributes(): Attributes {
  return { words: new Set() };
}

/** Parses `, attribute, attribute` up to `::`. */
export function parseAttributes(c: Cursor): Attributes {
  const attributes = emptyAttributes();
  while (c.accept(',')) parseAttribute(c, attributes);
  return attributes;
}

function parseAttribute(c: Cursor, attributes: Attributes): void {
  const word = WORDS.find((w) => c.keyword(w));
  if (word !== undefined) {
    if (attributes.words.has(word)) c.refuse(`${word.toUpperCase()} is given twice.`);
    attributes.words.add(word);
    return;
  }
  const [name, field, parse] = VALUED.find(([w]) => c.keyword(w)) ?? c.fail('Expected an attribute');
  if (attributes[field] !== undefined)
    c.refuse(`${name.toUpperCase()} repeats or contradicts an earlier attribute.`);
  Object.assign(attributes, { [field]: parse(c) });
}

/** Attributes that set a field: the word, the field, and the parser for its value. */
const VALUED: readonly (readonly [string, keyof Attributes, (c: Cursor) => unknown])[] = [
  ['dimension', 'dimension', parseDimension],
  ['codimension', 'codimension', parseCodimension],
  ['intent', 'intent', parseIntent],
  ['public', 'access', () => 'public'],
  ['private', 'access', () => 'private'],
  ['nopass', 'pass', () => false],
  ['pass', 'pass', parsePass],
  ['bind', 'bind', parseBind],
];

function parsePass(c: Cursor): string | true {
  if (!c.accept('(')) return true;
  const name = c.name('the name of the passed argument');
  c.expect(')');
  return name;
}

/** Parses `(in)`, `(out)` or `(inout)`. */
export function parseIntent(c: Cursor): 'in' | 'out' | 'inout' {
  c.expect('(', 'after INTENT');
  const word = ['in out', 'in', 'out'].find((w) => c.keyword(w)) ?? c.fail('Expected IN, OUT or INOUT');
  const intent = word.replace(' ', '') as 'in' | 'out' | 'inout';
  c.expect(')');
  return intent;
}

/** Parses `(c, name=…)` after BIND. */
export function parseBind(c: Cursor): Attributes['bind'] & {} {
  c.expect('(', 'after BIND');
  if (!c.keyword('c')) c.fail('Expected C');
  let name: Attributes['bind'] & {} = true;
  if (c.accept(',')) {
    if (!c.keyword('name')) c.fail('Expected NAME=');
    c.expect('=');
    name = c.grammar.parseExpression(c);
    if (name.k === 'int' || name.k === 'real') c.refuse('NAME= in BIND must be a character constant.');
  }
  c.expect(')');
  return name;
}

/** Parses `a(3)*8 = 1, b => null(), c/1,2/`. */
export function parseEntities(c: Cursor): Entity[] {
  return c.list(() => parseEntity(c));
}

/** Parses a type that is followed by `::`, as in `CHARACTER(LEN=n) :: name` and `t(8, 3) :: x`. */
export function parseTypeInFront(c: Cursor): TypeSpec | undefined {
  const start = c.offset;
  const type = hasTypeInFront(c) ? parseTypeSpec(c, true) : undefined;
  if (type && c.accept('::')) return type;
  c.offset = start;
  return undefined;
}

function hasTypeInFront(c: Cursor): boolean {
  const name = /^[a-z][a-z0-9_$ ]*/.exec(c.text.slice(c.offset))?.[0];
  if (name === undefined) return false;
  let rest = c.offset + name.length;
  if (c.text[rest] === '*') return /^\*[^'"]*?::/.test(c.text.slice(rest));
  if (c.text[rest] === '(') rest = c.closingOffset(rest) + 1;
  return rest > 0 && /^\s*::/.test(c.text.slice(rest));
}

/** The name of components in a STRUCTURE that serve only as padding. */
export const FILLER = '%fill';

function parseEntity(c: Cursor): Entity {
  const entity: Entity = {
    at: c.at,
    name: c.match(/%fill(?![a-z0-9_$])/y)?.[0] ?? c.name('the name of a variable'),
  };
  if (c.next === '(') entity.dimension = parseDimension(c);
  if (c.next === '[') entity.codimension = parseCodimension(c);
  if (!c.sees('**') && c.accept('*')) {
    entity.length = parseStarLength(c);
    if (c.sees('(') && !entity.dimension) entity.dimension = parseDimension(c);
  }
  if (c.accept('=>')) {
    entity.initial = c.grammar.parseExpression(c);
    entity.pointer = true;
  } else if (c.accept('=')) entity.initial = c.grammar.parseExpression(c);
  else if (c.next === '/' && !c.sees('//')) entity.data = parseDataValues(c);
  return entity;
}

/** Parses `/3*0, 1.5/`. */
export function parseDataValues(c: Cursor): DataValue[] {
  c.expect('/', 'before the values');
  const values = c.list(() => parseDataValue(c));
  c.expect('/', 'after the values');
  return values;
}

function parseDataValue(c: Cursor): DataValue {
  const at = c.at;
  const first = parseDataConstant(c);
  if (!c.accept('*')) return { at, value: first };
  return { at, repeat: first, value: parseDataConstant(c) };
}

// Parses a constant rather than a full expression, because `/` ends the list and `*` means repetition.
function parseDataConstant(c: Cursor): Expression {
  const at = c.at;
  const sign = ['+', '-'].find((mark) => c.accept(mark));
  return sign ? { k: 'unary', at, op: sign, operand: parseDataConstant(c) } : parseDataPrimary(c);
}

function parseDataPrimary(c: Cursor): Expression {
  // The expression parser would read `/` and `*` as operators, so it is given only the text before them.
  const end = dataConstantEnd(c);
  const inner = new Cursor({ ...c.raw, text: c.text.slice(0, end) }, c.grammar);
  inner.offset = c.offset;
  const value = inner.grammar.parseExpression(inner);
  if (!inner.atEnd) inner.fail('Expected a constant');
  c.offset = end;
  c.skipBlanks();
  return value;
}

function dataConstantEnd(c: Cursor): number {
  const end = findCharacter(c.text, c.offset, (ch, depth) => depth === 0 && '/*,'.includes(ch));
  return end < 0 ? c.text.length : end;
}
