import { expect, test } from 'vitest';
import { describeProgram, type Program } from '../../draft/program.ts';
import { Project } from '../../project/project.ts';
import { IDLE } from '../../run/run-state.ts';
import { areStale, describeOrigin, isStale } from './result-origin.ts';

const PROGRAM = describeProgram({ source: 'int main(void) {}' });
const RUN = { ...IDLE, phase: 'ended', outcome: 'completed' } as const;

test.each<[Partial<Program>, boolean]>([
  [{}, false],
  [{ title: 'another name' }, false],
  [{ settings: {} }, false],
  [{ source: 'int main(void) { }' }, true],
  [{ core: 'C0-XL' }, true],
  [{ arguments: '5' }, true],
  [{ stdin: '5' }, true],
  [{ flags: '-O1' }, true],
  [{ settings: { seed: '7' } }, true],
  [{ files: [{ path: 'a', text: 'b' }] }, true],
])('after the change %j, a result is out of date: %s', (change, isOld) => {
  const origin = describeOrigin(PROGRAM, 'C0-S', undefined);
  const state = { origin, program: { ...PROGRAM, ...change }, project: undefined };
  expect(isStale({ ...state, run: RUN })).toBe(isOld);
  expect(isStale({ ...state, run: IDLE })).toBe(false);
});

test('results from several cores become out of date when the program changes, but not when its core does', () => {
  const coreRuns = { origin: describeOrigin(PROGRAM, 'C0-S', undefined) };
  const areOld = (change: Partial<Program>) =>
    areStale({ coreRuns, program: { ...PROGRAM, ...change }, project: undefined });
  expect(areOld({ core: 'C0-XL' })).toBe(false);
  expect(areOld({ source: 'int main(void) { }' })).toBe(true);
  expect(areOld({ stdin: '5' })).toBe(true);
});

test('a project’s result stays valid when the editor shows another file or an edit is undone', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const project = new Project(
    'p',
    new Map([
      ['a.c', bytes('a')],
      ['b.c', bytes('b')],
    ]),
  );
  project.maybeOpen('a.c');
  const origin = describeOrigin({ ...PROGRAM, source: 'a' }, 'C0-S', project);
  const stale = (source: string) => isStale({ run: RUN, origin, program: { ...PROGRAM, source }, project });
  expect(stale('b')).toBe(false);
  project.setText('changed');
  expect(stale('changed')).toBe(true);
  project.setText('a');
  expect(stale('a')).toBe(false);
  expect(isStale({ run: RUN, origin, program: PROGRAM, project: undefined })).toBe(true);
});
