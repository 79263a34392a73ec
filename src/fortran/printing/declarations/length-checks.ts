// Checks the length parameters of existing objects. An assignment must not change them, and the target of a pointer, an
// allocated object and an actual argument must have the declared parameters. program/constants/length-parameters.ts
// checks constants.

import { maybeInteger } from '../../program/constants/constants.ts';
import { givenLengths, hasConstantLengths } from '../../program/constants/length-parameters.ts';
import { typeOf, variableNode } from '../../program/declarations/resolve.ts';
import { isAllocatable, isPointer } from '../../program/symbols/designator.ts';
import type { Sym, Type, Typed } from '../../program/symbols/semantics.ts';
import { eachElementOf, lengthPath } from '../assign/sized-parts.ts';
import { heldAddress } from '../designators/designator.ts';
import { integerText, nameOf } from '../designators/storage.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { lvalue } from '../writer/expressions.ts';

/** Saves the declared lengths of an allocatable, a pointer or a dummy on entry to the procedure. */
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

/** Prints an assignment, along with a check that it preserves the target's length parameters. */
export function keepingLengths(em: Emitter, target: Typed, value: Typed, print: () => void): void {
  const { type } = target;
  if (!hasLengths(type) || (isSettled(type) && isSettled(value.type))) {
    print();
    return;
  }
  if (isAllocatable(target)) {
    print();
    checkHeldLengths(em, target);
    return;
  }
  const before = em.temporary('int32_t *', `(int32_t[${type.derived!.instance!.lengths.length}]){0}`);
  eachElementOf(em, target, (c) => forLengths(type, (path, i) => em.line(`${before}[${i}] = ${c}.${path};`)));
  print();
  checkElements(em, target, (i) => `${before}[${i}]`);
}

function hasLengths(type: Type): boolean {
  return (type.derived?.instance?.lengths.length ?? 0) > 0;
}

function isSettled(type: Type): boolean {
  return type.lengths !== undefined && hasConstantLengths(type);
}

function forLengths(type: Type, print: (path: string, index: number) => void): void {
  type.derived!.instance!.lengths.forEach((_, i) => {
    print(lengthPath(type.derived!, i), i);
  });
}

/** Prints a check that the object of a pointer, an allocatable or a dummy has the declared lengths. */
export function checkHeldLengths(em: Emitter, e: Typed, isOptional = false): void {
  if (!hasLengths(e.type)) return;
  const declared = declaredLengths(em, e);
  if (declared.every((n) => n === undefined)) return;
  const guards = [
    ...(isOptional && e.k === 'variable' ? [nameOf(em, e.sym)] : []),
    ...(isAllocatable(e) || isPointer(e) ? [heldAddress(em, e)] : []),
  ];
  em.under(guards.join(' && ') || undefined, () => checkElements(em, e, (i) => declared[i]));
}

function checkElements(em: Emitter, e: Typed, wanted: (index: number) => string | undefined): void {
  const names = e.type.derived!.instance!.lengths.map(({ sym }) => sym.name);
  eachElementOf(em, e, (c) =>
    forLengths(e.type, (path, i) => {
      const n = wanted(i);
      if (n !== undefined)
        em.line(`f_check_parameter(${n}, ${c}.${path}, "${names[i]}", ${placeOf(em.statementAt || e.at)});`);
    }),
  );
}

/** Prints the check of declared lengths for a dummy, on entry to the procedure. */
export function checkDummyLengths(em: Emitter, dummy: Sym): void {
  const type = typeOf(dummy);
  if (!hasLengths(type) || type.base !== 'derived') return;
  checkHeldLengths(em, variableNode(dummy), dummy.optional);
}
