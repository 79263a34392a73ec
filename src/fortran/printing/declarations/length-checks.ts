// Checks the length parameters of existing objects. An assignment must not change them, and the target of a pointer, an
// allocated object and an actual argument must have the declared parameters. program/constants/length-parameters.ts
// checks constants.

import { hasConstantLengths } from '../../program/constants/length-parameters.ts';
import { typeOf, variableNode } from '../../program/declarations/resolve.ts';
import { isAllocatable, isPointer } from '../../program/symbols/designator.ts';
import type { Sym, Type, Typed } from '../../program/symbols/semantics.ts';
import { eachElementOf } from '../assign/sized-parts.ts';
import { declaredLengths, lengthPath } from '../designators/declared-lengths.ts';
import { heldAddress } from '../designators/designator.ts';
import { nameOf } from '../designators/storage.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';

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
