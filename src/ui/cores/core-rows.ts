// Results of a program on several cores, one row per core. Also lists the values, and chooses the value that the table
// shows.
import type { Distribution } from '../../plot/distributions/distribution.ts';
import { equivalentRuns, formatRunCount } from '../../plot/distributions/equivalent-runs.ts';
import { formatPlusMinus } from '../../plot/distributions/format-value.ts';
import { distributionOfSamples } from '../../plot/distributions/sample-distribution.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import { wassersteinDistance } from '../../plot/distributions/wasserstein.ts';
import type { Core } from '../service/service-records.ts';
import { maybeDistribution, type ViewedValue } from '../value/viewed-value.ts';

/** A core, and the progress of its run. */
export interface CoreRow {
  readonly core: Pick<Core, 'CoreID' | 'Name'>;
  readonly phase: 'waiting' | 'running' | 'ended';
  readonly values: readonly ViewedValue[];
  /** Run time of the program alone, in milliseconds; undefined until it has run. */
  readonly tookMs?: number | undefined;
  /** Error that terminated the run, if any. */
  readonly problem?: string | undefined;
}

/** Runs of one program on several cores. */
export interface CoreRuns {
  readonly isBusy: boolean;
  readonly rows: readonly CoreRow[];
}

/** Names of all values printed on any core, in order. */
export function listNames(rows: readonly CoreRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ values }) => values.map(({ label }) => label)))];
}

/** Name of the first value with a spread, or of the first value if none has a spread. */
export function chooseName(rows: readonly CoreRow[]): string | undefined {
  const all = rows.flatMap(({ values }) => values);
  const spread = all.find((value) => maybeDistribution(value)?.isPlain === false);
  return (spread ?? all[0])?.label;
}

export interface ShownValue {
  /** Mean and standard deviation with their unit. */
  readonly text: string;
  readonly distribution: Distribution;
}

/** The value with this name; undefined if the core has printed no such value. */
export function findShown({ values }: CoreRow, name: string): ShownValue | undefined {
  const value = values.find(({ label }) => label === name);
  const distribution = value && maybeDistribution(value);
  if (!distribution) return undefined;
  const { mean, deviation } = distribution;
  const unit = value.unit ? ` ${value.unit}` : '';
  return { text: formatPlusMinus(mean, deviation) + unit, distribution };
}

/**
 * Describes how many plain runs a core's value is worth, and how much faster it is; `–` if there is no Reference row.
 */
export function describeWorth(row: CoreRow, rows: readonly CoreRow[], name: string): string {
  const valueIn = ({ values }: CoreRow) => values.find(({ label }) => label === name);
  const own = valueIn(row)?.value;
  const reference = rows.find((one) => (valueIn(one)?.samples?.length ?? 0) > 0);
  const samples = reference && valueIn(reference)?.samples;
  if (!own || !samples) return '–';
  const distribution = distributionOfUx(own);
  const truth = distributionOfSamples(samples);
  const distance = wassersteinDistance(distribution, truth);
  const worth = distribution.isPlain ? undefined : equivalentRuns(truth, distance, samples.length);
  if (!worth) return '–';
  const runs = `${formatRunCount(worth)} runs`;
  if (!reference.tookMs || !row.tookMs) return runs;
  const speedUp = (worth.count * reference.tookMs) / samples.length / row.tookMs;
  return `${runs}, ${worth.isMore ? '> ' : ''}${Number(speedUp.toPrecision(2))} times as fast`;
}
