// Cost of a series of thousands of values in the page. The values in the output, and their bands, are found only once;
// the plot is redrawn whenever the width or the axis changes.

import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { build, run as runOnCore } from '../../src/node/library.ts';
import { distributionOfUx } from '../../src/plot/distributions/ux-distribution.ts';
import { BAND_QUANTILES, type Band, drawSeries } from '../../src/plot/drawing/series.ts';
import { findSeries } from '../../src/plot/printed/series.ts';
import { pageTheme } from '../../src/ui/value/page-theme.ts';
import { moduleOf } from '../harness.ts';

const VALUES = 5000;
const ROUNDS = 9;
/** Duration of one frame of a smoothly updating page. */
const GOAL_MS = 16;

const PROGRAM = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double speed = UxHwDoubleGaussDist(10, 0.5), height = UxHwDoubleUniformDist(1, 2);
  for (int i = 0; i < ${VALUES}; i++) printf("t = %lf: x = %lf\\n", 0.001 * i, height + 0.001 * i * speed);
}
`;

/** Median CPU times. */
export async function run(): Promise<Measurement[]> {
  const built = await moduleOf(build(PROGRAM, {}));
  const { stdout } = await runOnCore(built, { core: 'C0-S' });
  const found = () => {
    const series = findSeries(stdout).find(({ values }) => values.length === VALUES);
    if (!series) throw new Error('The series was not found.');
    return series;
  };
  const bandsOf = ({ values }: ReturnType<typeof found>) =>
    values.map((value) => {
      const distribution = distributionOfUx(value);
      return BAND_QUANTILES.map((p) => distribution.quantile(p)) as unknown as Band;
    });
  const series = found();
  const points = bandsOf(series).map((band, x) => ({ x, band }));
  const options = { width: 900, height: 380, fontSize: 13, theme: pageTheme, colour: 'teal' };
  const draw = () =>
    drawSeries(points, { ...options, xLabel: 't', yLabel: 'x', description: 'a series' }).svg;
  return [
    measurement(`${VALUES} values found in the output`, measure(found), 'ms'),
    measurement(
      'their bands',
      measure(() => bandsOf(series)),
      'ms',
    ),
    measurement('their picture', measure(draw), 'ms', GOAL_MS),
  ];
}

function measure(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return median(times);
}
