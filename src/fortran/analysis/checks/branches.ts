// Checks that no branch enters or leaves a DO CONCURRENT construct or an OpenMP region: control must enter at the
// beginning and leave at the end.
import { refuse } from '../../source/diagnostics.ts';
import type { Statement } from '../../syntax/tree/syntax-tree.ts';
import { walkStatements } from '../../syntax/tree/walk-statements.ts';

/**
 * Throws if a branch leaves a body, or if a branch from elsewhere in `all` leads to a label in the body.
 *
 * @param name name of the construct or region, for messages
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
