// Summarises a Reference task in one line: the number of runs and the differences between them.
import { countOf } from '../../errors/count-of.ts';
import type { RunEnd } from '../../runtime/running/run-outcome.ts';
import { MAX_PLACES } from '../values/value-recorder.ts';
import type { RunFailure, RunTally } from './run-failures.ts';

/** Maximum number of distinct failures named in the line. */
const MAX_REASONS = 3;

/** Statistics about a task's runs. */
export interface ReferenceFigures {
  /** Number of runs that ended, for whatever reason. */
  readonly runs: number;
  readonly wantedRuns: number;
  /** The time limit, if the task reached it. */
  readonly timeLimitSeconds: number | undefined;
  /** Number of runs whose sequence of printed and traced values differs from that of the first run. */
  readonly otherPaths: number;
  readonly printedValues: number;
  /** Number of printed values that at least one run did not print. */
  readonly partialValues: number;
  /** Number of runs that did not exit with status 0. */
  readonly failed: number;
  /** Distinct outcomes of the failed runs, in order of first occurrence. */
  readonly failures: readonly RunFailure[];
  /** Runs that the task abandoned. */
  readonly stuck: RunTally;
  readonly stuckAfterSeconds: number;
  /** Step between the runs whose values are stored; 1 if all values fit. */
  readonly keptEach: number;
  /** Number of values dropped because one run had too many. */
  readonly droppedValues: number;
}

/** Returns the line, in which run numbers are 1-based. */
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
    ...describeKept(figures),
  ].join('; ');
}

function describeCount({ runs, wantedRuns, timeLimitSeconds }: ReferenceFigures): string {
  if (timeLimitSeconds === undefined) return countOf(runs, 'run');
  return `${runs} of ${wantedRuns} runs finished within the time limit of ${timeLimitSeconds} s`;
}

function describePaths({ runs, otherPaths, printedValues, partialValues }: ReferenceFigures): string[] {
  if (otherPaths === 0) return [];
  const paths = `${countOf(otherPaths, 'run')} took a different path from the first`;
  if (partialValues === 0 || runs < 2) return [paths];
  const were = partialValues === 1 ? 'was' : 'were';
  return [
    paths,
    `${partialValues} of ${countOf(printedValues, 'printed value')} ${were} not printed in every run`,
  ];
}

function describeFailures({ failed, failures }: ReferenceFigures): string[] {
  const told = failures.length <= MAX_REASONS ? failures : failures.slice(0, MAX_REASONS);
  const all = told.map((each) => `${countOf(each.count, 'run')} ${each.reason}, ${nameRuns(each)}`);
  const others = failed - told.reduce((sum, { count }) => sum + count, 0);
  return others === 0 ? all : [...all, `${countOf(others, 'run')} failed in other ways`];
}

function describeStuck({ stuck, stuckAfterSeconds }: ReferenceFigures): string[] {
  if (stuck.count === 0) return [];
  return [
    `${countOf(stuck.count, 'run')} omitted because they did not end within ${stuckAfterSeconds} s, ${nameRuns(stuck)}`,
  ];
}

function describeDropped({ droppedValues }: ReferenceFigures): string[] {
  if (droppedValues === 0) return [];
  return [`a task keeps only its first ${MAX_PLACES} values, so later values were omitted`];
}

function describeKept({ keptEach }: ReferenceFigures): string[] {
  if (keptEach === 1) return [];
  return [`samples are kept from one run in ${keptEach}, because there is not enough memory for all runs`];
}

function nameRuns({ count, first }: RunTally): string {
  return count === 1 ? `run ${first + 1}` : `starting with run ${first + 1}`;
}
