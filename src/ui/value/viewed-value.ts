// Values shown by <haze-value-viewer>: printed by a program, or samples of a Reference value.
import type { Distribution } from '../../plot/distributions/distribution.ts';
import { distributionOfSamples } from '../../plot/distributions/sample-distribution.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import { formatUx, type UxValue } from '../../uncertainty/core/ux-text.ts';
import type { ValueFigures } from '../../uncertainty/core/value-figures.ts';
import { figuresOfDraws } from '../../uncertainty/figures/figures-of-draws.ts';

export interface ViewedValue {
  /** The label, for example the text before the number in the output. */
  readonly label: string;
  /** The value's data: Ux text or, if there is none, samples. */
  readonly value?: UxValue;
  readonly samples?: Float64Array;
  /** Unit, such as `m/s`. */
  readonly unit?: string;
  /** True if the value belongs to the previous run; it then follows its successor in the list. */
  readonly isBefore?: boolean;
}

/** A value prepared for the viewer. */
export interface ShownValue {
  readonly label: string;
  readonly unit: string;
  readonly distribution: Distribution;
  /** 1-based index of its colour. */
  readonly series: number;
  /** The Ux text, if the value has one. */
  readonly ux: string | undefined;
  readonly isBefore: boolean;
  /** Figures with their errors, if known. */
  readonly figures: ValueFigures | undefined;
}

/** Figures for printed values, keyed by the Ux text that `formatUx` writes. */
export type FiguresByText = ReadonlyMap<string, ValueFigures>;

const SERIES = 6;

/** A value's distribution; undefined if it has neither Ux text nor samples. */
export function maybeDistribution(one: {
  readonly value?: UxValue | undefined;
  readonly samples?: Float64Array | undefined;
}): Distribution | undefined {
  if (one.value) return distributionOfUx(one.value);
  return one.samples?.length ? distributionOfSamples(one.samples) : undefined;
}

/** Values that can be drawn. @param known figures for printed values */
export function prepareValues(
  values: readonly ViewedValue[],
  known: FiguresByText = new Map(),
): ShownValue[] {
  let colours = 0;
  return values.flatMap(({ label, value, samples, unit = '', isBefore = false }) => {
    const distribution = maybeDistribution({ value, samples });
    if (!distribution) return [];
    const ux = value && `${value.particle ?? ''}${formatUx(value)}`;
    if (!isBefore || colours === 0) colours += 1;
    const series = ((colours - 1) % SERIES) + 1;
    const figures = value ? known.get(formatUx(value)) : samples && figuresOfDraws(samples);
    return [{ label, unit, distribution, ux, isBefore, series, figures }];
  });
}

/** True if either end of any interval has an error. */
export function hasErrors(values: readonly ShownValue[]): boolean {
  return values.some(({ figures }) => figures && (figures.low.error > 0 || figures.high.error > 0));
}

/** Background of a small marker in the value's colour. */
export function markStyle({ series, isBefore }: Pick<ShownValue, 'series' | 'isBefore'>): string {
  const colour = `var(--series-${series})`;
  if (!isBefore) return `background: ${colour}`;
  return `background: repeating-linear-gradient(90deg, ${colour} 0 3px, transparent 3px 5px)`;
}

/** Unit shared by all values; '' if they differ. */
export function commonUnit(values: readonly ShownValue[]): string {
  const [first] = values;
  return first && values.every(({ unit }) => unit === first.unit) ? first.unit : '';
}
