// Passing values into and out of a core: Ux text and bytes, special positions, single precision, memory, release, and
// other modes.

import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/uncertainty/core/random.ts';
import { formatUx, parseUx } from '../../src/uncertainty/core/ux-text.ts';
import { openCore } from './open-core.ts';

describe("a core's Ux text and bytes", () => {
  it('10 000 random distributions are restored unchanged', () => {
    const seed = 20_26n;
    const random = createRandom(seed);
    const bits = new DataView(new ArrayBuffer(8));
    const randomDouble = () => {
      bits.setUint32(0, random.nextUint32());
      bits.setUint32(4, random.nextUint32());
      const x = bits.getFloat64(0);
      return Number.isFinite(x) ? x : 1;
    };
    const core = openCore('C0-S');
    for (let round = 0; round < 10_000; round++) {
      const n = 2 + (random.nextUint32() % 63);
      const positions = Float64Array.from({ length: n }, randomDouble);
      const words = randomMasses(n, () => random.nextUint32());
      const masses = Float64Array.from(
        { length: n },
        (_, i) => words[2 * i]! / 2 ** 31 + words[2 * i + 1]! / 2 ** 63,
      );
      const mean = randomDouble();
      const text = formatUx({ type: 4, count: 1, mean, positions, masses, massWords: words });
      const value = core.take(core.fromText(text, 1.5));
      expect(core.toText(value)).toBe(text);
      const back = core.take(core.fromBytes(core.toBytes(value, false)));
      expect(back.particle).toBe(1.5);
      expect(core.toText(back)).toBe(text);
      core.release(value.handle);
      core.release(back.handle);
    }
  });

  it('the examples in the format’s definition are read', () => {
    const core = openCore('C0-S');
    const plain = 'Ux0400000000000000003FE921FB54442D18000000013FE921FB54442D188000000000000000';
    const value = core.take(core.fromText(plain, 0.785398));
    expect(value).toEqual({ handle: 0, particle: Math.PI / 4 });
    expect(core.toText(value)).toBe(plain);
    const two =
      'Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000';
    const pair = core.take(core.fromText(two, 21.5));
    expect(core.ask('nth_moment', pair, 1)).toBe(21.5);
    expect([...core.read(pair).positions]).toEqual([21.25, 21.75]);
  });

  it('if there is no particle, the mean becomes the particle', () => {
    const core = openCore('C0-XS');
    const text = core.toText(core.make('uniform', 0, 4));
    expect(core.take(core.fromText(text, undefined)).particle).toBe(2);
    expect(core.take(core.fromText(text, 1.25)).particle).toBe(1.25);
  });

  it('values with more deltas than the core can store are reduced, and other values stay unchanged', () => {
    const fine = openCore('C0-M');
    const text = fine.toText(fine.make('gauss', 0, 1));
    const core = openCore('C0-S');
    const reduced = core.read(core.take(core.fromText(text, undefined)));
    expect(reduced.positions).toHaveLength(64);
    const larger = openCore('C0-L');
    expect(larger.toText(larger.take(larger.fromText(text, 0)))).toBe(text);
  });

  it('values survive conversion to single-precision bytes', () => {
    const core = openCore('C0-XS');
    const value = core.make('uniform', 0, 32);
    const bytes = core.toBytes(value, true);
    expect(bytes.length).toBe(29 + 32 * 12);
    expect(core.toText(core.take(core.fromBytes(bytes)))).toBe(core.toText(value));
  });

  it('malformed text is rejected with a reason', () => {
    const core = openCore('C0-XS');
    expect(() => core.fromText('Ux04', 1)).toThrowError(
      /Malformed Ux value: it ends after 2 of the 42 digits/,
    );
  });
});

/** Masses of 63 bits that add up to exactly 2^63. */
function randomMasses(n: number, nextUint32: () => number): Uint32Array {
  const total = 1n << 63n;
  const cuts = Array.from(
    { length: n - 1 },
    () => ((BigInt(nextUint32()) << 32n) | BigInt(nextUint32())) % total,
  );
  cuts.sort((a, b) => (a < b ? -1 : 1));
  const words = new Uint32Array(2 * n);
  [...cuts, total].forEach((cut, i) => {
    const mass = cut - (i === 0 ? 0n : cuts[i - 1]!);
    words[2 * i] = Number(mass >> 32n);
    words[2 * i + 1] = Number(mass & 0xffffffffn);
  });
  return words;
}

describe('special positions', () => {
  it('special positions arise from operations, are written last, and determine the mean', () => {
    const core = openCore('C0-XS');
    const coin = core.take(core.fromSamples(Float64Array.of(-1, 0, 1, 2)));
    const inverse = core.two('div', 1, coin);
    const { positions, masses } = core.read(inverse);
    expect([...positions]).toEqual([-1, 0.5, 1, Number.NaN, -Infinity, Infinity]);
    expect([...masses]).toEqual([0.25, 0.25, 0.25, 0, 0, 0.25]);
    expect(core.ask('nth_moment', inverse, 1)).toBe(Infinity);
    expect(core.ask('nth_moment', core.one('neg', inverse), 1)).toBe(-Infinity);
    expect(core.ask('support_max', inverse)).toBe(Infinity);
    const root = core.one('sqrt', coin);
    expect(core.ask('nth_moment', root, 1)).toBeNaN();
    expect(core.read(root).masses.at(-3)).toBe(0.25);
    expect(core.toText(root).slice(20, 36)).toBe('7FF8000000000000');
  });

  it('special positions survive a product of two distributions', () => {
    const core = openCore('C0-XS');
    const x = core.make('gauss', 0, 1);
    const logarithm = core.one('log', x);
    const sum = core.two('add', logarithm, core.make('gauss', 1, 1));
    const { positions, masses } = core.read(sum);
    expect(masses.at(-3)).toBeCloseTo(0.5, 12);
    expect(positions.length).toBeLessThanOrEqual(35);
    expect(parseUx(core.toText(sum)).mean).toBeNaN();
  });

  it('special positions survive conversion to text', () => {
    const core = openCore('C0-XS');
    const text = core.toText(core.one('log', core.make('gauss', 0, 1)));
    expect(core.toText(core.take(core.fromText(text, 0)))).toBe(text);
  });
});

describe('single precision', () => {
  it('every position is rounded to a float', () => {
    const core = openCore('C0-XS');
    const x = core.one('demote', core.make('gauss', 1, 0.1));
    for (const value of [
      core.one('sin', x, true),
      core.two('mul', x, x, true),
      core.two('add', x, 0.5, true),
    ]) {
      const { positions } = core.read(value);
      expect([...positions]).toEqual([...positions].map(Math.fround));
    }
  });
});

describe('operations on deltas', () => {
  it('operations change the positions of points and keep their masses', () => {
    const core = openCore('C0-XS');
    const x = core.make('uniform', -1, 1);
    const folded = core.read(core.one('fabs', x));
    expect(folded.positions).toHaveLength(32);
    expect([...folded.positions]).toEqual([...folded.positions].sort((a, b) => a - b));
    expect(core.ask('nth_moment', core.one('fabs', x), 1)).toBeCloseTo(0.5, 12);
  });

  it('operations yield a plain value if the result is a single point', () => {
    const core = openCore('C0-XS');
    expect(core.one('floor', core.make('uniform', 0.1, 0.9))).toEqual({ handle: 0, particle: 0 });
    expect(core.two('mul', core.make('gauss', 1, 1), 0)).toEqual({ handle: 0, particle: 0 });
  });
});

describe('memory', () => {
  it('a task ends with a message when live records fill the core', () => {
    const guestMemoryBytes = () => 2 ** 20;
    const core = openCore('C0-XS', { MemorySize: 2 ** 20 + 10 * 512 }, { guestMemoryBytes });
    for (let i = 0; i < 10; i++) core.make('gauss', i, 1);
    expect(() => core.make('gauss', 0, 1)).toThrowError('core memory of 1 MB exhausted');
    core.release(1);
    expect(core.make('gauss', 0, 1).handle).toBe(1);
  });

  it('unmarked records are swept, and their handles are reused', () => {
    const core = openCore('C0-XS');
    const values = Array.from({ length: 100 }, (_, i) => core.make('gauss', i, 1));
    expect(core.recordsCreated).toBe(100);
    const marked = new Uint32Array(2);
    marked[0] = 1 << values[4]!.handle;
    expect(core.sweep(marked)).toBe(99);
    expect(core.recordsAlive).toBe(1);
    expect(core.ask('nth_moment', values[4]!, 1)).toBeCloseTo(4, 12);
    expect(core.isLive(values[5]!.handle)).toBe(false);
    expect(core.make('gauss', 0, 1).handle).toBe(1);
  });
});

describe('cores that do not track correlation', () => {
  it('Bypass returns means and treats values as points', () => {
    const core = openCore('C0-Bypass');
    expect(core.mode).toBe('bypass');
    const value = core.make('uniform', 1, 3);
    expect(value).toEqual({ handle: 0, particle: 2 });
    expect(core.ask('nth_moment', value, 1)).toBe(2);
    expect(core.take(core.fromSamples(Float64Array.of(1, 2, 6))).particle).toBe(3);
    expect(core.take(core.mixture(value, { handle: 0, particle: 4 }, 0.5)).particle).toBe(3);
    expect(core.take(core.limitSupport(value, 3, 4)).particle).toBeNaN();
  });

  it('on Reference, a distribution becomes a single random number', () => {
    const core = openCore('C0-Reference');
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < 4000; i++) {
      const { handle, particle } = core.make('gauss', 10, 2);
      expect(handle).toBe(0);
      sum += particle - 10;
      squares += (particle - 10) ** 2;
    }
    expect(Math.abs(sum / 4000)).toBeLessThan(0.13);
    expect(Math.abs(squares / 4000 - 4)).toBeLessThan(0.4);
  });
});
