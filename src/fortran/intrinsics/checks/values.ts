// Invalid constants and attributes in the arguments of intrinsic subroutines.

import { maybeInteger } from '../../program/constants/constants.ts';
import { isCompatibleDerived, sameType } from '../../program/constants/conversions.ts';
import { describeType } from '../../program/constants/describe-type.ts';
import { isAllocatable, isDesignator, rootSymbol } from '../../program/symbols/designator.ts';
import type { MaybeTyped, Node, Typed } from '../../program/symbols/semantics.ts';
import { refuse } from '../../source/diagnostics.ts';
import type { Intrinsic } from '../rows/intrinsics.ts';

type Arguments = readonly MaybeTyped[];

/** Throws if the arguments of an intrinsic subroutine are inconsistent. */
export function checkSubroutineValues({ name }: Intrinsic, args: Arguments): void {
  if (name === 'move_alloc') checkMove(args[0], args[1]);
  if (name === 'mvbits') checkBitMove(args);
}

function checkMove(from: MaybeTyped, to: MaybeTyped): void {
  for (const a of [from, to]) {
    const isGuarded = a?.k === 'variable' && a.sym.association !== undefined;
    if (a && (isGuarded || !isAllocatable(a)) && isDesignator(a))
      refuse(a.at, 'The arguments of "move_alloc" must be ALLOCATABLE.');
  }
  if (!from || !to) return;
  const isPolymorphic = (e: Typed): boolean => e.type.base === 'class' || e.type.base === 'class-star';
  if (isPolymorphic(from) && !isPolymorphic(to))
    refuse(to.at, 'TO of "move_alloc" must be polymorphic because FROM is.');
  if (from.rank !== to.rank)
    refuse(to.at, `FROM and TO of "move_alloc" have different ranks: ${from.rank} and ${to.rank}.`);
  const fits =
    to.type.base === 'class' ? isCompatibleDerived(from.type, to.type) : sameType(from.type, to.type);
  if (to.type.base !== 'class-star' && !fits)
    refuse(
      to.at,
      `FROM and TO of "move_alloc" have different types: ${describeType(from.type)} and ${describeType(to.type)}.`,
    );
  const coranks = [from, to].map((e) => (e.k === 'variable' ? (e.sym.written.codimensions?.length ?? 0) : 0));
  if (from.k === 'variable' && to.k === 'variable' && coranks[0] !== coranks[1])
    refuse(to.at, `FROM and TO of "move_alloc" have different coranks: ${coranks.join(' and ')}.`);
  if (from.k === 'component' && to.k === 'component' && isReachedThrough(to.base, from))
    refuse(to.at, 'TO of "move_alloc" is a part of FROM, which is being moved.');
}

// True if the designator `e` goes through the component that `other` selects.
function isReachedThrough(e: Typed, other: Node<'component'>): boolean {
  if (e.k === 'component' && e.component === other.component && rootSymbol(e) === rootSymbol(other))
    return depthOf(e) === depthOf(other);
  return e.k === 'component' && isReachedThrough(e.base, other);
}

function depthOf(e: Typed): number {
  return e.k === 'component' ? 1 + depthOf(e.base) : 0;
}

function checkBitMove([from, place, count, to, target]: Arguments): void {
  const fail = (e: Typed, message: string): never => {
    refuse(e.at, `${message} in "mvbits".`);
  };
  if (
    from &&
    to &&
    from.type.base !== 'boz' &&
    (from.type.base !== to.type.base || from.type.kind !== to.type.kind)
  )
    fail(to, `TO must have the type of FROM, ${describeType(from.type)},`);
  for (const [e, what] of [
    [place, 'FROMPOS'],
    [count, 'LEN'],
    [target, 'TOPOS'],
  ] as const) {
    const n = maybeInteger(e);
    if (e && n !== undefined && n < 0) fail(e, `${what} is negative, ${n},`);
  }
  const n = maybeInteger(count);
  if (n === undefined) return;
  for (const [e, start, what] of [
    [from, place, 'FROM'],
    [to, target, 'TO'],
  ] as const) {
    const first = maybeInteger(start);
    const bits = (e?.type.kind ?? 0) * 8;
    if (e && first !== undefined && first + n > bits)
      fail(e, `${what} has ${bits} bits, but ${first + n} are requested`);
  }
}
