// Compares a program's values on a core with its values on the Reference core: the distances between them, and both run
// times.
import { equivalentRuns, type RunCount } from '../../plot/distributions/equivalent-runs.ts';
import { distributionOfSamples } from '../../plot/distributions/sample-distribution.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import { wassersteinDistance } from '../../plot/distributions/wasserstein.ts';
import type { ViewedValue } from '../value/viewed-value.ts';

export interface ComparedValue {
  readonly label: string;
  readonly unit: string;
  /** The values on the core and on the Reference core, shown together. */
  readonly pair: readonly [ViewedValue, ViewedValue];
  /**
   * True if the core printed a number without a distribution. A probability, for example, has no spread to compare.
   */
  readonly isPlain: boolean;
  /**
   * True for a plain number that each run computes from its own draw, such as a quantile. The Reference runs then
   * provide no comparable value.
   */
  readonly isAnswer: boolean;
  readonly mean: number;
  readonly deviation: number;
  readonly referenceMean: number;
  readonly referenceDeviation: number;
  /** Wasserstein distance of order 1, in the value's own unit. */
  readonly distance: number;
  /** Number of plain runs that achieve the same accuracy; undefined if there is no distance. */
  readonly worth?: RunCount;
}

export interface Comparison {
  readonly coreName: string;
  readonly values: readonly ComparedValue[];
  /** Number of values that only one of the two runs printed, or that exceed the limit. */
  readonly unmatchedCount: number;
  /** Execution time in milliseconds. */
  readonly coreMs: number;
  readonly referenceMs: number;
}

/** Compares a value with its samples; undefined if the value has no distribution. */
export function maybeCompareValue(
  value: ViewedValue,
  samples: Float64Array,
  coreName: string,
): ComparedValue | undefined {
  if (!value.value || samples.length === 0) return undefined;
  const { label, unit = '' } = value;
  const own = distributionOfUx(value.value);
  const real = distributionOfSamples(samples);
  const distance = wassersteinDistance(own, real);
  const worth = own.isPlain ? undefined : equivalentRuns(real, distance, samples.length);
  return {
    label,
    unit,
    pair: [
      { ...value, label: `${label}, ${coreName}` },
      { label: `${label}, Reference`, unit, samples },
    ],
    isPlain: own.isPlain,
    isAnswer: own.isPlain && real.deviation > 0 && samples.some((x) => x !== 0 && x !== 1),
    mean: own.mean,
    deviation: own.deviation,
    referenceMean: real.mean,
    referenceDeviation: real.deviation,
    distance,
    ...(worth && { worth }),
  };
}
