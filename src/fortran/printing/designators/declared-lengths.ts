// Length parameters in declarations, which are saved on entry to the procedure: an array without elements, or an object
// that is not allocated, does not hold them.

import { cType } from '../../program/c/c-text.ts';
import { maybeInteger } from '../../program/constants/constants.ts';
import { givenLengths } from '../../program/constants/length-parameters.ts';
import { typeOf } from '../../program/declarations/resolve.ts';
import type { DerivedType, Node, Sym, Typed } from '../../program/symbols/semantics.ts';
import type { Emitter } from '../writer/emitter.ts';
import { lvalue } from '../writer/expressions.ts';
import { fieldName } from '../writer/type-parts.ts';
import { integerText, nameOf } from './storage.ts';

/** The C path to a length. Lengths that belong to the parent are members of the parent part. */
export function lengthPath(type: DerivedType, index: number): string {
  const { sym, own } = type.instance!.lengths[index]!;
  if (own) return fieldName(own);
  const parent = type.components.find((c) => c.parentComponent)!;
  const place = type.parent!.instance!.lengths.findIndex((l) => l.sym.name === sym.name);
  return `${fieldName(parent)}.${lengthPath(type.parent!, place)}`;
}

/** Saves the declared lengths of an array, an allocatable, a pointer or a dummy on entry to the procedure. */
export function keepDeclaredLengths(
  em: Emitter,
  symbol: Sym,
  set: (type: string, name: string, value: string) => void,
): void {
  if (symbol.k !== 'variable') return;
  givenLengths(typeOf(symbol)).forEach((value, i) => {
    if (value && maybeInteger(value) === undefined)
      set('int32_t', keptName(em, symbol, i), integerText(em, value));
  });
}

function keptName(em: Emitter, symbol: Sym, index: number): string {
  return `${nameOf(em, symbol)}_P${index}`;
}

/** C expressions for the lengths in a declaration; undefined if the value determines them. */
export function declaredLengths(em: Emitter, e: Typed): (string | undefined)[] {
  return givenLengths(e.type).map((value, i) => {
    if (!value) return undefined;
    const n = maybeInteger(value);
    if (n !== undefined) return String(n);
    if (e.k === 'variable' && !e.sym.association) return keptName(em, e.sym, i);
    if (e.k === 'component') return em.once('int32_t', integerText(withLengthsOf(em, e.base), value));
    return em.once('int32_t', integerText(em, value));
  });
}

// The lengths of a component may refer to those of the enclosing object.
function withLengthsOf(em: Emitter, base: Typed): Emitter {
  const lengths = base.type.derived?.instance?.lengths ?? [];
  if (lengths.length === 0) return em;
  const object = lvalue(em, base);
  return em.bind(lengths.map(({ sym }, i) => [sym, `${object}.${lengthPath(base.type.derived!, i)}`]));
}

/**
 * The C variable with a length parameter of an array whose declaration specifies it; undefined if only the array's
 * elements hold it.
 */
export function maybeDeclaredLength(
  em: Emitter,
  { base, component, type }: Node<'component'>,
): string | undefined {
  if (!component.isLength || base.k !== 'element' || !base.isChecked) return undefined;
  const array = base.base;
  if (array.k === 'variable' ? array.sym.association : array.k !== 'component') return undefined;
  const i = array.type.derived!.instance!.lengths.findIndex(({ sym }) => sym.name === component.name);
  const declared = declaredLengths(em, array)[i];
  return declared === undefined ? undefined : em.temporary(cType(type), declared);
}
