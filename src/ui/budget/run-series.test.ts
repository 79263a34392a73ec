import { expect, test } from 'vitest';
import type { PrintedValue } from '../../budget/explain-trace.ts';
import { findRunSeries } from './run-series.ts';

const name = (ordinal: number) => `<ValueID>val_${ordinal.toString(16).padStart(32, '0')}</ValueID>`;

function printed(ordinal: number, lanes: Float64Array | undefined, mean: number): PrintedValue {
  const value = {
    text: name(ordinal),
    mean,
    standardDeviation: lanes ? 1 : 0,
    lanes,
    sources: [],
    calls: [],
  };
  return { label: '', line: 1, ordinal, value: value as unknown as PrintedValue['value'] };
}

test('values that a Reference core prints with the same text become a series of draws, plotted over the plain numbers next to them', () => {
  const rounds = [0, 1, 2].map((i) => ({ t: i / 4, draws: Float64Array.of(i - 1, i, i + 1) }));
  const stdout = rounds
    .map(({ t }, i) => `t = ${t}${name(2 * i)} s: x = ${i}${name(2 * i + 1)} m\n`)
    .join('');
  // The order in which values are listed may differ from the order in which they were printed.
  const values = rounds
    .flatMap(({ t, draws }, i) => [printed(2 * i, undefined, t), printed(2 * i + 1, draws, i)])
    .reverse();
  const [x, ...more] = findRunSeries({ open: { values }, ran: { stdout: `${stdout}done\n` } });
  expect(more).toEqual([]);
  expect(x!.label).toBe('s: x');
  expect(x!.values).toEqual(rounds.map(({ draws }) => draws));
  expect(x!.companions).toEqual([{ label: 't', numbers: [0, 0.25, 0.5] }]);
});

test('output without names has no series of draws', () => {
  expect(findRunSeries({ open: { values: [] }, ran: { stdout: 'x = 1\nx = 2\nx = 3\n' } })).toEqual([]);
});
