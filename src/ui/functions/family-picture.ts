// Small plot of a family: its density for the first example in its row, drawn like a printed value (src/plot).
import { distributionOfSamples } from '../../plot/distributions/sample-distribution.ts';
import { sparkPath } from '../../plot/drawing/spark-path.ts';
import type { DistributionFamily, ParametricKind } from '../../uxhw/families.ts';
import { FAMILY_DENSITIES, PAGE_MATHEMATICS } from './family-densities.ts';

const CELLS = 4000;
const SAMPLES = 2000;
/** Extent of the plot on either side of the mean, in standard deviations. */
const REACH = 3.5;

/** A cell of a density: its position and its probability. */
interface Cell {
  readonly x: number;
  readonly mass: number;
}

/** Lists the cells of a family's density around its mean, in ascending order. */
export function listCells(
  family: DistributionFamily,
  example: readonly number[],
  reach: number,
  count: number,
): Cell[] {
  const parameters = [example[0] ?? 0, example[1] ?? 0, example[2] ?? 0] as const;
  const plan = family.plan(parameters, PAGE_MATHEMATICS);
  const mean = 'plain' in plan ? plan.plain : plan.mean;
  const deviation = Math.sqrt(family.variance(parameters, PAGE_MATHEMATICS));
  const density = FAMILY_DENSITIES[family.kind as ParametricKind](example);
  const step = (2 * reach * deviation) / count;
  return Array.from({ length: count }, (_, i) => {
    const x = mean - reach * deviation + (i + 0.5) * step;
    return { x, mass: density(x) * step };
  });
}

/** Outline of a family's density within a box. */
export function drawFamily(family: DistributionFamily, width: number, height: number): string {
  const cells = listCells(family, family.examples[0]!, REACH, CELLS);
  const total = cells.reduce((sum, { mass }) => sum + mass, 0);
  const samples = new Float64Array(SAMPLES);
  let below = 0;
  let at = 0;
  for (const { x, mass } of cells) {
    below += mass / total;
    while (at < SAMPLES && (at + 0.5) / SAMPLES <= below) samples[at++] = x;
  }
  samples.fill(cells.at(-1)!.x, at);
  const seen = cells.filter(({ mass }) => mass > 0);
  return sparkPath(distributionOfSamples(samples), width, height, [seen[0]!.x, seen.at(-1)!.x]);
}
