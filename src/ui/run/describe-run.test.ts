import { expect, test } from 'vitest';
import { formatClock, listFigures } from './describe-run.ts';
import { IDLE } from './run-state.ts';

test.each([
  [999, '–'],
  [1000, '1 s'],
  [59_999, '59 s'],
  [60_000, '1:00'],
  [754_000, '12:34'],
])('after %i ms the clock says %s', (timeMs, shown) => expect(formatClock(timeMs)).toBe(shown));

test('the clock goes on while a program runs, and gives way to the time that it took', () => {
  const running = { ...IDLE, phase: 'running', startedMs: 1000 } as const;
  expect(listFigures(running, 6500)[0]).toEqual(['in all', '5 s']);
  expect(listFigures({ ...running, phase: 'ended', tookMs: 5600 }, 99_000)[0]).toEqual(['in all', '5.60 s']);
  expect(listFigures({ ...running, phase: 'ended' }, 99_000)[0]).toEqual(['in all', '–']);
});
