// Compares Athens arithmetic with numbers that the service published (docs/cores.md) and with the service's rules.

import { describe, expect, it } from 'vitest';
import type { Operand } from '../../src/uncertainty/core/core.ts';
import { openCore, type TestCore } from './open-core.ts';

/** Table A: moments 1 to 4 of 0.5·rho·v²·k. */
const TABLE_A = [
  [32, 716.835513, 220.969401, 110.173271, 138338.298592],
  [64, 716.835733, 222.091034, 113.959879, 144171.18681],
  [128, 716.835805, 222.462051, 116.178221, 146696.88602],
  [256, 716.835829, 222.584264, 117.199216, 147741.437672],
  [512, 716.835837, 222.625219, 117.592641, 148170.839522],
] as const;

/** Published standard deviations of Gauss(0, 1). */
const GAUSS_DEVIATIONS = [
  [16, 0.99303878],
  [32, 0.99770982],
  [64, 0.99924474],
  [128, 0.9997499],
  [256, 0.99991674],
  [512, 0.99997212],
] as const;

function computeLift(core: TestCore): Operand {
  const rho = core.make('uniform', 1.21275, 1.23725);
  const v = core.make('gauss', 29.01696, 0.2901696);
  const half = core.two('mul', 0.5, rho);
  const pressure = core.two('mul', half, core.two('pow', v, 2));
  return core.two('mul', pressure, 1.389845);
}

describe('Athens arithmetic', () => {
  it.each(TABLE_A)('table A is reproduced at precision %i', (precision, ...moments) => {
    const core = openCore('C0-XL', { Precision: precision });
    const lift = computeLift(core);
    moments.forEach((published, i) => {
      // The last two printed digits may differ, because k itself is known only to its printed digits.
      const tolerance = published * 1e-9 + 1e-4 * (published < 1000 ? 0.1 : 1);
      expect(Math.abs(core.ask('nth_moment', lift, i + 1) - published)).toBeLessThan(tolerance);
    });
    expect(lift.particle.toFixed(6)).toBe('716.764165');
  });

  it.each(GAUSS_DEVIATIONS)(
    'Gauss(0, 1) at precision %i has the published standard deviation',
    (precision, deviation) => {
      const core = openCore('C0-XL', { Precision: precision });
      const variance = core.ask('nth_moment', core.make('gauss', 0, 1), 2);
      expect(Math.sqrt(variance)).toBeCloseTo(deviation, 8);
    },
  );

  it('the outermost of the 32 deltas of Gauss(0, 1) are where the service places them', () => {
    const core = openCore('C0-XS');
    const { positions, masses } = core.read(core.make('gauss', 0, 1));
    expect(positions[0]).toBeCloseTo(-2.56891341299888, 13);
    expect(masses[0]).toBeCloseTo(0.01322943, 8);
  });

  it('every reduction keeps the mean', () => {
    const core = openCore('C0-S');
    const x = core.make('exponential', 2);
    const y = core.make('uniform', 1, 4);
    expect(core.ask('nth_moment', core.two('add', x, y), 1)).toBeCloseTo(4.5, 12);
    expect(core.ask('nth_moment', core.two('sub', x, y), 1)).toBeCloseTo(-0.5, 12);
    expect(core.ask('nth_moment', core.two('mul', x, y), 1)).toBeCloseTo(5, 12);
  });

  it('the total mass stays 1 through thousands of products', () => {
    // Each product squares the total, so any rounding error would double every time.
    const core = openCore('C0-XS');
    let y = core.make('uniform', 0.9, 1.1);
    for (let i = 0; i < 2000; i++) y = core.two('div', core.two('mul', y, y), y);
    const { masses } = core.read(y);
    expect(masses.reduce((sum, mass) => sum + mass)).toBeCloseTo(1, 12);
  });

  it('large products are processed in parts', () => {
    // max(X, Y) of two unit exponentials: mean 3/2, variance 5/4.
    const core = openCore('C0-XL', { Precision: 4096 });
    const largest = core.two('fmax', core.make('exponential', 1), core.make('exponential', 1));
    expect(core.read(largest).positions.length).toBeLessThanOrEqual(4096);
    expect(core.ask('nth_moment', largest, 1)).toBeCloseTo(1.5, 6);
    expect(core.ask('nth_moment', largest, 2)).toBeCloseTo(1.25, 4);
  });

  it('the order of the operands of a commutative operation does not matter', () => {
    const core = openCore('C0-S');
    const x = core.make('uniform', 0, 1);
    const y = core.make('uniform', 2, 4);
    for (const operation of ['add', 'mul', 'fmin', 'fmax', 'hypot'] as const) {
      const [one, other] = [core.two(operation, x, y), core.two(operation, y, x)];
      expect(core.toText(one)).toBe(core.toText(other));
    }
  });

  it('the operands of every operation are treated as independent', () => {
    const core = openCore('C0-S');
    const x = core.make('uniform', 0, 1);
    const difference = core.two('sub', x, x);
    expect(difference.particle).toBe(0);
    expect(core.ask('nth_moment', difference, 2)).toBeCloseTo(1 / 6, 3);
  });

  it('products with few deltas stay unchanged', () => {
    const core = openCore('C0-S');
    const coin = core.take(core.fromSamples(Float64Array.of(0, 1)));
    const two = core.read(core.two('add', coin, core.two('mul', 10, coin)));
    expect([...two.positions]).toEqual([0, 1, 10, 11]);
    expect([...two.masses]).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  it('after any operation, there are at most N deltas, in ascending order, with a total mass of 1', () => {
    const core = openCore('C0-XS');
    const x = core.make('gauss', 0, 1);
    const y = core.make('beta', 2, 3);
    for (const operation of ['add', 'sub', 'mul', 'div', 'atan2', 'hypot', 'fmax', 'fmod'] as const) {
      const { positions, masses } = core.read(core.two(operation, x, y));
      expect(positions.length).toBeLessThanOrEqual(32);
      expect([...positions]).toEqual([...positions].sort((a, b) => a - b));
      expect(masses.reduce((sum, mass) => sum + mass)).toBeCloseTo(1, 12);
    }
  });
});

/** All products of two sets of deltas, split at their means according to the rules, without optimisation. */
function reducePlainly(deltas: [number, number][], levels: number): [number, number][] {
  const mass = deltas.reduce((sum, [, w]) => sum + w, 0);
  const mean = deltas.reduce((sum, [z, w]) => sum + z * w, 0) / mass;
  const below = deltas.filter(([z]) => z < mean);
  if (levels === 0 || below.length === 0 || below.length === deltas.length) return [[mean, mass]];
  const above = deltas.filter(([z]) => !(z < mean));
  return [...reducePlainly(below, levels - 1), ...reducePlainly(above, levels - 1)];
}

describe('the reduction kernel', () => {
  const OPERATIONS = {
    add: (x: number, y: number) => x + y,
    sub: (x: number, y: number) => x - y,
    mul: (x: number, y: number) => x * y,
    div: (x: number, y: number) => x / y,
    fmin: Math.min,
  };
  const OPERANDS = [
    ['gauss', 3, 0.4],
    ['gauss', 0.013, 1],
    ['exponential', 2],
    ['gumbel1', -4, 0.3],
    ['lognormal', 0, 1],
    ['studentst', 2.5],
  ] as const;

  it.each(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[])(
    '%s agrees with a literal reading of the rule',
    (name) => {
      const core = openCore('C0-S', { Precision: 64 });
      for (const first of OPERANDS) {
        for (const second of OPERANDS) {
          // Pairs such as evenly spaced deltas yield products equal to the mean, so only rounding decides on which side
          // of it they lie.
          if (first === second) continue;
          const x = core.make(...(first as ['gauss', number, number]));
          const y = core.make(...(second as ['gauss', number, number]));
          const a = core.read(x);
          const b = core.read(y);
          const products: [number, number][] = [];
          a.positions.forEach((p, i) => {
            b.positions.forEach((q, j) => {
              products.push([OPERATIONS[name](p, q), a.masses[i]! * b.masses[j]!]);
            });
          });
          const expected = reducePlainly(products, 6);
          const got = core.read(core.two(name, x, y));
          expect(got.positions.length).toBe(expected.length);
          const scale = Math.max(...expected.map(([z]) => Math.abs(z)));
          expected.forEach(([z, w], i) => {
            expect(Math.abs(got.positions[i]! - z)).toBeLessThan(1e-12 * scale);
            expect(Math.abs(got.masses[i]! - w)).toBeLessThan(1e-12);
          });
        }
      }
    },
  );
});
