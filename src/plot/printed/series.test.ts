import { expect, test } from 'vitest';
import { formatUx } from '../../uncertainty/core/ux-text.ts';
import { type SeriesPoint, thinOut } from '../drawing/series.ts';
import { SparkScales } from '../drawing/spark-scales.ts';
import { splitOutput } from './output-pieces.ts';
import { findSeries, SeriesReader } from './series.ts';

function spread(mean: number): string {
  const positions = Float64Array.of(mean - 1, mean + 1);
  return `${mean}${formatUx({ type: 4, count: 1, mean, positions, masses: Float64Array.of(0.5, 0.5) })}`;
}

test('values printed with the same text become a series, together with the numbers next to them', () => {
  const lines = [1, 2, 3, 4].map((i) => `t = ${i / 10} s, x1 = ${spread(i)} m, v: ${spread(-i)}\n`);
  const [x, v, ...more] = findSeries(`start\n${lines.join('')}sum: ${spread(9)}\n`);
  expect(more).toEqual([]);
  expect([x!.label, v!.label]).toEqual(['s, x1', 'm, v']);
  expect(x!.values.map(({ mean }) => mean)).toEqual([1, 2, 3, 4]);
  expect(x!.companions).toEqual([{ label: 't', numbers: [0.1, 0.2, 0.3, 0.4] }]);
});

test('a varying number on another line is a companion, but a constant or rare number is not', () => {
  const lines = [0, 1, 2].map((i) => `step ${i} of 3\nx = ${spread(i)}\n`);
  expect(findSeries(`n = 3\n${lines.join('')}`)[0]!.companions).toEqual([
    { label: 'step', numbers: [0, 1, 2] },
  ]);
});

test('numbers far along an endless line belong to no series, and the line is not stored', () => {
  const reader = new SeriesReader();
  const [value] = splitOutput(spread(1));
  expect(reader.read(value!)).toBe('');
  for (let i = 0; i < 1000; i++) reader.read({ kind: 'text', text: 'on and on ' });
  const numbers: number[] = [];
  reader.read({ kind: 'text', text: '7 ' }, (_, number) => numbers.push(number));
  expect([reader.read(value!), numbers]).toEqual([undefined, []]);
  reader.read({ kind: 'text', text: '\nx = ' });
  expect(reader.read(value!)).toBe('x = ');
});

test('two values do not form a series', () => {
  expect(findSeries(`x = ${spread(1)}\nx = ${spread(2)}\n`)).toEqual([]);
});

test('a thinned series keeps the extent of its bands, with two points per column', () => {
  const points = Array.from({ length: 5000 }, (_, i): SeriesPoint => {
    const median = i === 1234 ? 100 : Math.sin(i);
    return { x: i, band: [median - 2, median - 1, median, median + 1, median + 2] };
  });
  const thin = thinOut(points, (x) => x / 50, 100);
  expect(thin.length).toBeLessThanOrEqual(202);
  expect(Math.max(...thin.map(({ band }) => band[4]))).toBe(102);
  expect(Math.max(...thin.map(({ band }) => band[2]))).toBe(100);
  expect(thinOut(points.slice(0, 200), (x) => x, 100)).toHaveLength(200);
});

test('sparklines in a series share one scale, and other values have separate scales', () => {
  const scales = new SparkScales();
  const pieces = splitOutput(`${[1, 5, 9].map((i) => `x = ${spread(i)}\n`).join('')}sum: ${spread(40)}\n`);
  for (const piece of pieces) scales.read(piece);
  const limits = [...scales.finish().values()];
  expect(limits).toHaveLength(3);
  expect(new Set(limits).size).toBe(1);
  expect(limits[0]![0]).toBeLessThanOrEqual(0);
  expect(limits[0]![1]).toBeGreaterThanOrEqual(10);
  expect(limits[0]![1]).toBeLessThan(15);
});
