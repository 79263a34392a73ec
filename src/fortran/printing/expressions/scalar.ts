// Scalar expressions in C: numbers, logicals and structures are rvalues; characters are a pointer and a length.

import {
  add,
  type CharactersC,
  constantText,
  cType,
  isMachineConversion,
  ofCharacters,
  sizeSum,
  stringLiteral,
  suffix,
} from '../../program/c/c-text.ts';
import { constantLength, describeType } from '../../program/constants/constants.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import { isDesignator } from '../../program/symbols/designator.ts';
import { type ByKind, type Node, ofKind, type Type, type Typed } from '../../program/symbols/semantics.ts';
import { unprintable } from '../../source/unprintable.ts';
import { callCharacters } from '../calls/call.ts';
import { printConstantText, printStructure } from '../declarations/data.ts';
import { scalarOr } from '../designators/absent.ts';
import { characterPlace } from '../designators/designator.ts';
import { addressOfProcedure } from '../designators/procedure.ts';
import { binaryText, C_OPERATORS } from '../intrinsics/binary-text.ts';
import { maybeFlagged, maybeFlaggedConversion } from '../intrinsics/flags.ts';
import { scalarIntrinsic, scalarIntrinsicCharacters } from '../intrinsics/inquiry.ts';
import type { Emitter } from '../writer/emitter.ts';
import { callValue, lvalue } from '../writer/expressions.ts';
import { returnsPointer } from '../writer/parts-of-designators.ts';

const SCALARS: ByKind<Emitter, string> = {
  const: (_em, e) =>
    e.type.base === 'hollerith'
      ? convertHollerith(e, { base: 'integer', kind: 4 })
      : constantText(e.value, e.type, e.text),
  variable: lvalue,
  component: lvalue,
  element: lvalue,
  narrow: lvalue,
  part: (em, e) =>
    isDesignator(e) ? lvalue(em, e) : `(${e.part === 're' ? '__real__' : '__imag__'} ${scalar(em, e.base)})`,
  raw: (_em, e) => e.c,
  paren: (em, e) => `(${scalar(em, e.operand)})`,
  unary: (em, e) => unaryText(e.op, scalar(em, e.operand), e.type),
  binary,
  convert: conversion,
  complex: (em, e) =>
    `F_COMPLEX${e.type.kind}(${scalar(em, e.re)}, ${scalarOr(em, e.im, scalar(em, e.im), '0')})`,
  call: (em, e) => (returnsPointer(e) ? `(*${callValue(em, e)})` : callValue(em, e)),
  intrinsic: scalarIntrinsic,
  'statement-function': (em, e) => scalar(bindStatementArguments(em, e), e.body),
  structure: printStructure,
  null: (_em, e) => (e.type.derived?.opaque === 'number' ? '0' : '((void *)0)'),
  procedure: addressOfProcedure,
};

/** The C value of a scalar that is not of type CHARACTER. */
export function scalar(em: Emitter, e: Typed): string {
  const print = ofKind(SCALARS, e);
  return print ? print(em, e) : unprintable(e.at, 'an array in place of a scalar', describeType(e.type));
}

/** C for a unary operator. */
function unaryText(op: string, operand: string, type: Type): string {
  if (op === '.not.') return `(!${operand})`;
  if (op === '-' && type.base === 'unsigned') return `(${cType(type)})(-${operand})`;
  return op === '-' ? `(-${operand})` : operand;
}

function binary(em: Emitter, e: Node<'binary'>): string {
  if (e.left.type.base === 'character') return comparison(em, e);
  if (e.op === '.and.' || e.op === '.or.') return logical(em, e);
  // A chain that leans to the left is printed without recursion.
  const chain: Node<'binary'>[] = [];
  let first: Typed = e;
  while (
    first.k === 'binary' &&
    first.left.type.base !== 'character' &&
    first.op !== '.and.' &&
    first.op !== '.or.'
  ) {
    chain.push(first);
    first = first.left;
  }
  let text = scalar(em, first);
  for (const node of chain.reverse()) {
    const right = scalar(em, node.right);
    text = maybeFlagged(em, node, text, right) ?? binaryText(node.op, text, right, node);
  }
  return text;
}

// If the right operand needs separate statements, they are executed only if its value is needed.
function logical(em: Emitter, e: Node<'binary'>): string {
  const left = scalar(em, e.left);
  let right = '';
  const prelude = em.capture(() => {
    right = scalar(em, e.right);
  });
  if (prelude.nodes.length === 0) return `(${left} ${C_OPERATORS[e.op]} ${right})`;
  const value = em.temporary('int32_t', left);
  em.under(e.op === '.and.' ? value : `!${value}`, () => {
    em.add(prelude);
    em.line(`${value} = ${right};`);
  });
  return value;
}

function comparison(em: Emitter, e: Node<'binary'>): string {
  const a = chars(em, e.left);
  const b = chars(em, e.right);
  return `(${ofCharacters('f_compare', e.left.type)}(${a.p}, ${a.n}, ${b.p}, ${b.n}) ${C_OPERATORS[e.op]} 0)`;
}

function conversion(em: Emitter, e: Node<'convert'>): string {
  if (e.operand.k === 'const' && e.operand.type.base === 'hollerith')
    return convertHollerith(e.operand, e.type);
  const c = scalar(em, e.operand);
  return maybeFlaggedConversion(em, c, e.operand, e.type) ?? convertText(c, e.operand.type, e.type);
}

function convertText(c: string, from: Type, to: Type): string {
  if (from.base === to.base && from.kind === to.kind) return c;
  if (to.base === 'complex')
    return from.base === 'complex' ? `(${cType(to)})${c}` : `F_COMPLEX${to.kind}(${c}, 0)`;
  const value = from.base === 'complex' ? `(__real__ ${c})` : c;
  if (to.base === 'logical' || from.base === 'logical') return `(${cType(to)})(${value} != 0)`;
  const real: Type = { base: 'real', kind: from.kind };
  if (from.base !== 'integer' && from.base !== 'unsigned' && isMachineConversion(real, to))
    return `f_int_${suffix(to)}_${suffix(real)}(${value})`;
  return `(${cType(to)})${value}`;
}

// The characters of a Hollerith constant become the bytes of a number and are padded with blanks.
function convertHollerith(e: Node<'const'>, type: Type): string {
  const size = type.base === 'complex' ? type.kind * 2 : type.kind;
  const text = String(e.value).padEnd(size).slice(0, size);
  return `((union { char c[${size}]; ${cType(type)} v; }){${stringLiteral(text).p}}.v)`;
}

function bindStatementArguments(em: Emitter, e: Node<'statement-function'>): Emitter {
  const nameOf = (value: Typed, type: Type): string => {
    if (type.base !== 'character') return em.temporary(cType(type), scalar(em, value));
    const length = constantLength(type);
    return length === undefined ? chars(em, value).p : ofLength(em, chars(em, value), length, type);
  };
  return em.bind(e.parameters.map((p, i) => [p, nameOf(e.arguments[i]!, p.resolved.type!)]));
}

// Copies characters and truncates or pads them to a length.
function ofLength(em: Emitter, text: CharactersC, length: number, type: Type): string {
  const copy = em.inArena('char *', `f_alloc(${Math.max(1, length)})`);
  em.line(`${ofCharacters('f_assign', type)}(${copy}, ${length}, ${text.p}, ${text.n});`);
  return copy;
}

const CHARACTERS: ByKind<Emitter, CharactersC> = {
  const: (_em, e) => stringLiteral(String(e.value)),
  variable: (em, e) => (e.sym.k === 'constant' ? printConstantText(em, e.sym) : characterPlace(em, e)),
  component: characterPlace,
  element: characterPlace,
  substring: characterPlace,
  narrow: characterPlace,
  raw: (_em, e) => ({ p: e.c, n: e.n ?? '1' }),
  paren: (em, e) => chars(em, e.operand),
  binary: concatenate,
  call: callCharacters,
  intrinsic: scalarIntrinsicCharacters,
  convert: charactersOfKind,
  'statement-function': statementFunctionCharacters,
};

/** Address and length of a character scalar. */
export function chars(em: Emitter, e: Typed): CharactersC {
  const print = ofKind(CHARACTERS, e);
  return print
    ? print(em, e)
    : unprintable(e.at, 'the characters of a value of another type', describeType(e.type));
}

function charactersOfKind(em: Emitter, e: Node<'convert'>): CharactersC {
  const text = chars(em, e.operand);
  if (e.operand.type.kind === e.type.kind) return text;
  const n = em.once('int32_t', text.n);
  if (isWide(e.type)) return { p: em.inArena('char *', `f_widen(${text.p}, ${n})`), n: `(${n} * 4)` };
  return { p: em.inArena('char *', `f_narrow(${text.p}, ${n})`), n: `(${n} / 4)` };
}

function statementFunctionCharacters(em: Emitter, e: Node<'statement-function'>): CharactersC {
  const text = chars(bindStatementArguments(em, e), e.body);
  const length = constantLength(e.type);
  return length === undefined ? text : { p: ofLength(em, text, length, e.type), n: String(length) };
}

// Joins a // b // c in a single block of memory.
function concatenate(em: Emitter, e: Node<'binary'>): CharactersC {
  const parts: Typed[] = [];
  let first: Typed = e;
  while (first.k === 'binary' && first.op === '//') {
    parts.push(first.right);
    first = first.left;
  }
  parts.push(first);
  const pieces = parts.reverse().map((part) => {
    const piece = chars(em, part);
    return { p: piece.p, n: em.once('int32_t', piece.n) };
  });
  return joinPieces(em, pieces);
}

function joinPieces(em: Emitter, pieces: readonly CharactersC[]): CharactersC {
  const total = em.once('int32_t', pieces.map((x) => x.n).reduce(sizeSum, '0'));
  const target = em.inArena('char *', `f_alloc(${total})`);
  let offset = '0';
  for (const piece of pieces) {
    em.line(`memcpy(${add(target, offset)}, ${piece.p}, ${piece.n});`);
    offset = add(offset, piece.n);
  }
  return { p: target, n: total };
}
