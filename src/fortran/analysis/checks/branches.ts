// Control enters a DO CONCURRENT construct or an OpenMP region at its beginning and leaves it at its end: no branch
// goes into it or out of it.
import { refuse } from '../../source/diagnostics.ts';
import type { Statement } from '../../syntax/tree/syntax-tree.ts';
import { walkStatements } from '../../syntax/tree/walk-statements.ts';

/**
 * Throws for a branch out of a body, or for a branch to a label in it from elsewhere in `all`.
 *
 * @param name the construct or region in messages
 */
export function checkBranches(name: string, body: readonly Statement[], all: readonly Statement[]): void {
  const inside = new Set<Statement>();
  walkStatements(body, (one) => inside.add(one));
  const labels = new Set([...inside].flatMap((one) => (one.label === undefined ? [] : [one.label])));
  walkStatements(all, (one) => {
    const isInside = inside.has(one);
    if (one.k === 'return' && isInside) refuse(one.at, `RETURN cannot leave ${name}.`);
    const crossing = targetsOf(one).find((label) => labels.has(label) !== isInside);
    if (crossing !== undefined)
      refuse(one.at, `A branch to ${crossing} cannot ${isInside ? 'leave' : 'enter'} ${name}.`);
  });
}

function targetsOf(s: Statement): readonly number[] {
  if (s.k === 'goto') return [s.to];
  if (s.k === 'computed-goto' || s.k === 'arithmetic-if') return s.labels;
  return [];
}
