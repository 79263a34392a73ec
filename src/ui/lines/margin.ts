// Values at the ends of lines: all their code is lazy-loaded together on first use.
import type { LabAnswer } from '../../client/program/program-lab.ts';

export { makeLineValue } from './line-value-node.ts';
export { showLines } from './shown-lines.ts';

/** Describes a run's line values in one sentence for the user. */
export function describeLines({ lines, coreName, isOtherCore }: Extract<LabAnswer, { kind: 'ran' }>): string {
  const count = lines?.lines.length ?? 0;
  if (count === 0) return 'No line of this run produced an uncertain value.';
  const where = isOtherCore ? `, computed on ${coreName}` : '';
  const leftOut = lines?.leftOut ?? 0;
  const rest = leftOut === 0 ? '' : ` The values of ${leftOut} more operations did not fit.`;
  return `${count === 1 ? 'One line shows its value' : `${count} lines show their values`} at the end of the line${where}.${rest}`;
}
