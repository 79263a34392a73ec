import { expect, test } from 'vitest';
import { describeDistribution } from '../distributions/describe-distribution.ts';
import { distributionOfSamples } from '../distributions/sample-distribution.ts';
import { pictureColours, pictureTheme } from './picture-theme.ts';
import { drawPlot } from './plot.ts';
import type { PlotOptions } from './plot-parts.ts';
import { sparkPath } from './spark-path.ts';

const options: PlotOptions = {
  width: 1200,
  height: 800,
  fontSize: 22,
  kind: 'density',
  theme: pictureTheme,
  description: 'x',
};

function draw(samples: readonly number[], more: Partial<PlotOptions> = {}, label = '') {
  const distribution = distributionOfSamples(Float64Array.from(samples));
  return drawPlot([{ distribution, label, colour: pictureColours[0]! }], { ...options, ...more });
}

/** Number formats that break renderers. */
const BROKEN = /NaN|Infinity|undefined|e[+-]\d/;
const EVEN = Array.from({ length: 1000 }, (_, i) => i / 1000);

test.each([
  ['a density', EVEN],
  ['one number', [2.5]],
  ['zero', [0]],
  ['two outcomes', [0, 1]],
  ['no finite number', [Infinity, Number.NaN]],
  ['the largest numbers', [-1.7e308, 1.7e308, 0]],
  ['the smallest numbers', [5e-324, 0]],
  ['two adjacent numbers', [1, 1 + Number.EPSILON]],
])('%s is drawn without NaN, infinities or exponents', (_, samples) => {
  for (const kind of ['density', 'cumulative'] as const) {
    const { svg, frame } = draw(samples, { kind });
    expect(svg.replace(/<title>.*?<\/title>|<text.*?<\/text>/g, '')).not.toMatch(BROKEN);
    expect(frame.left).toBeLessThan(frame.right);
  }
});

test('the given axis limits are used, even if only one is given', () => {
  expect(draw(EVEN, { xLimits: [-1, 3], yLimits: [0, 5] })).toMatchObject({
    xLimits: [-1, 3],
    yLimits: [0, 5],
  });
  const { xLimits } = draw(EVEN, { xLimits: [0.5, undefined] });
  expect(xLimits[0]).toBe(0.5);
  expect(xLimits[1]).toBeGreaterThan(0.99);
  expect(draw(EVEN, { xLimits: [7, undefined] }).xLimits).toEqual([7, 14]);
});

test('text cannot become markup', () => {
  const { svg } = draw(EVEN, { xLabel: '<script>&"\u0000', description: '</title><x>' }, '<b>');
  expect(svg).not.toContain('<script');
  expect(svg).not.toContain('<x>');
  expect(svg).not.toContain('<b>');
  expect(svg).toContain('&lt;script&gt;&amp;&quot;</text>');
});

test('the area under the density is its probability', () => {
  const { svg, frame, xLimits, yLimits } = draw(EVEN);
  const outline = /<path d="(M[^"]*)" fill="none" stroke="#0b6bb0"/.exec(svg)![1]!;
  let [x, y, area] = [0, 0, 0];
  for (const [, letter, first, second] of outline.matchAll(/([MVH])([\d.]+)(?:,([\d.]+))?/g)) {
    if (letter === 'M') [x, y] = [Number(first), Number(second)];
    else if (letter === 'V') y = Number(first);
    else {
      area += (Number(first) - x) * (frame.bottom + yLimits[0] / yLimits[1] - y);
      x = Number(first);
    }
  }
  const unit =
    ((frame.right - frame.left) / (xLimits[1] - xLimits[0])) * ((frame.bottom - frame.top) / yLimits[1]);
  expect(area / unit).toBeCloseTo(1, 2);
});

test('a sparkline reaches from its baseline to its top', () => {
  const path = sparkPath(distributionOfSamples(Float64Array.from(EVEN)), 64, 16);
  expect(path).toMatch(/^M0,16L/);
  expect(path).toContain(',0.64L');
  expect(sparkPath(distributionOfSamples(Float64Array.of(1)), 64, 16)).toBe('');
});

test.each([
  [
    EVEN,
    'x: mean 0.50, standard deviation 0.29; about equally likely everywhere in its range; 95 % lies between 0.02 and 0.97.',
  ],
  [[2.5], 'x: 2.5, a single number without uncertainty.'],
  [EVEN.map((x) => -Math.log(1 - x)), 'strongly skewed to the right, with long tails'],
  [[...EVEN, ...EVEN.map((x) => x + 5)], 'two peaks, symmetric'],
  [[0, 1, 1], '2 separate values'],
  [[1, Infinity], 'infinite with probability 0.5'],
  [[1, Number.NaN], 'not a number with probability 0.5'],
])('the description states the location, width and shape', (samples, text) => {
  expect(describeDistribution(distributionOfSamples(Float64Array.from(samples)), 'x')).toContain(text);
});

test('the tails of a Cauchy distribution do not hide its peak', () => {
  // Quantiles of the standard distribution: tan(π(p - 1/2)); 99 % lie below 31.8.
  const samples = Array.from({ length: 20_000 }, (_, i) => Math.tan(Math.PI * ((i + 0.5) / 20_000 - 0.5)));
  const { xLimits } = draw(samples);
  expect(xLimits[1]).toBeLessThan(45);
  const { bins } = distributionOfSamples(Float64Array.from(samples));
  const widths = bins.filter(({ low, high }) => low > -20 && high < 20).map(({ low, high }) => high - low);
  expect(Math.max(...widths)).toBeLessThan(2);
  expect(bins.reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(1, 12);
});

test('a second peak with 3 % of the probability is not cut off', () => {
  const samples = [...EVEN, ...EVEN.slice(0, 30).map((x) => 50 + x)];
  expect(draw(samples).xLimits[1]).toBeGreaterThan(50);
});
