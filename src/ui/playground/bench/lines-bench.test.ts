import type { Extension } from '@codemirror/state';
import { expect, test, vi } from 'vitest';
import { Project } from '../../project/project.ts';
import { IDLE } from '../../run/run-state.ts';
import type { PageState } from '../page/page-state.ts';
import { describeOrigin } from '../page/result-origin.ts';
import type { Bench } from './bench.ts';
import { LinesBench } from './lines-bench.ts';
import type { UncertaintyBench } from './uncertainty-bench.ts';

// Node has no elements, and this test renders none.
vi.mock('../../value/haze-spark.ts', () => ({}));

const bytes = (text: string) => new TextEncoder().encode(text);

test('values by line return with their file only while the project is as it was run', async () => {
  const project = new Project('p', new Map(['a.c', 'b.c'].map((path) => [path, bytes('int x;')])));
  project.maybeOpen('a.c');
  const program = { language: 'C', source: 'int x;', arguments: '', stdin: '', files: [], core: 'C0-S' };
  const state = {
    ...{ project, program, cores: [], layout: { hasMargin: true } },
    run: { ...IDLE, phase: 'ended', outcome: 'completed' },
    origin: describeOrigin(program as never, 'C0-S', project),
  } as unknown as PageState;
  const shown: Extension[] = [];
  const bench = {
    ...{ state, change: () => undefined, say: () => undefined },
    parts: { editor: { setMargin: (margin: Extension) => shown.push(margin) } },
  } as unknown as Bench;
  const value = { file: 'a.c', line: 1, text: '1.5', count: 1, lowest: 1.5, highest: 1.5 };
  const answer = { kind: 'ran', end: { kind: 'exited' }, lines: { lines: [value], leftOut: 0 } };
  const lines = new LinesBench(bench, { askLines: async () => answer } as unknown as UncertaintyBench);
  await lines.list();
  project.maybeOpen('b.c');
  lines.show();
  project.maybeOpen('a.c');
  lines.show();
  project.setText('int y;\nint x;');
  lines.show();
  expect(shown.map((margin) => Array.isArray(margin) && margin.length === 0)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
