// Screen-reader announcements for a run: its start, its completion, and its first values.
import { describeDistribution } from '../../plot/distributions/describe-distribution.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import type { ViewedValue } from '../value/viewed-value.ts';
import { describePhase } from './describe-run.ts';
import type { RunState } from './run-state.ts';

const MOST_VALUES = 3;

/** Announces the completion of a run. */
export function announceRun(state: RunState, values: readonly ViewedValue[]): string {
  const problems = state.diagnostics.filter(({ severity }) => severity === 'error' || severity === 'fatal');
  const [first] = problems;
  const phase = describePhase(state, undefined);
  const end = phase.endsWith('.') ? phase : `${phase}.`;
  if (first) {
    const place = first.line === undefined ? '' : ` in line ${first.line}`;
    return `${end} ${problems.length === 1 ? 'One error' : `${problems.length} errors`}${place}: ${first.message}`;
  }
  const shown = values
    .slice(0, MOST_VALUES)
    .flatMap(({ label, value }) => (value ? [describeDistribution(distributionOfUx(value), label)] : []));
  const more = values.length > shown.length ? `${values.length - shown.length} more values.` : '';
  return [end, ...shown, more].filter((part) => part !== '').join(' ');
}
