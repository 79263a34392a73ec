// Turns syntax trees into typed expressions: literals, operators and constructors. expressions/reference.ts handles
// references.

import { foldConstant } from '../../intrinsics/folding/fold.ts';
import {
  byteLength,
  DOUBLE,
  describeType,
  maybeInteger,
  REAL,
  stringConstant,
} from '../../program/constants/constants.ts';
import { areMixable, coerce, isNumeric, promote } from '../../program/constants/conversions.ts';
import { writtenRealKind } from '../../program/constants/default-kinds.ts';
import { constant } from '../../program/constants/fold-operation.ts';
import { lengthParameterFault } from '../../program/constants/length-parameters.ts';
import { WIDE, wideConstant } from '../../program/constants/wide-characters.ts';
import {
  analyseScalarInteger,
  NO_UNSIGNED,
  resolveType,
  typeOf,
} from '../../program/declarations/resolve.ts';
import { become, note, setResolved } from '../../program/symbols/change-symbol.ts';
import { checkExtension, refuseLater } from '../../program/symbols/check-standard.ts';
import { kindOf } from '../../program/symbols/entity-kinds.ts';
import { declare, lookup } from '../../program/symbols/names.ts';
import {
  type ArrayItem,
  type ConstantValue,
  type MaybeTyped,
  Scope,
  type Type,
  type Typed,
} from '../../program/symbols/semantics.ts';
import { firstValue } from '../../program/walking/walk-typed.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';
import { NO_CHARACTER } from '../../source/escapes.ts';
import type { Expression } from '../../syntax/tree/syntax-tree.ts';
import { makeBinary, makeUnary } from './operator.ts';
import { analyseReference } from './reference.ts';

/** Decimal exponent of the largest REAL(16). */
const MOST_EXPONENT_OF_16 = 4932;

/** Analyses an expression, or throws a FortranError if it is invalid. */
export function analyse(scope: Scope, e: Expression): Typed {
  switch (e.k) {
    case 'int':
      return analyseInteger(scope, e);
    case 'real':
      return analyseReal(scope, e);
    case 'logical':
      return literal(scope, e.at, 'logical', literalKind(scope, 'logical', e.kind, e.at), e.value);
    case 'string':
      if (!e.hollerith) return characterConstant(scope, e);
      checkExtension(scope, 'hollerith', e.at);
      return literal(scope, e.at, 'hollerith', byteLength(e.text), e.text);
    case 'boz':
      return literal(scope, e.at, 'boz', 8, BigInt(`0${{ 2: 'b', 8: 'o', 16: 'x' }[e.base]}${e.digits}`));
    case 'complex':
      return analyseComplex(scope, e);
    case 'ref':
      return analyseReference(scope, e);
    case 'unary':
      if (e.bare && scope.program.options.standard !== 'gnu')
        refuse(e.at, `The standard does not allow "${e.op}" directly after an operator: use parentheses.`);
      return makeUnary(
        scope,
        e.op,
        e.op === '-' && e.operand.k === 'int'
          ? analyseInteger(scope, e.operand, 1n)
          : analyse(scope, e.operand),
        e.at,
      );
    case 'binary':
      return analyseBinary(scope, e);
    case 'paren': {
      const operand = analyse(scope, e.inner);
      return operand.k === 'const'
        ? operand
        : { k: 'paren', at: e.at, type: operand.type, rank: operand.rank, operand };
    }
    case 'array':
      return analyseArray(scope, e);
    case 'implied-do':
      return refuse(e.at, 'An implied DO is allowed only in an array constructor, DATA or an I/O list.');
    case 'star':
      return refuse(e.at, 'Expected an expression, got "*".');
  }
}

function literal(
  { program }: Scope,
  at: Position,
  base: Type['base'],
  kind: number,
  value: ConstantValue,
): Typed {
  const wraps = program.options.rangeCheck ? {} : { wraps: true };
  return { k: 'const', at, rank: 0, type: { base, kind }, value, ...wraps };
}

/** A name on its own, used as a value. */
export function analyseName(scope: Scope, name: string, at: Position): Typed {
  return analyseReference(scope, { k: 'ref', at, parts: [{ name, at, lists: [] }] });
}

// Long chains of the same operator lean to the left; processing them in a loop uses less stack than recursion.
function analyseBinary(scope: Scope, e: Extract<Expression, { k: 'binary' }>): Typed {
  const chain: Extract<Expression, { k: 'binary' }>[] = [];
  let first: Expression = e;
  while (first.k === 'binary') {
    chain.push(first);
    first = first.left;
  }
  let value = analyse(scope, first);
  for (const node of chain.reverse())
    value = makeBinary(scope, node.op, value, analyse(scope, node.right), node.at);
  return value;
}

function characterConstant(scope: Scope, e: Extract<Expression, { k: 'string' }>): Typed {
  const kind = literalKind(scope, 'character', e.kind, e.at);
  if (kind !== WIDE && e.text.includes(NO_CHARACTER))
    refuse(e.at, 'A "\\U" code above 10FFFF needs characters of kind 4: write 4_ before the constant.');
  return kind === WIDE ? wideConstant(e.text, e.at) : stringConstant(e.text, e.at);
}

function literalKind(scope: Scope, base: LiteralBase, kind: string | undefined, at: Position): number {
  if (kind === undefined) return base === 'character' ? 1 : scope.kinds[base].kind;
  if (/^\d+$/.test(kind)) return kindOf(base, Number(kind), at);
  const value = maybeInteger(analyseName(scope, kind, at));
  return kindOf(base, value ?? refuse(at, `The kind "${kind}" is not a constant.`), at);
}

type LiteralBase = 'character' | 'integer' | 'logical' | 'real';

// `excess`: 1 after a minus sign, because the least integer is the negation of a number that is too large by one.
function analyseInteger(scope: Scope, e: Extract<Expression, { k: 'int' }>, excess = 0n): Typed {
  const kind = literalKind(scope, 'integer', e.kind, e.at);
  const value = BigInt(e.text);
  if (e.unsigned && !scope.program.options.unsigned) refuse(e.at, NO_UNSIGNED);
  const type: Type = { base: e.unsigned ? 'unsigned' : 'integer', kind };
  const most = (1n << BigInt(e.unsigned ? kind * 8 : kind * 8 - 1)) - 1n;
  if (value > most + (e.unsigned ? 0n : excess) && scope.program.options.rangeCheck) {
    refuse(
      e.at,
      `The integer ${e.text} does not fit in ${describeType(type)}; write it with a larger kind, such as ${e.text}${e.unsigned ? 'u' : ''}_8.`,
    );
  }
  if (e.unsigned) return constant(value, { at: e.at, type });
  return literal(scope, e.at, 'integer', kind, value);
}

function analyseReal(scope: Scope, e: Extract<Expression, { k: 'real' }>): Typed {
  const { kinds } = scope;
  let kind = kinds.real.kind;
  if (e.kind !== undefined) kind = writtenRealKind(kinds, literalKind(scope, 'real', e.kind, e.at));
  const text = e.text.replace(/[dq]/, 'e');
  if (e.text.includes('d')) kind = kinds.double.kind;
  if (e.text.includes('q')) kind = 16;
  const value = kind === 4 ? Math.fround(Number(text)) : Number(text);
  if (scope.program.options.rangeCheck && overflows(text, value, kind))
    refuse(e.at, `The constant does not fit in REAL(${kind}); write it with a larger kind.`);
  const type: Type = kind === 4 ? REAL : kind === 8 ? DOUBLE : { base: 'real', kind };
  const wraps = scope.program.options.rangeCheck ? {} : { wraps: true };
  return { k: 'const', at: e.at, rank: 0, type, value, text, ...wraps };
}

/** Tests whether a literal exceeds the largest number of its kind. */
function overflows(text: string, value: number, kind: number): boolean {
  if (kind <= 8) return !Number.isFinite(value);
  // The range of a double is far smaller than that of the larger kinds, so the exponent of the first digit is compared
  // instead.
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  return digits !== '' && Number(exponent) + digits.length - fraction.length - 1 > MOST_EXPONENT_OF_16;
}

function analyseComplex(scope: Scope, e: Extract<Expression, { k: 'complex' }>): Typed {
  const re = analyse(scope, e.re);
  const im = analyse(scope, e.im);
  if ([re, im].some((part) => !isNumeric(part.type) || scope.program.expressions.inconstantPart(part)))
    refuse(e.at, 'The parts of a complex constant must be constant numbers: use CMPLX for other values.');
  const part = promote(re.type, im.type);
  const type: Type = { base: 'real', kind: part.base === 'integer' ? scope.kinds.real.kind : part.kind };
  return foldConstant({
    k: 'complex',
    at: e.at,
    type: { base: 'complex', kind: type.kind },
    rank: Math.max(re.rank, im.rank),
    re: coerce(re, type, e.at),
    im: coerce(im, type, e.at),
  });
}

function analyseArray(scope: Scope, e: Extract<Expression, { k: 'array' }>): Typed {
  const items = e.items.map((item) => analyseItem(scope, item));
  let type = e.type ? resolveType(scope, e.type) : undefined;
  if (!type) {
    const first =
      firstValue(items) ?? refuse(e.at, 'An empty array constructor needs a type, as in [INTEGER ::].');
    type = commonType(items, first.type) ?? scope.kinds.integer;
  }
  if (type.base === 'class-star')
    refuse(e.at, 'CLASS(*) is not allowed in an array constructor: its elements must all have one type.');
  if (e.type && [type.length, ...(type.lengths ?? [])].some((n) => n === '*' || n === ':'))
    refuse(e.at, 'The type in an array constructor needs lengths, not "*" or ":".');
  const settled = type;
  mapValues(items, (value) => coerce(value, settled, value.at));
  return foldConstant({ k: 'array', at: e.at, type, rank: 1, items });
}

function mapValues(items: ArrayItem[], change: (value: Typed) => Typed): void {
  for (const item of items) {
    if (item.k === 'value') item.value = change(item.value);
    else mapValues(item.items, change);
  }
}

function commonType(items: ArrayItem[], first: Type): Type | undefined {
  let type = first;
  let lengths: MaybeTyped = typeof first.length === 'object' ? first.length : undefined;
  mapValues(items, (value) => {
    if (isNumeric(type) && isNumeric(value.type) && describeType(type) !== describeType(value.type))
      refuse(
        value.at,
        areMixable(type, value.type)
          ? `The values in this array have different types: write [${describeType(promote(type, value.type))} :: …].`
          : `The values in this array have different types: ${describeType(type)} and ${describeType(value.type)}.`,
      );
    if (type.base === 'boz') type = value.type;
    else if (type.base === 'character') lengths = sameLength(lengths, value);
    if (type.base === 'character' && value.type.base === 'character' && type.kind !== value.type.kind)
      refuse(value.at, `The characters in this array have different kinds.`);
    const unlike = lengthParameterFault(type, value.type);
    if (unlike) refuse(value.at, `The values in this array have different types: ${unlike}.`);
    return value;
  });
  if (type.base === 'boz') return undefined;
  if (type.base !== 'character') return type;
  return lengths ? { ...type, length: lengths } : { base: 'character', kind: type.kind };
}

// Known lengths must be equal, unless a type in front of the values sets the length.
function sameLength(length: MaybeTyped, value: Typed): MaybeTyped {
  const a = maybeInteger(length);
  const b = maybeInteger(typeof value.type.length === 'object' ? value.type.length : undefined);
  if (a !== undefined && b !== undefined && a !== b) {
    const { kind } = value.type;
    const [own, other] = [a / kind, b / kind];
    const type = `CHARACTER(LEN=${Math.max(own, other)}${kind === 1 ? '' : `, KIND=${kind}`})`;
    refuse(
      value.at,
      `The characters in this array have different lengths, ${own} and ${other}: write [${type} :: …].`,
    );
  }
  return a === b ? length : undefined;
}

function mentions(e: Expression, name: string): boolean {
  if (e.k === 'ref') return e.parts[0]!.name === name && e.parts.length === 1;
  if (e.k === 'binary') return mentions(e.left, name) || mentions(e.right, name);
  return (e.k === 'unary' && mentions(e.operand, name)) || (e.k === 'paren' && mentions(e.inner, name));
}

// `loops` are the variables of the enclosing loops of the same constructor.
function analyseItem(scope: Scope, e: Expression, loops: readonly string[] = []): ArrayItem {
  if (e.k !== 'implied-do') return { k: 'value', value: analyse(scope, e) };
  const inner = new Scope(scope.program, 'construct', '', scope);
  const { variable: name, first, last, step } = e.loop;
  const variable = declare(inner, name, e.loop.at);
  const outer = lookup(scope, name);
  if (loops.includes(name)) refuse(e.loop.at, `"${name}" is already the variable of an outer implied DO.`);
  if (outer?.k === 'constant' && !e.loop.type)
    refuse(e.loop.at, `"${outer.name}" is a constant and cannot be used as the variable of an implied DO.`);
  if ([first, last, step].some((bound) => bound && mentions(bound, name)))
    refuseLater(scope, 'GNU', `a bound of an implied DO that uses its own variable ("${name}")`, e.loop.at);
  // The variable outside the loop provides only the type.
  if (outer && !e.loop.type) note(outer, 'assigned');
  become(variable, { k: 'variable' });
  const named = outer && outer.k !== 'procedure' ? outer : variable;
  const type = e.loop.type ? resolveType(scope, e.loop.type) : typeOf(named);
  setResolved(variable, { type });
  if (type.base !== 'integer') refuse(e.loop.at, 'The variable of an implied DO must be an integer.');
  return {
    k: 'loop',
    variable,
    first: analyseScalarInteger(scope, first),
    last: analyseScalarInteger(scope, last),
    step: step && analyseScalarInteger(scope, step),
    items: e.items.map((item) => analyseItem(inner, item, [...loops, name])),
  };
}
