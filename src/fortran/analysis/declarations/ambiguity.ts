// Finds two procedures with the same generic name that both match the same call, by the rules of Fortran 2003, 16.2.3,
// and with Fortran 2008's distinction between ALLOCATABLE and POINTER.

import { descends } from '../../program/constants/conversions.ts';
import { rankOf, shapeKindOf, typeOf } from '../../program/declarations/resolve.ts';
import type { Procedure, Sym, Type } from '../../program/symbols/semantics.ts';
import { isProcedureDummy } from '../calls/procedure-node.ts';

/** True if a call cannot tell the two procedures apart. */
export function areAmbiguous(a: Procedure, b: Procedure, isOperator: boolean): boolean {
  if (a.isFunction !== b.isFunction || a.implicitInterface || b.implicitInterface) return false;
  const first = a.dummies.filter((d): d is Sym => d !== undefined);
  const second = b.dummies.filter((d): d is Sym => d !== undefined);
  if (first.length < a.dummies.length || second.length < b.dummies.length) return false;
  // Operands have no keywords, so only their positions distinguish the procedures of an operator.
  if (isOperator)
    return first.length === second.length && first.every((dummy, i) => areAlike(dummy, second[i]!));
  if (differInCount(first, second) || differInCount(second, first)) return false;
  return !differInPlace(first, second) && !differInPlace(second, first);
}

// True if one procedure requires more arguments of some type than the other accepts.
function differInCount(first: readonly Sym[], second: readonly Sym[]): boolean {
  return first.some((dummy) => {
    if (dummy.optional) return false;
    const own = first.filter((d) => !d.optional && areAlike(dummy, d)).length;
    return own > second.filter((d) => areAlike(dummy, d)).length;
  });
}

// True if a positional argument followed by a keyword argument distinguishes the two procedures.
function differInPlace(first: readonly Sym[], second: readonly Sym[]): boolean {
  return first.some((dummy, i) => {
    if (dummy.optional) return false;
    const opposite = second[i];
    if (opposite && areAlike(dummy, opposite)) return false;
    return first.slice(i).some((named) => {
      if (named.optional) return false;
      const same = second.find((d) => d.name === named.name);
      return !same || !areAlike(named, same);
    });
  });
}

// True if the same argument could be passed to both dummies.
function areAlike(a: Sym, b: Sym): boolean {
  if (isProcedureDummy(a) || isProcedureDummy(b)) return isProcedureDummy(a) && isProcedureDummy(b);
  const held = (x: Sym, y: Sym): boolean => x.allocatable && y.pointer && y.intent !== 'in';
  if (held(a, b) || held(b, a)) return false;
  const anyRank = shapeKindOf(a) === 'assumed-rank' || shapeKindOf(b) === 'assumed-rank';
  return areAlikeTypes(typeOf(a), typeOf(b)) && (anyRank || rankOf(a) === rankOf(b));
}

function areAlikeTypes(a: Type, b: Type): boolean {
  if (a.base === 'class-star' || b.base === 'class-star') return true;
  const isDerived = (t: Type): boolean => t.base === 'derived' || t.base === 'class';
  if (isDerived(a) && isDerived(b))
    return (
      a.derived === b.derived ||
      (a.base === 'class' && descends(b.derived, a.derived)) ||
      (b.base === 'class' && descends(a.derived, b.derived))
    );
  return a.base === b.base && a.kind === b.kind;
}
