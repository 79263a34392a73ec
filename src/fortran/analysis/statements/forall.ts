// WHERE and FORALL: assignments for the elements or indices that a mask selects.

import type { MaybeTyped, Scope, Typed } from '../../program/symbols/semantics.ts';
import type {
  TypedAssignment,
  TypedOf,
  TypedStatement,
  WhereBranch,
} from '../../program/walking/typed-statements.ts';
import { refuse } from '../../source/diagnostics.ts';
import type { Expression, Statement } from '../../syntax/tree/syntax-tree.ts';
import { checkLoopHeader, checkMask } from '../checks/loops.ts';
import { checkTyped } from '../checks/typed.ts';
import { analyse } from '../expressions/expression.ts';
import { analyseAssignment, analysePointerAssignment, checkShapes, makeAssignment } from './assignment.ts';
import { analyseIndexLoops, childScope } from './construct.ts';
import { inside, type Of, type Place } from './statement-place.ts';

/** @param outer mask of the surrounding WHERE, which also applies here */
export function analyseWhere({ scope }: { scope: Scope }, s: Of<'where'>, outer?: Typed): TypedOf<'where'> {
  let last = outer;
  const branches = s.branches.map((branch): WhereBranch => {
    const mask = branch.mask && analyse(scope, branch.mask);
    if (mask && (mask.type.base !== 'logical' || mask.rank === 0))
      refuse(branch.at, 'The mask of WHERE must be a logical array.');
    if (mask && outer) checkShapes(outer, mask, branch.at);
    const chosen = mask ?? last;
    last = chosen;
    if (!chosen) refuse(branch.at, 'WHERE needs a mask.');
    const body = branch.body.map((inner) => checked(scope, analyseMasked(scope, inner, chosen)));
    return { at: branch.at, mask, body };
  });
  return { k: 'where', at: s.at, branches };
}

/** Returns the statement if all its values are in allowed positions. */
function checked<S extends TypedStatement>(scope: Scope, s: S): S {
  checkTyped(scope, s);
  return s;
}

function analyseMasked(scope: Scope, s: Statement, mask: Typed): TypedAssignment | TypedOf<'where'> {
  if (s.k === 'where') return analyseWhere({ scope }, s, mask);
  if (s.k !== 'assignment') refuse(s.at, 'WHERE can contain only assignments.');
  const target = analyse(scope, s.target);
  if (target.rank !== mask.rank)
    refuse(
      s.target.at,
      `The array assigned in WHERE must have the same rank as the mask: ${mask.rank}, not ${target.rank}.`,
    );
  checkShapes(mask, target, s.target.at);
  const assignment = makeAssignment(scope, target, analyse(scope, s.value), s.at);
  if (assignment.k === 'defined-assignment' && !assignment.call.target.procedure.elemental)
    refuse(s.at, 'An assignment in WHERE that the program defines must be ELEMENTAL.');
  if (assignment.k === 'assignment' && target.type.base === 'class-star')
    refuse(s.at, 'WHERE cannot assign to elements of CLASS(*).');
  return assignment;
}

/** @param head the statement's own indices, if `s` also includes the indices of the enclosing FORALL */
export function analyseForall(place: Place, s: Of<'forall'>, head = s.loops): TypedOf<'forall'> {
  checkLoopHeader(head);
  const scope = childScope(place.scope, 'construct');
  scope.purity = 'FORALL';
  const loops = analyseIndexLoops(place.scope, scope, s.loops);
  const mask: MaybeTyped = s.mask && analyse(scope, s.mask);
  if (mask) checkMask(mask);
  const body = s.body.map((inner) =>
    checked(scope, analyseInner(place, inside(place, undefined, scope), s, inner)),
  );
  return { k: 'forall', at: s.at, scope, loops, mask, body };
}

function analyseInner(outer: Place, place: Place, s: Of<'forall'>, inner: Statement): TypedStatement {
  if (inner.k === 'assignment') return analyseAssignment(place, inner);
  if (inner.k === 'pointer-assignment') return analysePointerAssignment(place, inner);
  if (inner.k === 'where') return analyseWhere(place, inner);
  if (inner.k === 'forall') return analyseForall(outer, merged(s, inner), inner.loops);
  refuse(inner.at, 'FORALL can contain only assignments, WHERE and FORALL.');
}

// A nested FORALL ranges over the indices of both statements.
function merged(outer: Of<'forall'>, inner: Of<'forall'>): Of<'forall'> {
  const [left, right] = [outer.mask, inner.mask];
  const mask: Expression | undefined =
    left && right ? { k: 'binary', at: inner.at, op: '.and.', left, right } : (left ?? right);
  return { ...inner, loops: [...outer.loops, ...inner.loops], mask };
}
