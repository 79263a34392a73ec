// Invariants under random operations on values: masses add up to 1, deltas ascend, Ux strings survive a round trip, and
// a sweep leaves exactly the marked records.

import { expect, it } from 'vitest';
import type { Operand } from '../../src/uncertainty/core/core.ts';
import {
  BINARY_OPERATIONS,
  PARAMETRIC_KINDS,
  QUERIES,
  UNARY_OPERATIONS,
} from '../../src/uncertainty/core/operations.ts';
import { createRandom } from '../../src/uncertainty/core/random.ts';
import { openCore, type TestCore } from './open-core.ts';

const CALLS = 2000;
const SPECIAL = [0, -0, 1, -1, Infinity, -Infinity, Number.NaN, 1e308, 5e-324, -1e300, 0.5, 2, 3];

it.each([
  ['C0-XS', { Precision: 4 }],
  ['C0-S', {}],
  ['C0-S+', { LaneCount: 256 }],
  ['C0-Joint', { LaneCount: 256, Precision: 16 }],
])('%s %j keeps its values valid through random calls', (name, changes) => {
  const random = createRandom(11n);
  const uniform = () => random.nextUint32() / 2 ** 32;
  const choose = <T>(list: readonly T[]): T => list[random.nextUint32() % list.length]!;
  const core = openCore(name, changes);
  let values: Operand[] = [];
  const pick = (): Operand =>
    values.length > 0 && uniform() < 0.85 ? choose(values) : { handle: 0, particle: choose(SPECIAL) };
  for (let call = 0; call < CALLS; call++) {
    const value = callAtRandom(core, pick, uniform, choose);
    if (value.handle === 0) continue;
    expectSound(core, value);
    values.push(value);
    if (values.length > 60) values = sweepAllBut(core, values.slice(-30));
  }
});

function callAtRandom(
  core: TestCore,
  pick: () => Operand,
  uniform: () => number,
  choose: <T>(list: readonly T[]) => T,
): Operand {
  const single = uniform() < 0.2;
  const kind = uniform();
  if (kind < 0.12)
    return core.make(choose(PARAMETRIC_KINDS), uniform() * 5 - 1, uniform() * 4, uniform() * 8 + 4);
  if (kind < 0.5) return core.one(choose(UNARY_OPERATIONS), pick(), single);
  if (kind < 0.85) {
    const operation = choose(BINARY_OPERATIONS);
    const left = operation === 'jn' || operation === 'yn' ? Math.floor(uniform() * 4) : pick();
    const right = operation === 'ldexp' ? Math.floor(uniform() * 8) - 4 : pick();
    return core.two(operation, left, right, single);
  }
  if (kind < 0.88) return core.take(core.mixture(pick(), pick(), uniform()));
  if (kind < 0.91) return core.take(core.limitSupport(pick(), -3 * uniform(), 3 * uniform()));
  if (kind < 0.93) return core.take(core.independentCopy(pick()));
  if (kind < 0.96) {
    const draw = () => (uniform() < 0.1 ? choose(SPECIAL) : uniform());
    return core.take(core.fromSamples(Float64Array.from({ length: Math.floor(100 * uniform()) }, draw)));
  }
  const value = pick();
  QUERIES.forEach((query) => {
    core.ask(query, value, Math.floor(3 * uniform()));
  });
  return value;
}

function expectSound(core: TestCore, value: Operand): void {
  const { positions, masses } = core.read(value);
  expect(Math.abs(masses.reduce((sum, mass) => sum + mass, 0) - 1)).toBeLessThan(1e-9);
  const finite = positions.filter(Number.isFinite);
  expect([0, 3]).toContain(positions.length - finite.length);
  expect(finite.every((position, i) => i === 0 || position >= finite[i - 1]!)).toBe(true);
  const text = core.toText(value);
  const again = core.take(core.fromText(text, value.particle));
  if (again.handle !== 0) expect(core.toText(again)).toBe(text);
}

function sweepAllBut(core: TestCore, kept: Operand[]): Operand[] {
  const live = kept.filter(({ handle }) => core.isLive(handle));
  const highest = Math.max(0, ...live.map(({ handle }) => handle));
  const marked = new Uint32Array((highest >>> 5) + 1);
  for (const { handle } of live) marked[handle >>> 5]! |= 1 << (handle & 31);
  core.sweep(marked);
  expect(core.recordsAlive).toBe(new Set(live.map(({ handle }) => handle)).size);
  return live;
}
