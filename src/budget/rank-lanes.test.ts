import { expect, test } from 'vitest';
import { LaneMemory } from './lanes/lane-memory.ts';
import { orderLanes, rankLanes } from './rank-lanes.ts';

const memory = new LaneMemory(3000);

/** Evenly distributed numbers between 0 and 1, in a seemingly random order. */
function spread(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => ((i + 1) * 0.6180339887498949) % 1);
}

function expectAscending(values: Float64Array) {
  const order = orderLanes(values, memory);
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from(values, (_, i) => i));
  for (let i = 1; i < order.length; i++) {
    expect(values[order[i - 1]!]!).toBeLessThanOrEqual(values[order[i]!]!);
  }
}

const u = spread(3000);

test.each([
  ['evenly spread', u],
  ['far from 0', u.map((p) => 50_000_623 + 1e-6 * p)],
  ['with heavy tails on both sides, so that most are close together', u.map((p) => 1 / (p - 0.5) ** 9)],
  ['from the smallest to the largest number', u.map((p, i) => (i % 3 ? p : (-1) ** i * Number.MAX_VALUE))],
  ['with an infinite number', u.map((p, i) => (i === 7 ? Infinity : p))],
])('values %s are sorted', (_, values) => {
  expectAscending(values);
});

test('equal values get the mean of their ranks', () => {
  expect([...rankLanes(Float64Array.of(3, 1, 3, 2), memory)]).toEqual([3 / 4, 0.5 / 4, 3 / 4, 1.5 / 4]);
  expect([...rankLanes(Float64Array.of(5, 5), memory)]).toEqual([0.5, 0.5]);
});
