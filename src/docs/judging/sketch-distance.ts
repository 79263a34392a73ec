// Distance between the shapes of two small densities drawn with characters (plot/distributions/text-density.ts). Each
// sketch becomes a histogram with mean 0 and standard deviation 1; the result is the Wasserstein distance of order 1
// between the two histograms, computed from their quantiles.

const BLOCKS = ' ▁▂▃▄▅▆▇█';
const LEVELS = 200;

/** Distance in standard deviations; NaN if either sketch is empty. */
export function sketchDistance(a: string, b: string): number {
  const [first, second] = [standardQuantiles(a), standardQuantiles(b)];
  if (!first || !second) return Number.NaN;
  return first.reduce((sum, x, i) => sum + Math.abs(x - second[i]!), 0) / LEVELS;
}

function standardQuantiles(sketch: string): number[] | undefined {
  const bars = Array.from(sketch, (block) => BLOCKS.indexOf(block));
  const total = bars.reduce((sum, height) => sum + height, 0);
  if (!(total > 0)) return undefined;
  const quantiles: number[] = [];
  let below = 0;
  let column = 0;
  for (let i = 0; i < LEVELS; i++) {
    const wanted = ((i + 0.5) / LEVELS) * total;
    while (below + bars[column]! < wanted) below += bars[column++]!;
    quantiles.push(column + (wanted - below) / bars[column]!);
  }
  const mean = quantiles.reduce((sum, x) => sum + x, 0) / LEVELS;
  const deviation = Math.sqrt(quantiles.reduce((sum, x) => sum + (x - mean) ** 2, 0) / LEVELS);
  return quantiles.map((x) => (x - mean) / deviation);
}
