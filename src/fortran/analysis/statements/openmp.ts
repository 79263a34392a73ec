// OpenMP regions: private variables, which are saved and restored because there is only one thread.

import { isAllocatable, isPointer } from '../../program/symbols/designator.ts';
import { lookup } from '../../program/symbols/names.ts';
import { needsCopy } from '../../program/symbols/needs-copy.ts';
import type { Scope, Typed } from '../../program/symbols/semantics.ts';
import type { TypedOf, TypedSum } from '../../program/walking/typed-statements.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';
import { hasOwnData } from '../../syntax/parsing/openmp-data.ts';
import type { OpenMpData, Statement } from '../../syntax/tree/syntax-tree.ts';
import { someReference, walkStatements } from '../../syntax/tree/walk-statements.ts';
import { analyse, analyseName } from '../expressions/expression.ts';
import { makeBinary } from '../expressions/operator.ts';
import { checkDirective } from '../openmp/openmp.ts';
import { makeAssignment } from './assignment.ts';
import type { Of, Place } from './statement-place.ts';

export function analyseOpenMp(place: Place, s: Of<'openmp'>): TypedOf<'openmp'> {
  const { scope } = place;
  checkDirective(scope, s);
  const own = hasOwnData(s.data) ? analyseOwn(scope, s) : undefined;
  return { k: 'openmp', at: s.at, own, body: place.analyseBody(place, s.body) };
}

function analyseOwn(scope: Scope, { data, body, at }: Of<'openmp'>): TypedOf<'openmp'>['own'] {
  const privates = privatesOf(data, body);
  const names = [...privates, ...implicitOf(scope, data, body, privates)];
  const kept = names.map((name) => analysePrivate(scope, name, at));
  const sums = data.sums.flatMap(({ name, operator }) => analyseSum(scope, name, operator, at));
  return { kept, sums };
}

function privatesOf(data: OpenMpData, body: readonly Statement[]): Set<string> {
  const names = new Set(data.privates);
  const add = (name: string | undefined): void => {
    if (name !== undefined && !data.named.has(name)) names.add(name);
  };
  add(data.loop);
  if (data.ownLoops) walkStatements(body, (s) => s.k === 'do' && add(s.loop?.variable));
  return names;
}

// Variables that are used in the region but not listed in a clause.
function implicitOf(
  scope: Scope,
  data: OpenMpData,
  body: readonly Statement[],
  own: ReadonlySet<string>,
): string[] {
  if (data.implicit === undefined) return [];
  const names = new Set<string>();
  someReference(body, ({ parts }) => {
    names.add(parts[0]!.name);
    return false;
  });
  const whole = data.implicit === 'all';
  return [...names].filter((name) => {
    if (data.named.has(name) || own.has(name) || lookup(scope, name)?.k !== 'variable') return false;
    const value = analyseName(scope, name, 0);
    return whole || (value.rank === 0 && !isAllocatable(value) && !isPointer(value));
  });
}

function analysePrivate(scope: Scope, name: string, at: Position): Typed {
  const value = analyseName(scope, name, at);
  const { base, derived } = value.type;
  const isOwner = base === 'derived' && derived !== undefined && !derived.opaque && needsCopy(derived);
  const isPolymorphic = base === 'class' || base === 'class-star';
  if (!isPointer(value) && (isAllocatable(value) || isPolymorphic || isOwner))
    refuse(
      at,
      `"${name}" cannot be private to this region: it is allocatable, polymorphic or has allocatable components.`,
    );
  return value;
}

function analyseSum(scope: Scope, name: string, operator: string, at: Position): TypedSum[] {
  const target = analyseName(scope, name, at);
  if (target.type.derived || isAllocatable(target) || isPointer(target)) return [];
  const unsigned = target.type.base === 'unsigned';
  const neutral = analyse(scope, { k: 'int', at, text: operator === '*' ? '1' : '0', unsigned });
  const start = makeAssignment(scope, target, neutral, at);
  const end = makeAssignment(scope, target, makeBinary(scope, operator, target, target, at), at);
  return start.k === 'assignment' && end.k === 'assignment' && end.value.k === 'binary'
    ? [{ start, end: { ...end, value: end.value } }]
    : [];
}
