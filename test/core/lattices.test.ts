// The lattices for the first sources of Joint cores (wasm/kernels/lattice-generators.h), tested through a program's
// sources: no pair of the first sources lies on just a few lines, and no triple on just a few planes. Distances refer
// to the dual lattice: its shortest vector h places all points on planes that are 1/|h| apart (the spectral test,
// Knuth, The Art of Computer Programming, volume 2, 3.3.4). The maximum length of h is (2n/√3)^(1/2) for pairs and
// (n√2)^(1/3) for triples.
import { describe, expect, it } from 'vitest';
import type { TrackingCore } from '../../src/uncertainty/cores/tracking-core.ts';
import { openCore } from './open-core.ts';

const SIZES = [4096, 8192, 16_384, 32_768, 65_536];
const PAIRED = 10;
const TOGETHER = 4;
const LEAST_SHARE = 0.4;

/** Each source's step from one point to the next, up to its sign: the second point is lane n/4. */
function findMultipliers(n: number, count: number): number[] {
  const core = openCore('C0-Joint', { LaneCount: n });
  return Array.from({ length: count }, () => {
    const lanes = (core.core as TrackingCore).lanes!.read(core.make('uniform', 0, n));
    return modulo(Math.floor(lanes[n / 4]!) - Math.floor(lanes[0]!), n);
  });
}

const modulo = (x: number, n: number) => ((x % n) + n) % n;

/** The shortest h ≠ 0 within `reach` that satisfies h·z ≡ 0; Infinity if there is none. */
function findShortest(z: readonly number[], n: number, reach: number): number {
  const [first = 0, ...others] = z;
  const byRest = new Map<number, number>();
  for (let h = -reach; h <= reach; h++) {
    const rest = modulo(-h * first, n);
    byRest.set(rest, Math.min(byRest.get(rest) ?? Infinity, h * h));
  }
  let least = Infinity;
  const visit = (depth: number, sum: number, square: number) => {
    if (depth < others.length) {
      for (let h = -reach; h <= reach; h++) visit(depth + 1, sum + h * others[depth]!, square + h * h);
      return;
    }
    const last = byRest.get(modulo(sum, n));
    if (last !== undefined && square > 0) least = Math.min(least, square + last);
  };
  visit(0, 0, 0);
  return Math.sqrt(least);
}

describe('lattices of Joint cores', () => {
  it.each(SIZES)(
    'in a lattice of %i points, no pair of sources lies on just a few lines, and no triple on just a few planes',
    (n) => {
      const z = findMultipliers(n, PAIRED);
      const [best2, best3] = [Math.sqrt((2 * n) / Math.sqrt(3)), Math.cbrt(n * Math.SQRT2)];
      for (let a = 0; a < PAIRED; a++)
        for (let b = 0; b < a; b++) {
          const share = findShortest([z[a]!, z[b]!], n, Math.ceil(best2)) / best2;
          expect(share, `sources ${b} and ${a}`).toBeGreaterThan(LEAST_SHARE);
        }
      for (let a = 0; a < TOGETHER; a++)
        for (let b = 0; b < a; b++)
          for (let c = 0; c < b; c++) {
            const share = findShortest([z[a]!, z[b]!, z[c]!], n, Math.ceil(best3)) / best3;
            expect(share, `sources ${c}, ${b} and ${a}`).toBeGreaterThan(LEAST_SHARE);
          }
    },
  );
});
