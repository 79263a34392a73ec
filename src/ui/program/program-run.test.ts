import { expect, test } from 'vitest';
import { elementWordsOf } from '../../docs/words/element-words.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { LONGEST_LINE } from '../console/line-limit.ts';
import { describeRun, listFigures } from './describe-run.ts';
import { ProgramRun } from './program-run.ts';

const VALUE =
  '21.5Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000';
const STATISTICS = { executionTimeMs: 12.4, hookCalls: 1, records: 1 };

const ENGLISH = elementWordsOf('en');

/** The text of a run as displayed by the element. */
function tell(run: ProgramRun, words = ENGLISH): string {
  const { sentence, message } = describeRun(run, words);
  return `${sentence} ${message}`.trim();
}

function say(run: ProgramRun, text: string, stream: 'stdout' | 'stderr' = 'stdout'): void {
  run.hear({ kind: 'output', stream, text });
}

test('a run reports each of its steps, from the download to its end', () => {
  const run = new ProgramRun();
  run.hear({ kind: 'loading', doneBytes: 1_500_000, totalBytes: 20_000_000 });
  expect([run.state, tell(run)]).toEqual(['loading', 'Downloading the compiler, once: 1.5 of 20.0 MB']);
  run.hear({ kind: 'waiting' });
  expect(tell(run)).toBe('Waiting for another program…');
  run.hear({ kind: 'building' });
  run.hear({ kind: 'running', diagnostics: [] });
  expect(tell(run)).toBe('Running…');
  run.end({ kind: 'ran', end: { kind: 'exited', exitStatus: 3 }, statistics: STATISTICS, buildTimeMs: 1234 });
  expect(run.state).toBe('ended');
  expect(tell(run)).toMatch(/^Ended after [\d.]+ s: exit status 3$/);
  expect(listFigures(run, ENGLISH).slice(1)).toEqual([
    ['Build', '1.23 s'],
    ['Run', '12 ms'],
    ['Core calls', '1'],
  ]);
});

test('a run is described with the words and number format of the page’s language; core messages stay in English', () => {
  const german = elementWordsOf('de-AT');
  const run = new ProgramRun();
  run.hear({ kind: 'loading', doneBytes: 1_500_000, totalBytes: 20_000_000 });
  expect(tell(run, german)).toContain('1,5 von 20,0 MB');
  const statistics = { ...STATISTICS, hookCalls: 1_234_567 };
  const end = { kind: 'stopped', code: 'trap', message: 'out of bounds', exitStatus: 134 } as const;
  run.end({ kind: 'ran', end, statistics, buildTimeMs: 1234 });
  const { sentence, message } = describeRun(run, german);
  expect(sentence).toMatch(/^Beendet nach 0,\d+ s:$/);
  expect(message).toBe('out of bounds');
  expect(listFigures(run, elementWordsOf('de')).slice(1)).toEqual([
    ['Übersetzen', '1,23 s'],
    ['Ausführen', '12 ms'],
    ['Aufrufe des Kerns', '1.234.567'],
  ]);
  // After switching to another language, no text remains in the first language.
  expect(describeRun(run, elementWordsOf('ar')).sentence).toMatch(/^انتهى بعد 0[.,]\d+ ث:$/);
});

test('output for changed inputs keeps its run’s description', () => {
  const run = new ProgramRun();
  run.end({ kind: 'ran', end: { kind: 'exited', exitStatus: 0 }, statistics: STATISTICS, buildTimeMs: 1 });
  const other = new ProgramRun();
  other.show(`x = ${VALUE}\n`, run);
  expect([other.pieces.length, tell(other)]).toEqual([3, tell(run)]);
});

test('a run that was stopped early or could not load reports the reason', () => {
  const stopped = new ProgramRun();
  stopped.fail({ kind: 'stopped' });
  expect([stopped.state, tell(stopped)]).toEqual(['failed', 'Stopped.']);
  const away = new ProgramRun();
  away.fail({ kind: 'failed', error: new HazeError('runner-unavailable', 'its site cannot be reached') });
  expect(tell(away, elementWordsOf('fr'))).toMatch(/^Ce qui exécute les programmes n’a pas pu être chargé/);
});

test('a value that arrives in two parts is shown as one value', () => {
  const run = new ProgramRun();
  say(run, `a ${VALUE.slice(0, 50)}`);
  say(run, `${VALUE.slice(50)} b`);
  run.fail({ kind: 'failed', error: new Error('gone') });
  expect(run.pieces.map((piece) => (piece.kind === 'value' ? piece.shown : piece.text))).toEqual([
    'a ',
    '21.50 ± 0.25',
    ' b',
  ]);
  expect([run.state, tell(run)]).toEqual(['failed', 'gone']);
});

test('a failed build shows its diagnostics or, if there are none, its log', () => {
  const run = new ProgramRun();
  const error = { file: 'main.c', line: 2, severity: 'error', message: 'x', notes: [], fixIts: [] } as const;
  run.end({ kind: 'not-built', problem: 'x', log: 'log', diagnostics: [error] });
  expect([run.diagnostics.length, run.stderr]).toEqual([1, '']);
  const other = new ProgramRun();
  other.end({ kind: 'not-built', problem: 'no main', log: 'wasm-ld: no main', diagnostics: [] });
  expect([tell(other), other.stderr]).toEqual(['The program does not build: no main', 'wasm-ld: no main']);
});

test('excessive output is cut, and the hidden characters are counted', () => {
  const run = new ProgramRun();
  for (let i = 0; i < 30; i++) say(run, `${'x'.repeat(999)}\n`.repeat(100));
  for (let i = 0; i < 20; i++) say(run, 'e'.repeat(100_000), 'stderr');
  run.fail({ kind: 'stopped' });
  const shown = run.pieces.reduce((sum, { text }) => sum + text.length, 0);
  expect(shown).toBe(1_000_000);
  // An endless line is marked at the point where it was cut.
  expect(run.stderr).toBe(`${'e'.repeat(LONGEST_LINE)}…`);
  expect(shown + LONGEST_LINE + run.hidden).toBe(5_000_000);
});

test('only the beginning of an endless line is shown', () => {
  const run = new ProgramRun();
  for (let i = 0; i < 300; i++) say(run, 'x'.repeat(1000));
  run.fail({ kind: 'stopped' });
  const shown = run.pieces.map(({ text }) => text).join('');
  expect(shown).toBe(`${'x'.repeat(LONGEST_LINE)}…`);
  expect(run.hidden).toBe(300_000 - LONGEST_LINE);
});

test('thousands of values are cut after a line, and the hidden characters are counted', () => {
  const run = new ProgramRun();
  for (let i = 1; i <= 2000; i++) say(run, `${i}: low ${VALUE}, middle ${VALUE}, high ${VALUE} m\n`);
  run.fail({ kind: 'stopped' });
  const shown = run.pieces.map((piece) => (piece.kind === 'value' ? piece.shown : piece.text)).join('');
  const lines = shown.split('\n');
  // 5 000 values, each with the text that remains on its line.
  expect([lines.length, lines.at(-1)]).toEqual([1668, '']);
  expect(lines.at(-2)).toBe('1667: low 21.50 ± 0.25, middle 21.50 ± 0.25, high 21.50 ± 0.25 m');
  expect(run.hidden).toBe(333 * (lines.at(-2)!.length + 1));
});

test('only a limited amount of endless output is kept', () => {
  const run = new ProgramRun();
  const text = 'spam '.repeat(200_000);
  for (let i = 0; i < 40; i++) run.hear({ kind: 'output', stream: 'stdout', text });
  expect(run.printed.length).toBeLessThan(20_000_000);
  expect(run.hidden).toBeGreaterThan(38_000_000);
});
