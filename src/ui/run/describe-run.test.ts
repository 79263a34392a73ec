import { expect, test } from 'vitest';
import { elementWordsOf } from '../../docs/words/element-words.ts';
import { describePhase, listFigures } from './describe-run.ts';
import { formatClock, formatDuration, formatTime } from './format-figures.ts';
import { IDLE } from './run-state.ts';

test.each([
  [999, '–'],
  [1000, '1 s'],
  [59_999, '59 s'],
  [60_000, '1:00'],
  [754_000, '12:34'],
])('after %i ms, the clock shows %s', (timeMs, shown) => expect(formatClock(timeMs)).toBe(shown));

test("the clock runs while a program runs, and is then replaced by the run's time", () => {
  const running = { ...IDLE, phase: 'running', startedMs: 1000 } as const;
  expect(listFigures(running, 6500)[0]).toEqual(['Total', '5 s']);
  expect(listFigures({ ...running, phase: 'ended', tookMs: 5600 }, 99_000)[0]).toEqual(['Total', '5.60 s']);
  expect(listFigures({ ...running, phase: 'ended' }, 99_000)[0]).toEqual(['Total', '–']);
});

test.each([
  [0, '0.01 s'],
  [42, '0.04 s'],
  [94, '0.09 s'],
  [96, '0.1 s'],
  [312, '0.3 s'],
  [9960, '10 s'],
  [59_600, '1:00 min'],
  [125_400, '2:05 min'],
])('%i ms are shown as %s', (timeMs, shown) => expect(formatDuration(timeMs)).toBe(shown));

test('the line about a finished run shows its time and, if it ended early, the reason', () => {
  const ended = { ...IDLE, phase: 'ended', tookMs: 312 } as const;
  expect(describePhase({ ...ended, outcome: 'completed' }, undefined)).toBe('Completed in 0.3 s');
  const task = {
    Object: 'Task',
    TaskID: 'tsk',
    BuildID: 'bld',
    Owner: 'usr',
    Status: 'Stopped',
    StatusTransitions: [{ Status: 'Stopped', Timestamp: 0, Message: 'exit status 3' }],
    Arguments: '',
    DataSources: [],
    CreatedAt: 0,
    UpdatedAt: 0,
  } as const;
  expect(describePhase({ ...ended, outcome: 'stopped', task: { ...task } as never }, undefined)).toBe(
    'Ended after 0.3 s: exit status 3',
  );
});

test('a failed build without diagnostics shows its reason', () => {
  const failed = {
    ...IDLE,
    phase: 'ended',
    outcome: 'build-failed',
    problem: 'The storage is full.',
  } as const;
  expect(describePhase(failed, undefined)).toBe('The program does not build: The storage is full.');
  const diagnostics = [{ severity: 'error', message: 'expected ;' }] as never;
  expect(describePhase({ ...failed, diagnostics }, undefined)).toBe('The program does not build');
});

test.each([
  ['en', '0.04 s', '12 s', '2:05 min', '1.23 s', '1,234,567'],
  ['de', '0,04 s', '12 s', '2:05 min', '1,23 s', '1.234.567'],
  ['de-CH', '0.04 s', '12 s', '2:05 min', '1.23 s', '1’234’567'],
  ['zh-Hans', '0.04 秒', '12 秒', '2:05 分钟', '1.23 秒', '1,234,567'],
  ['ar-EG', '٠٫٠٤ ث', '١٢ ث', '٢:٠٥ د', '١٫٢٣ ث', '١٬٢٣٤٬٥٦٧'],
])('numbers have the format used in the language %s', (lang, ...shown) => {
  const words = elementWordsOf(lang);
  const written = [
    ...[42, 12_300, 125_400].map((timeMs) => formatDuration(timeMs, words)),
    formatTime(1234, words),
    words.number(1_234_567),
  ];
  // The apostrophe in Swiss numbers is straight in some versions of the locale data and curly in others.
  expect(written.map((text) => text.replaceAll("'", '’'))).toEqual(shown);
});
