// What <haze-value-viewer> shows: values printed by a program, or samples of a Reference value.
import type { Distribution } from '../../plot/distribution.ts';
import { distributionOfSamples } from '../../plot/sample-distribution.ts';
import { distributionOfUx } from '../../plot/ux-distribution.ts';
import { formatUx, type UxValue } from '../../uncertainty/ux-text.ts';

export interface ViewedValue {
  /** Such as what stands before the number in the output. */
  readonly label: string;
  /** Where it comes from: Ux text, or samples. One of the two. */
  readonly value?: UxValue;
  readonly samples?: Float64Array;
  /** Such as `m/s`. */
  readonly unit?: string;
}

/** A value as the viewer works with it. */
export interface ShownValue {
  readonly label: string;
  readonly unit: string;
  readonly distribution: Distribution;
  /** Index of its colour, from 1. */
  readonly series: number;
  /** Ux text, for a value that has one. */
  readonly ux: string | undefined;
}

const SERIES = 6;

/** Values with something to show. */
export function prepareValues(values: readonly ViewedValue[]): ShownValue[] {
  return values.flatMap(({ label, value, samples, unit = '' }, i) => {
    const distribution = value
      ? distributionOfUx(value)
      : samples?.length
        ? distributionOfSamples(samples)
        : undefined;
    if (!distribution) return [];
    const ux = value && `${value.particle ?? ''}${formatUx(value)}`;
    return [{ label, unit, distribution, ux, series: (i % SERIES) + 1 }];
  });
}

/** The unit of all, when they have the same one; '' otherwise. */
export function commonUnit(values: readonly ShownValue[]): string {
  const [first] = values;
  return first && values.every(({ unit }) => unit === first.unit) ? first.unit : '';
}
