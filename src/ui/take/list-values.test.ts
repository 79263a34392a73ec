import { expect, test } from 'vitest';
import { formatUx } from '../../uncertainty/core/ux-text.ts';
import { listValues } from './list-values.ts';

const origin = {
  program: 'Lift',
  language: 'C',
  core: 'C0-S',
  arguments: '-n 3',
  taskId: 'tsk_1',
  createdAt: '2026-11-23T00:00:00.000Z',
};
const REFERENCE = `val_${'0'.repeat(32)}`;
const noSamples = () => Promise.reject(new Error('nobody asks'));

/** 1 and 3 with equal probability: mean 2, standard deviation 1. */
const coin = `2.0${formatUx({
  type: 4,
  count: 1,
  mean: 2,
  positions: Float64Array.of(1, 3),
  masses: Float64Array.of(0.5, 0.5),
})}`;

test('every printed value becomes a line with its name from the output', async () => {
  const stdout = `lift (N): ${coin}\ndrag: ${coin}\ncount: 3\n`;
  const { count, text } = await listValues('csv', stdout, { origin, loadSamples: noSamples });
  expect(count).toBe(2);
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^lift,N,2,2,1,/);
  expect(lines[2]).toMatch(/^drag,,2,2,1,/);
});

test('JSON states where the run came from, and its Ux text can be read back', async () => {
  const { text } = await listValues('json', `lift: ${coin}\n`, { origin, loadSamples: noSamples });
  const told = JSON.parse(text);
  expect(told).toMatchObject({ ...origin, values: [{ label: 'lift', mean: 2, standardDeviation: 1 }] });
  const again = await listValues('json', `lift: ${told.values[0].ux}\n`, { origin, loadSamples: noSamples });
  expect(JSON.parse(again.text)).toEqual(told);
});

test('all samples of a Reference run are loaded, however many values it has', async () => {
  const line = `x (m): 1.5<ValueID>${REFERENCE}</ValueID>\n`;
  const asked: string[] = [];
  const loadSamples = async (id: string) => {
    asked.push(id);
    return Float64Array.of(1, 2, 3);
  };
  const { count, text } = await listValues('csv', line.repeat(60), { origin, loadSamples });
  expect([count, asked.length, asked[0]]).toEqual([60, 60, REFERENCE]);
  // Samples have no particle.
  expect(text.split('\r\n')[1]).toMatch(/^x,m,,2,/);
});
