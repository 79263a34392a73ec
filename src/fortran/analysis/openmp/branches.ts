// Control enters a region of OpenMP at its beginning and leaves it at its end: no branch goes into it or out of it.
import { FortranError } from '../../source/diagnostics.ts';
import type { Statement } from '../../syntax/tree/syntax-tree.ts';
import { walkStatements } from '../../syntax/tree/walk-statements.ts';
import type { Directed } from './nesting.ts';

/** Throws for a branch out of a region, or for one to a label in it from elsewhere in `all`. */
export function checkBranches(s: Directed, all: readonly Statement[]): void {
  if (s.k !== 'openmp') return;
  const inside = new Set<Statement>();
  walkStatements(s.body, (one) => inside.add(one));
  const labels = new Set([...inside].flatMap((one) => (one.label === undefined ? [] : [one.label])));
  const name = s.directive.name.toUpperCase();
  walkStatements(all, (one) => {
    const isInside = inside.has(one);
    if (one.k === 'return' && isInside)
      throw new FortranError(one.at, `RETURN cannot leave the region of ${name}.`);
    const crossing = targetsOf(one).find((label) => labels.has(label) !== isInside);
    if (crossing !== undefined)
      throw new FortranError(
        one.at,
        `A branch to ${crossing} cannot ${isInside ? 'leave' : 'enter'} the region of ${name}.`,
      );
  });
}

function targetsOf(s: Statement): readonly number[] {
  if (s.k === 'goto') return [s.to];
  if (s.k === 'computed-goto' || s.k === 'arithmetic-if') return s.labels;
  return [];
}
