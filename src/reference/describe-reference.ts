// Says in one line how a Reference task went: how many runs there were, and what was not the same in all of them.
import type { RunEnd } from '../runtime/run-outcome.ts';
import type { FailedRun } from './reference-messages.ts';
import { MAX_PLACES } from './value-recorder.ts';

/** Ways of failing that are told apart. */
const MAX_REASONS = 3;

/** What is known of the runs of a task. */
export interface ReferenceFigures {
  /** Runs that came to an end, whatever that was. */
  readonly runs: number;
  readonly wantedRuns: number;
  /** The limit, when it was reached. */
  readonly timeLimitSeconds: number | undefined;
  /** Runs that printed or traced in another sequence than the first. */
  readonly otherPaths: number;
  readonly printedValues: number;
  /** Printed values that some run did not print. */
  readonly partialValues: number;
  /** In their order. */
  readonly failed: readonly FailedRun[];
  /** Runs that were given up, in their order. */
  readonly stuck: readonly number[];
  readonly stuckAfterSeconds: number;
  /** Whether there was no room for more values. */
  readonly isFull: boolean;
  /** Values that were not kept because there were too many in one run. */
  readonly droppedValues: number;
}

/** One line. Runs are counted from 1 in it. */
export function describeReference(end: RunEnd, figures: ReferenceFigures): string {
  const first = end.kind === 'exited' ? `exit status ${end.exitStatus}` : end.message;
  if (figures.runs === 0) return first;
  return [
    first,
    describeCount(figures),
    ...describePaths(figures),
    ...describeFailures(figures),
    ...describeStuck(figures),
    ...describeDropped(figures),
  ].join('; ');
}

function describeCount({ runs, wantedRuns, timeLimitSeconds, isFull }: ReferenceFigures): string {
  if (isFull && runs < wantedRuns)
    return `${runs} of ${wantedRuns} runs, and then there was no room for more values`;
  if (timeLimitSeconds === undefined) return countOf(runs, 'run');
  return `${runs} of ${wantedRuns} runs, and then the time limit of ${timeLimitSeconds} s was reached`;
}

function describePaths({ runs, otherPaths, printedValues, partialValues }: ReferenceFigures): string[] {
  if (otherPaths === 0) return [];
  const paths = `${countOf(otherPaths, 'run')} took another path than the first`;
  if (partialValues === 0 || runs < 2) return [paths];
  const were = partialValues === 1 ? 'was' : 'were';
  return [
    paths,
    `${partialValues} of ${countOf(printedValues, 'printed value')} ${were} not printed in every run`,
  ];
}

function describeFailures({ failed }: ReferenceFigures): string[] {
  const reasons = new Map<string, number[]>();
  for (const { run, end } of failed) {
    const reason =
      end.kind === 'exited' ? `exited with status ${end.exitStatus}` : `stopped (${end.message})`;
    const runs = reasons.get(reason);
    if (runs) runs.push(run);
    else reasons.set(reason, [run]);
  }
  const all = [...reasons].map(
    ([reason, runs]) => `${countOf(runs.length, 'run')} ${reason}, ${nameRuns(runs)}`,
  );
  if (all.length <= MAX_REASONS) return all;
  const others = [...reasons.values()].slice(MAX_REASONS).reduce((sum, runs) => sum + runs.length, 0);
  return [...all.slice(0, MAX_REASONS), `${countOf(others, 'run')} failed in yet other ways`];
}

function describeStuck({ stuck, stuckAfterSeconds }: ReferenceFigures): string[] {
  if (stuck.length === 0) return [];
  return [
    `${countOf(stuck.length, 'run')} left out that did not end within ${stuckAfterSeconds} s, ${nameRuns(stuck)}`,
  ];
}

function describeDropped({ droppedValues }: ReferenceFigures): string[] {
  if (droppedValues === 0) return [];
  return [`of the values of a task only the first ${MAX_PLACES} are kept, and there were more`];
}

function nameRuns(runs: readonly number[]): string {
  return runs.length === 1 ? `run ${runs[0]! + 1}` : `the first of them run ${runs[0]! + 1}`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
