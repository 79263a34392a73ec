// Every row in the table of distributions (src/uxhw/families.ts), on the kernels: deltas, lanes, draws and densities
// have the row's mean and variance. No test here names a family, so new rows are tested automatically.
import { describe, expect, it } from 'vitest';
import { mathematicsOf, planParametric } from '../../src/uncertainty/distributions/parametric.ts';
import { ShapeCache } from '../../src/uncertainty/distributions/shape-cache.ts';
import { openKernels } from '../../src/uncertainty/kernels/kernels.ts';
import { type DistributionFamily, FAMILIES, type ParametricKind } from '../../src/uxhw/families.ts';
import { SHAPES } from '../../src/uxhw/shapes.ts';
import { kernels, openCore } from './open-core.ts';

const ROWS: readonly DistributionFamily[] = FAMILIES;
const EXAMPLES = ROWS.flatMap((row) =>
  row.examples.map((example) => ({ row, kind: row.kind as ParametricKind, example })),
);
const shared = openKernels(kernels);
const PRECISION = 8192;
shared.call.setup(PRECISION, 13, -1);
const shapes = new ShapeCache(shared, 16 * (PRECISION + 4));

/** Pads the parameters with zeros. */
function pad(example: readonly number[]): [number, number, number] {
  const [a = 0, b = 0, c = 0] = example;
  return [a, b, c];
}

describe.each(EXAMPLES)('$kind $example', ({ row, kind, example }) => {
  const parameters = pad(example);
  const plan = planParametric(shared.call, kind, ...parameters);
  const variance = row.variance(parameters, mathematicsOf(shared.call));
  const deviation = Math.sqrt(variance);

  it('the deltas have the exact mean, and the exact variance except for the loss in the split', () => {
    expect(deviation).toBeGreaterThan(0);
    const core = openCore('C0-XL', { Precision: PRECISION });
    const value = core.make(kind, ...parameters);
    const mean = core.ask('nth_moment', value, 1);
    expect(Math.abs(mean - value.particle)).toBeLessThan(1e-8 * deviation + 1e-15);
    const kept = core.ask('nth_moment', value, 2) / variance;
    expect(kept).toBeGreaterThan(0.997);
    expect(kept).toBeLessThan(1 + 1e-6);
  });

  it('the quantiles ascend, and the density matches their slope', () => {
    if ('plain' in plan) throw new Error('an example must not be plain');
    const { panels } = shapes.get(plan.shape, plan.a, plan.b);
    const steps = 2000;
    const quantiles = Float64Array.from({ length: steps + 1 }, (_, i) => {
      const p = 0.1 + (0.8 * i) / steps;
      return plan.location + plan.scale * shared.call.shape_quantile(panels, p);
    });
    const positions = shared.allocate(8 * (steps + 1));
    const densities = shared.allocate(8 * (steps + 1));
    shared.doublesAt(positions, steps + 1).set(quantiles);
    shared.call.shape_log_densities(panels, plan.location, plan.scale, positions, steps + 1, densities);
    const logs = shared.doublesAt(densities, steps + 1);
    for (let i = 0; i < steps; i++) {
      const width = quantiles[i + 1]! - quantiles[i]!;
      expect(width).toBeGreaterThan(0);
      const mass = width * Math.exp((logs[i]! + logs[i + 1]!) / 2);
      expect(Math.abs(mass / (0.8 / steps) - 1)).toBeLessThan(2e-3);
    }
  });

  it('the lanes have approximately the right mean and deviation', () => {
    const core = openCore('C0-Joint', { Precision: 512, LaneCount: 4096 });
    // A second term from the same source creates a value that only lanes can describe.
    const one = core.make(kind, ...parameters);
    const value = core.two('add', one, one);
    expect(Math.abs(core.ask('nth_moment', value, 1) / 2 - one.particle)).toBeLessThan(0.02 * deviation);
    expect(core.ask('nth_moment', value, 2) / (4 * variance)).toBeGreaterThan(0.7);
    expect(core.ask('nth_moment', value, 2) / (4 * variance)).toBeLessThan(1.3);
  });

  it('Reference cores draw samples from the family', () => {
    const core = openCore('C0-Reference');
    const draws = Float64Array.from({ length: 20_000 }, () => core.make(kind, ...parameters).particle);
    const mean = draws.reduce((sum, x) => sum + x, 0) / draws.length;
    const value = openCore('C0-Bypass').make(kind, ...parameters);
    expect(value.handle).toBe(0);
    expect(Math.abs(mean - value.particle)).toBeLessThan((6 * deviation) / Math.sqrt(draws.length));
  });

  it('the family scales with its unit: doubled parameters double the mean', () => {
    const scaled = row.parameters.map(({ unit }, i) => {
      if (unit === 'x') return 2 * parameters[i]!;
      return unit === 'ln x' ? parameters[i]! + Math.LN2 : parameters[i]!;
    });
    const isUnitless = row.parameters.every(({ unit }) => unit === '1');
    const double = planParametric(shared.call, kind, ...pad(scaled));
    if ('plain' in plan || 'plain' in double) throw new Error('an example must not be plain');
    expect(Math.abs(double.mean - (isUnitless ? 1 : 2) * plan.mean)).toBeLessThan(1e-12 * deviation);
  });
});

describe('unknown numbers', () => {
  it.each(['C0-S', 'C0-S+', 'C0-Joint', 'C0-Bypass', 'C0-Reference'])(
    '%s rejects distribution and query numbers that only a newer Haze knows',
    (name) => {
      const core = openCore(name);
      expect(() => core.parametric(ROWS.length, 1, 2, 3)).toThrow(
        `There is no distribution number ${ROWS.length} (0 to ${ROWS.length - 1})`,
      );
      expect(() => core.query(99, { handle: 0, particle: 1 }, 0)).toThrow('There is no query number 99');
    },
  );

  it('the kernels trap on an unknown shape', () => {
    const target = shared.scratch(shared.call.shape_scratch());
    expect(() => shared.call.shape_build(SHAPES.length, 1, 1, target)).toThrow(WebAssembly.RuntimeError);
  });
});
