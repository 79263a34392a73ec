// Estimates the error of a standard deviation that comes from lanes alone, from the lanes themselves. Blocks of lanes
// are independent of each other, so the spread of a moment over blocks is its error.

import type { CoreSpec } from './core-spec.ts';

/** Errors up to this many per cent are not worth a line. */
const WORTH_TELLING = 3;
/** Factor on the estimated spread within which an error lies nine times in ten: Student's t of three degrees. */
const NINE_IN_TEN = 2.35;
/**
 * Share of the error of independent draws that is added for heavy tails, which no block shows when no lane has met
 * them.
 */
const UNSEEN = 0.25;

/** Spreads of the deviation over blocks, and as independent draws would have it, relative to the deviation. */
function measureSpreads(lanes: Float64Array, blocks: number): { seen: number; independent: number } {
  const n = lanes.length;
  let total = 0;
  for (let i = 0; i < n; i++) total += lanes[i]!;
  const mean = total / n;
  const length = n / blocks;
  const deviations: number[] = [];
  let [second, fourth] = [0, 0];
  for (let block = 0; block < blocks; block++) {
    let [sum, squares] = [0, 0];
    for (let i = block * length; i < (block + 1) * length; i++) {
      const d = lanes[i]! - mean;
      sum += d / length;
      squares += (d * d) / length;
      fourth += (d * d * d * d) / n;
    }
    second += squares / blocks;
    deviations.push(Math.sqrt(Math.max(0, squares - sum * sum)));
  }
  const deviation = Math.sqrt(second);
  const middle = deviations.reduce((sum, one) => sum + one, 0) / blocks;
  const squared = deviations.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (blocks - 1);
  const kurtosis = fourth / (second * second);
  return {
    seen: Math.sqrt(squared / blocks) / deviation,
    independent: Math.sqrt(Math.max(0, kurtosis - 1) / (4 * n)),
  };
}

/** Per cent within which the deviation is nine times in ten; undefined where that is nothing to speak of. */
export function findAccuracy(lanes: Float64Array, blocks: number): number | undefined {
  const { seen, independent } = measureSpreads(lanes, blocks);
  const percent = 100 * NINE_IN_TEN * Math.hypot(seen, UNSEEN * independent);
  return percent > WORTH_TELLING ? percent : undefined;
}

/** Line about the loss of spread on a core that reduces each result to its deltas. */
export function describeLoss(spec: CoreSpec, particle: number, percent: number): string {
  const shown = percent < 10 ? percent.toFixed(1) : percent.toFixed(0);
  return (
    `the standard deviation of the value near ${Number(particle.toPrecision(7))} is ${shown} % too small: ` +
    `${spec.Name} reduces each result to ${spec.Precision} points, and loses some of the spread; C0-S+ and C0-Joint keep it.`
  );
}

/** The line for the user. */
export function describeAccuracy(spec: CoreSpec, lanes: number, particle: number, percent: number): string {
  const shown = percent < 10 ? percent.toFixed(1) : percent.toFixed(0);
  const better =
    spec.Name === 'C0-XS+' || spec.Name === 'C0-S+'
      ? 'C0-L+ halves that'
      : spec.Name === 'C0-M+'
        ? 'C0-XL+ halves that'
        : `a core with a LaneCount of ${Math.min(65_536, 4 * lanes)} halves that`;
  return (
    `the standard deviation of the value near ${Number(particle.toPrecision(7))} is known to ±${shown} % only: ` +
    `it combines inputs that it shares in ways that ${lanes} aligned samples stand for; ${better}.`
  );
}
