// Nesting of OpenMP regions (OpenMP 5.1, 2.23), as far as it is visible within a procedure: the regions around a call
// to the procedure are unknown.
import { refuse } from '../../source/diagnostics.ts';
import type { Directive } from '../../syntax/tree/openmp-directives.ts';
import type { Statement } from '../../syntax/tree/syntax-tree.ts';

/** A directive, with or without a region. */
export type Directed = Extract<Statement, { k: 'openmp' | 'directive' }>;

/** Directives that divide work among threads. SCOPE is missing because it does not divide work. */
const WORKSHARING = /(^| )(do|sections|single|workshare|loop)( |$)/;
const TASKS = /(^| )(task|taskloop)( |$)/;
const MASKED = /(^| )(master|masked)( |$)/;
const shown = ({ name }: Directive): string => name.toUpperCase();
const first = (d: Directive): string => d.name.split(' ')[0]!;
const has = (d: Directive, clause: string): boolean => d.clauses.some((c) => c.name === clause);

/**
 * A pair of directives: `inner` must not be nested in `outer` unless there is a region between them that starts
 * threads, such as PARALLEL.
 */
interface Rule {
  readonly inner: (d: Directive) => boolean;
  readonly outer: (d: Directive) => boolean;
}

const isOneOf = (pattern: RegExp) => (d: Directive) => pattern.test(d.name);
const beginsWithOne = (pattern: RegExp) => (d: Directive) => pattern.test(first(d));
const holdsThreads = (d: Directive): boolean => WORKSHARING.test(d.name) || TASKS.test(d.name);
const takesTurns = isOneOf(/^(critical|ordered|atomic)$/);

const RULES: readonly Rule[] = [
  {
    inner: beginsWithOne(/^(do|sections|single|workshare|scope)$/),
    outer: (d) => holdsThreads(d) || takesTurns(d) || MASKED.test(d.name),
  },
  { inner: isOneOf(/^barrier$/), outer: (d) => holdsThreads(d) || takesTurns(d) || MASKED.test(d.name) },
  { inner: beginsWithOne(/^(master|masked)$/), outer: (d) => holdsThreads(d) || d.name === 'atomic' },
  { inner: isOneOf(/^ordered$/), outer: (d) => TASKS.test(d.name) || takesTurns(d) },
];

/** Throws if a directive is not allowed inside the enclosing directives, the last of which is the innermost. */
export function checkNesting(s: Directed, around: readonly Directive[]): void {
  const refuseOuter = (outer: Directive, advice = ''): never =>
    refuse(s.at, `${shown(s.directive)} cannot be nested directly in ${shown(outer)}${advice}.`);
  const near = nearest(around);
  for (const { inner, outer } of RULES) {
    const found = inner(s.directive) ? near.find(outer) : undefined;
    if (found) refuseOuter(found, ': there must be a PARALLEL in between');
  }
  const parent = around.at(-1);
  if (parent && /(^| )simd$/.test(parent.name) && !isForSimd(s.directive)) refuseOuter(parent);
  if (parent && isOrderless(parent) && !isForLoop(s.directive)) refuseOuter(parent);
  if (first(s.directive) === 'teams' && parent && parent.name !== 'target') refuseOuter(parent);
  if (parent && /(^| )teams$/.test(parent.name) && !isForTeams(s.directive)) refuseOuter(parent);
  if (first(s.directive) === 'distribute' && parent && !/(^| )teams$/.test(parent.name)) refuseOuter(parent);
  checkCritical(s, around);
  checkOrdered(s, near);
  checkCancellation(s, parent);
}

// The enclosing regions, starting with the nearest one that starts threads and going inwards.
function nearest(around: readonly Directive[]): Directive[] {
  const start = around.findLastIndex((d) => /(^| )(parallel|teams|target)( |$)/.test(d.name));
  const found = around.slice(Math.max(start, 0));
  // The loops that a combined directive divides run on the threads that the same directive starts.
  return start >= 0 && found[0] ? [inner(found[0]), ...found.slice(1)] : found;
}

function inner(d: Directive): Directive {
  return { ...d, name: d.name.replace(/^.*(parallel|teams|target) ?/, '') };
}

const isOrderless = (d: Directive): boolean =>
  /(^| )loop$/.test(d.name) || d.clauses.some((c) => c.name === 'order');

function isForSimd(d: Directive): boolean {
  return (d.name === 'ordered' && has(d, 'simd')) || /^(simd|loop|atomic|tile|unroll)$/.test(d.name);
}

function isForLoop(d: Directive): boolean {
  return /^(parallel.*|simd|loop|atomic|assume)$/.test(d.name) || isForSimd(d);
}

function isForTeams(d: Directive): boolean {
  return /^(distribute|parallel|loop|atomic|assume)/.test(d.name);
}

// A thread that waits for itself would deadlock.
function checkCritical({ at, directive }: Directed, around: readonly Directive[]): void {
  if (directive.name !== 'critical') return;
  const nameOf = (d: Directive): string => d.clauses.find((c) => c.name === '')?.text ?? '';
  if (around.some((d) => d.name === 'critical' && nameOf(d) === nameOf(directive)))
    refuse(at, 'CRITICAL cannot be nested in a CRITICAL with the same name.');
}

function checkOrdered({ at, directive }: Directed, near: readonly Directive[]): void {
  if (directive.name !== 'ordered' || near.length === 0) return;
  const loop = near.findLast((d) => /(^| )(do|simd)( |$)/.test(d.name));
  if (!loop || has(directive, 'simd')) return;
  const clause =
    loop.clauses.find((c) => c.name === 'ordered') ??
    refuse(at, `ORDERED is inside ${shown(loop)}, which has no ORDERED clause.`);
  const waits = has(directive, 'depend') || has(directive, 'doacross');
  if (waits !== (clause.text !== undefined))
    refuse(
      at,
      waits
        ? 'The loop needs an ORDERED clause with a number of loops, as in ORDERED(1).'
        : "The loop's ORDERED clause has a number of loops: this ORDERED needs a DEPEND clause.",
    );
}

const CANCELLED: Readonly<Record<string, RegExp>> = {
  parallel: /(^| )parallel$/,
  do: /(^| )do$/,
  sections: /(^| )sections$/,
  taskgroup: /(^| )(task|taskloop)$/,
};

function checkCancellation({ at, directive }: Directed, parent: Directive | undefined): void {
  if (!directive.name.startsWith('cancel')) return;
  const kinds = directive.clauses.filter((c) => Object.hasOwn(CANCELLED, c.name));
  if (kinds.length !== 1)
    refuse(at, `${shown(directive)} must name the construct to cancel: PARALLEL, DO, SECTIONS or TASKGROUP.`);
  const [kind] = kinds;
  // A procedure called from a region may have created the task.
  const isOrphan = parent === undefined && kind!.name !== 'taskgroup';
  if (isOrphan || (parent && !CANCELLED[kind!.name]!.test(parent.name)))
    refuse(at, `${shown(directive)} must be nested directly in ${kind!.name.toUpperCase()}.`);
  const stays = parent?.clauses.find((c) => c.name === 'nowait' || c.name === 'ordered');
  if (stays && kind!.name !== 'parallel')
    refuse(at, `The cancelled region cannot have the clause ${stays.name.toUpperCase()}.`);
}
