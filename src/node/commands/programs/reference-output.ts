// A Reference task's output, formatted for people. The first run's number and its ValueID are replaced with the mean ±
// standard deviation over the runs and a small density plot, which are known only after all runs.

import { formatMean } from '../../../plot/distributions/shorten-ux.ts';
import { drawBars, formatNumber } from '../../../plot/distributions/text-density.ts';
import type { CollectedValue } from '../../../reference/values/collected-values.ts';
import { describeSamples } from '../../../reference/values/describe-samples.ts';

const NAMED_VALUE = /((?<![\w.+-])[\w.+-]*)<ValueID>(val_[0-9a-f]{32})<\/ValueID>/g;
const WIDTH = 16;

/** Delays output until the values are known. */
export function createReferenceWriter(write: (text: string) => void, mark?: (value: string) => string) {
  const decoder = new TextDecoder();
  let held = '';
  return {
    write(bytes: Uint8Array): void {
      held += decoder.decode(bytes, { stream: true });
    },
    end(values: readonly CollectedValue[]): void {
      write(resolveValues(held + decoder.decode(), values, mark));
      held = '';
    },
  };
}

/** The text with every value in it shown as mean ± standard deviation. */
export function resolveValues(
  text: string,
  values: readonly CollectedValue[],
  mark = (value: string) => value,
): string {
  const byId = new Map(values.map((value) => [value.valueId, value]));
  return text.replaceAll(NAMED_VALUE, (whole, decimal: string, id: string) => {
    const value = byId.get(id);
    return value ? describeValue(decimal, value.samples(), mark) : whole;
  });
}

function describeValue(decimal: string, samples: Float64Array, mark: (value: string) => string): string {
  const { mean, deviation, low, high, counts } = describeSamples(samples, WIDTH);
  if (!(high > low)) return decimal || formatNumber(mean, 7);
  return mark(
    `${formatMean(mean, decimal, deviation)} ± ${formatNumber(deviation, 3)} ${drawBars(counts)}`.trimEnd(),
  );
}
