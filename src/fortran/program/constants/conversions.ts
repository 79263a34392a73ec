// Conversions between types, and the common type of two numeric types.
import { type Position, refuse } from '../../source/diagnostics.ts';
import type { Base } from '../symbols/entity-kinds.ts';
import type { DerivedType, Program, Type, Typed } from '../symbols/semantics.ts';
import { byteLength, describeType } from './constants.ts';
import { foldOperation } from './fold-operation.ts';
import { lengthParameterFault } from './length-parameters.ts';

const NUMERIC: Base[] = ['unsigned', 'integer', 'real', 'complex'];

/** True if a type is unsigned, integer, real or complex. */
export function isNumeric(type: Type): boolean {
  return NUMERIC.includes(type.base);
}

/** True if values of these types may be mixed: unsigned numbers only with each other. */
export function areMixable(a: Type, b: Type): boolean {
  return isNumeric(a) && isNumeric(b) && (a.base === 'unsigned') === (b.base === 'unsigned');
}

/** True if two types are equal, including their kinds; character lengths are ignored. */
export function sameType(a: Type, b: Type): boolean {
  return a.base === b.base && a.kind === b.kind && a.derived === b.derived;
}

/** Converts a value to another type if its own type differs. */
export function coerce(e: Typed, type: Type, at: Position): Typed {
  if (type.base === 'character' && e.type.base === 'character') return coerceCharacter(e, type);
  const unlike = lengthParameterFault(type, e.type);
  if (unlike) refuse(at, `These types are not interchangeable: ${unlike}.`);
  if (sameType(e.type, type)) return e;
  if (e.type.base === 'boz' || e.type.base === 'hollerith') return convert(e, type);
  const numeric = areMixable(e.type, type);
  const logical = e.type.base === 'logical' && type.base === 'logical';
  // Old programs mix integers and logicals without restraint.
  const legacy =
    (e.type.base === 'logical' && type.base === 'integer') ||
    (e.type.base === 'integer' && type.base === 'logical');
  if (numeric || logical || legacy) return convert(e, type);
  if (isCompatibleDerived(e.type, type) || e.k === 'null') return e;
  const by = type.base === 'unsigned' ? 'UINT' : type.base === 'integer' ? 'INT' : 'REAL or CMPLX';
  const isUnlike = isNumeric(e.type) && isNumeric(type);
  const advice = isUnlike ? ` without ${by}, because one of them is UNSIGNED` : '';
  refuse(at, `Cannot convert ${describeType(e.type)} to ${describeType(type)}${advice}.`);
}

/** With -fdec-char-conversions, a character constant becomes a number in the same way as a Hollerith constant. */
export function asHollerith({ options }: Program, e: Typed, type: Type): Typed {
  if (e.k !== 'const' || e.type.base !== 'character' || typeof e.value !== 'string') return e;
  if (!options.decCharacters || !(isNumeric(type) || type.base === 'logical')) return e;
  return { ...e, type: { base: 'hollerith', kind: byteLength(e.value) } };
}

/** Tests whether one of two derived types is an extension of the other. */
export function isRelated(one: Type['derived'], other: Type['derived']): boolean {
  return descends(one?.parent, other) || descends(other?.parent, one);
}

/** A type and the types that it extends, the nearest first. */
export function lineage(type: DerivedType | undefined): DerivedType[] {
  const types: DerivedType[] = [];
  for (let t = type; t; t = t.parent) types.push(t);
  return types;
}

/** True if a type equals another type or extends it. */
export function descends(type: DerivedType | undefined, ancestor: DerivedType | undefined): boolean {
  return lineage(type).some((t) => t === ancestor);
}

/** True if a variable of type `to` can hold a value of type `from`, which is a derived type. */
export function isCompatibleDerived(from: Type, to: Type): boolean {
  if (to.base === 'class-star') return true;
  if (!to.derived || !from.derived) return false;
  if (descends(from.derived, to.derived)) return true;
  if (to.derived.instance || from.derived.instance) return false;
  return to.derived.name === from.derived.name && to.derived.sequence && from.derived.sequence;
}

function coerceCharacter(e: Typed, type: Type): Typed {
  if (e.type.kind !== type.kind && e.k !== 'null') return ofKind(e, type);
  if (typeof type.length !== 'object' || type.length.k !== 'const') return e;
  if (e.k === 'const' || e.k === 'const-array')
    return foldOperation({ k: 'convert', at: e.at, type, rank: e.rank, operand: e });
  return e;
}

// Converts characters to another kind; the assignment then adjusts their length.
function ofKind(e: Typed, { kind, length }: Type): Typed {
  const isFixed = typeof length === 'object' && length.k === 'const';
  return convert(e, isFixed ? { base: 'character', kind, length } : { base: 'character', kind });
}

export function convert(operand: Typed, type: Type): Typed {
  return foldOperation({ k: 'convert', at: operand.at, type, rank: operand.rank, operand });
}

/**
 * The type of `a op b` for numbers that can be mixed: the higher base type and the higher kind. The kind of an integer
 * counts only if both operands are integers.
 */
export function promote(a: Type, b: Type): Type {
  const base = NUMERIC[Math.max(NUMERIC.indexOf(a.base), NUMERIC.indexOf(b.base))]!;
  const kinds = [a, b].filter((t) => t.base !== 'integer' || base === 'integer').map((t) => t.kind);
  return { base, kind: Math.max(...kinds) };
}
