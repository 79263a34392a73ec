// Expressions: operators by precedence, references, array constructors and implied DO. The analysis determines whether
// a reference is an element, a call, a substring or a constructor.
import type { Cursor } from '../reading/cursor.ts';
import type { Argument, Expression, LoopControl, Reference, ReferencePart } from '../tree/syntax-tree.ts';
import { maybeLiteral } from './literal.ts';
import { parseCodimension, parseTypeInFront, parseTypeSpec } from './types.ts';

const DOT_OPERATOR = /\.[a-z]+\./y;

/** Comparison operators, keyed by their older spellings. */
export const RELATIONAL: Record<string, string> = {
  '.eq.': '==',
  '.ne.': '/=',
  '.lt.': '<',
  '.le.': '<=',
  '.gt.': '>',
  '.ge.': '>=',
};
const LOGICAL = ['.and.', '.or.', '.not.', '.eqv.', '.neqv.', '.true.', '.false.'];
const BUILT_IN = new Set([...Object.keys(RELATIONAL), ...LOGICAL]);

export function parseExpression(c: Cursor): Expression {
  return parseLeft(c, parseEquivalence, maybeDefinedOperator);
}

/** Parses operands separated by operators from left to right; `maybeOperator` consumes an operator of this level. */
function parseLeft(
  c: Cursor,
  parseOperand: (c: Cursor) => Expression,
  maybeOperator: (c: Cursor) => string | undefined,
  parseFurther = parseOperand,
): Expression {
  let left = parseOperand(c);
  for (;;) {
    const at = c.at;
    const op = maybeOperator(c);
    if (op === undefined) return left;
    left = { k: 'binary', at, op, left, right: parseFurther(c) };
  }
}

function acceptAny(c: Cursor, ...marks: readonly string[]): string | undefined {
  return marks.find((mark) => c.accept(mark));
}

function peekDotOperator(c: Cursor): string | undefined {
  if (c.next !== '.') return undefined;
  DOT_OPERATOR.lastIndex = c.offset;
  return DOT_OPERATOR.exec(c.text)?.[0];
}

function maybeDefinedOperator(c: Cursor): string | undefined {
  const op = peekDotOperator(c);
  if (op === undefined || BUILT_IN.has(op)) return undefined;
  c.accept(op);
  return op;
}

const parseAnd = (c: Cursor) => parseLeft(c, parseNot, () => acceptAny(c, '.and.'));
const parseOr = (c: Cursor) => parseLeft(c, parseAnd, () => acceptAny(c, '.or.'));
const parseEquivalence = (c: Cursor) => parseLeft(c, parseOr, () => acceptAny(c, '.eqv.', '.neqv.'));

function parseNot(c: Cursor): Expression {
  const at = c.at;
  if (c.accept('.not.')) return { k: 'unary', at, op: '.not.', operand: parseNot(c) };
  return parseLeft(c, parseConcatenation, relationalOperator);
}

function relationalOperator(c: Cursor): string | undefined {
  const dotted = peekDotOperator(c);
  if (dotted !== undefined) {
    const op = RELATIONAL[dotted];
    if (op !== undefined) c.accept(dotted);
    return op;
  }
  if (c.sees('=>')) return undefined;
  for (const mark of ['==', '/=', '<=', '>=', '<', '>']) {
    // Tells the end of a constructor, as in "(/1, 2/)==...", from the operator in "a/=b".
    if (mark === '/=' && c.sees('/=)')) continue;
    if (c.accept(mark)) return mark;
  }
  return undefined;
}

function parseConcatenation(c: Cursor): Expression {
  return parseLeft(c, parseSum, () => (c.sees('//)') ? undefined : acceptAny(c, '//')));
}

function parseSum(c: Cursor): Expression {
  const parseFirst = () => {
    const at = c.at;
    const op = acceptAny(c, '+', '-');
    const operand = parseProduct(c);
    return op === undefined ? operand : ({ k: 'unary', at, op, operand } as const);
  };
  return parseLeft(
    c,
    parseFirst,
    () => acceptAny(c, '+', '-'),
    () => parseSigned(c, parseProduct),
  );
}

// `a - -b` and `a*-b` are extensions, in which the sign applies to the entire operand that follows.
function parseSigned(c: Cursor, parse: (c: Cursor) => Expression): Expression {
  const at = c.at;
  const op = acceptAny(c, '+', '-');
  if (op === undefined) return parse(c);
  return { k: 'unary', at, op, bare: true, operand: parseSigned(c, parse) };
}

function parseProduct(c: Cursor): Expression {
  const maybeOperator = () =>
    ['//', '/)', '/='].some((mark) => c.sees(mark)) ? undefined : acceptAny(c, '*', '/');
  return parseLeft(c, parsePower, maybeOperator, () => parseSigned(c, parsePower));
}

function parsePower(c: Cursor): Expression {
  const base = parseUnaryDefined(c);
  const at = c.at;
  if (!c.accept('**')) return base;
  // `2**-1` is an extension that every compiler accepts.
  const sign = acceptAny(c, '-', '+');
  const power = parsePower(c);
  const right: Expression = sign === undefined ? power : { k: 'unary', at, op: sign, operand: power };
  return { k: 'binary', at, op: '**', left: base, right };
}

function parseUnaryDefined(c: Cursor): Expression {
  const at = c.at;
  const op = maybeDefinedOperator(c);
  if (op !== undefined) return { k: 'unary', at, op, operand: parseUnaryDefined(c) };
  return parsePrimary(c);
}

/** Parses `%LOC(x)`, an extension that has the same value as LOC. */
function parseAddress(c: Cursor): Expression {
  const at = c.at;
  if (!c.match(/%\s*loc\s*(?=\()/y)) return c.fail('Expected an expression');
  const [inner] = parseArgumentList(c);
  if (!inner?.value) c.fail('Expected a variable in %LOC');
  return referenceTo('loc', inner.value, at);
}

/** Parses an operand without operators. */
export function parsePrimary(c: Cursor): Expression {
  const next = c.next;
  if (next === '(') return parseParenthesis(c);
  if (next === '[') return parseArrayConstructor(c, '[', ']');
  const literal = maybeLiteral(c);
  if (literal) return literal;
  if ((next >= 'a' && next <= 'z') || next === '_') return parseReference(c);
  if (next === '%') return parseAddress(c);
  return c.fail('Expected an expression');
}

function parseParenthesis(c: Cursor): Expression {
  const at = c.at;
  if (c.sees('(/') && !c.sees('(/)') && !c.sees('(/=')) return parseArrayConstructor(c, '(/', '/)');
  c.expect('(');
  const first = parseExpression(c);
  if (c.accept(',')) {
    const items = [first];
    for (;;) {
      const loop = maybeLoopControl(c);
      if (loop) {
        c.expect(')', 'after the implied DO');
        return { k: 'implied-do', at, items, loop };
      }
      items.push(parseExpression(c));
      if (!c.accept(',')) break;
    }
    c.expect(')');
    if (items.length === 2) return { k: 'complex', at, re: first, im: items[1]! };
    throw c.fail('Expected a complex constant or an implied DO');
  }
  c.expect(')', 'to close the parenthesis');
  return { k: 'paren', at, inner: first };
}

const LOOP_START = /(?:integer[^:,]*::)?\s*[a-z_$][a-z0-9_$]*\s*=(?![=>])/y;

/** Parses `i = first, last[, step]`, if it comes next. */
export function maybeLoopControl(c: Cursor): LoopControl | undefined {
  LOOP_START.lastIndex = c.offset;
  if (!LOOP_START.test(c.text)) return undefined;
  const at = c.at;
  const isTyped = c.seesKeyword('integer') && /^integer[^=]*::/.test(c.text.slice(c.offset));
  const type = isTyped ? parseTypeSpec(c) : undefined;
  if (isTyped) c.expect('::');
  const variable = c.name('a loop variable');
  c.expect('=');
  const first = parseExpression(c);
  c.expect(',', 'after the first value of the loop');
  const last = parseExpression(c);
  return { at, variable, type, first, last, step: c.accept(',') ? parseExpression(c) : undefined };
}

function parseArrayConstructor(c: Cursor, open: string, close: string): Expression {
  const at = c.at;
  c.expect(open);
  const type = parseTypeInFront(c);
  const items: Expression[] = [];
  while (!c.sees(close)) {
    items.push(parseExpression(c));
    if (!c.accept(',')) break;
  }
  c.expect(close, 'to close the array constructor');
  return { k: 'array', at, type, items };
}

/** Parses `name(args)%name…`. */
export function parseReference(c: Cursor): Reference {
  const reference: Reference = { k: 'ref', at: c.at, parts: [] };
  do {
    const part: ReferencePart = { at: c.at, name: c.name(), lists: [] };
    while (c.next === '(') part.lists.push(parseArgumentList(c));
    if (c.next === '[') part.selector = parseCodimension(c);
    while (c.next === '(') part.lists.push(parseArgumentList(c));
    reference.parts.push(part);
  } while (c.accept('%'));
  return reference;
}

const KEYWORD_ARGUMENT = /([a-z_$][a-z0-9_$]*)\s*=(?![=>])/y;

/** Parses `(…)`: the arguments of a call, subscripts or a substring range. */
export function parseArgumentList(c: Cursor): Argument[] {
  c.expect('(');
  if (c.accept(')')) return [];
  const list = c.list(() => parseArgument(c));
  c.expect(')', 'to close the list');
  return list;
}

function referenceTo(name: string, value: Expression, at: number): Expression {
  return { k: 'ref', at, parts: [{ name, at, lists: [[{ at, value }]] }] };
}

function parseArgument(c: Cursor): Argument {
  const argument: Argument = { at: c.at };
  const keyword = c.match(KEYWORD_ARGUMENT);
  if (keyword) argument.keyword = keyword[1]!;
  const passing = c.match(/%\s*(val|ref|loc)\s*(?=\()/y)?.[1];
  if (passing) {
    const [inner] = parseArgumentList(c);
    if (!inner?.value) c.fail(`Expected a value in %${passing.toUpperCase()}`);
    argument.value = passing === 'loc' ? referenceTo('loc', inner.value, c.at) : inner.value;
    if (passing === 'val') argument.byValue = true;
    return argument;
  }
  if (c.next === '*' || c.next === '&') {
    const at = c.at;
    c.accept(c.next);
    const digits = c.maybeDigits();
    if (digits === undefined) argument.value = { k: 'star', at };
    else argument.label = Number(digits);
    return argument;
  }
  if (c.next !== ':') {
    argument.value = parseExpression(c);
    if (c.next !== ':') return argument;
  }
  const range: NonNullable<Argument['range']> = {};
  if (argument.value) range.low = argument.value;
  delete argument.value;
  c.expect(':');
  if (!/[,):]/.test(c.next)) range.high = parseExpression(c);
  if (c.accept(':')) range.step = parseExpression(c);
  argument.range = range;
  return argument;
}
