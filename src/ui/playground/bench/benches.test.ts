// Tests of controllers whose tests are too small for files of their own.

import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { readZip } from '../../../client/project/project-files.ts';
import { DEFAULT_CORES } from '../../../uncertainty/core/core-spec.ts';
import { Project } from '../../project/project.ts';
import { IDLE } from '../../run/run-state.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { PageState } from '../page/page-state.ts';
import type { Bench } from './bench.ts';
import { CompareBench, isComparing } from './compare-bench.ts';
import { ProjectBench } from './project-bench.ts';
import type { RanProgram } from './ran-program.ts';
import { UncertaintyBench } from './uncertainty-bench.ts';
import { WritingBench } from './writing-bench.ts';

function openPage() {
  const builds: ((build: object) => void)[] = [];
  const cancelled: string[] = [];
  const client = {
    createBuild: () => new Promise((resolve) => builds.push(resolve)),
    cancelBuild: async (id: string) => void cancelled.push(id),
  } as unknown as ServiceClient;
  let state = { run: { ...IDLE, phase: 'ended', outcome: 'completed' }, cores: [] } as unknown as PageState;
  const said: string[] = [];
  const bench = {
    get state() {
      return state;
    },
    service: { reach: async () => ({ client, connection: { onJobChange: () => () => undefined } }) },
    parts: { console: { values: [] } },
    change: (changes: Partial<PageState>) => {
      state = { ...state, ...changes };
    },
    say: (sentence: string) => void said.push(sentence),
  } as unknown as Bench;
  const last = {
    program: { language: 'C', source: '', arguments: '', stdin: '', files: [] },
    own: {},
    folder: { send: async () => [] },
  } as unknown as RanProgram;
  const comparisons = new CompareBench(
    bench,
    () => last,
    () => 'mine',
  );
  return { bench, builds, cancelled, said, comparisons };
}

test('a comparison of a program that is no longer open is cancelled and never shown', async () => {
  const { bench, builds, cancelled, said, comparisons } = openPage();
  const comparing = comparisons.compare();
  await expect.poll(() => builds.length).toBe(1);
  comparisons.close();
  builds[0]!({ BuildID: 'bld', Status: 'In Progress', StatusTransitions: [] });
  await comparing;
  expect([bench.state.comparison, cancelled, said]).toEqual([undefined, ['bld'], []]);
});

test('a comparison can be stopped while its code loads', async () => {
  const { bench, builds, comparisons } = openPage();
  const comparing = comparisons.compare();
  await comparisons.stop();
  await comparing;
  expect([bench.state.comparison, builds]).toEqual([undefined, []]);
});

test('a second press while a comparison starts does nothing', async () => {
  const { bench, builds, comparisons } = openPage();
  void comparisons.compare();
  await comparisons.compare();
  expect(isComparing(bench.state.comparison)).toBe(true);
  await expect.poll(() => builds.length).toBe(1);
});

test('a comparison builds the files of its run, whatever the user has typed since', async () => {
  const project = new Project('p', new Map([['main.c', new TextEncoder().encode('int main() {}')]]));
  project.maybeOpen('main.c');
  const built: string[] = [];
  const client = {
    importRepository: async (_: string, zip: Uint8Array) => {
      const files = await readZip(zip, 'p.zip');
      built.push(new TextDecoder().decode(files.get('main.c')));
    },
    connectRepository: async () => ({ RepositoryID: 'rep' }),
    createRepositoryBuild: async () => ({ BuildID: 'bld' }),
  } as unknown as ServiceClient;
  const projects = new ProjectBench({ state: { project } } as unknown as Bench, () => undefined);
  const { createBuild } = projects.describeBuild(client, 'tab', project);
  await createBuild!({ CoreID: 'one', Arguments: '' });
  project.setText('int main() { return 1; }');
  await createBuild!({ CoreID: 'reference', Arguments: '' });
  expect(built).toEqual(['int main() {}', 'int main() {}']);
});

const PROGRAM = { language: 'C', source: '', arguments: '', stdin: '', files: [] };

function openBench(openEngine: () => Promise<unknown>) {
  const bench = {
    state: { run: { ...IDLE, task: { TaskID: 'tsk', Seed: 1 } }, connection: { openEngine } },
    change: () => undefined,
  } as unknown as Bench;
  const uncertainty = new UncertaintyBench(bench);
  uncertainty.note(PROGRAM as never, DEFAULT_CORES[0] as never, undefined);
  return uncertainty;
}

test('a question whose engine could not be loaded can be asked again', async () => {
  let isAway = true;
  const engine = {
    build: async () => ({ ok: true, module: new Uint8Array() }),
    run: async () => ({ end: { kind: 'exited' }, stdout: '' }),
  };
  const uncertainty = openBench(async () => {
    if (isAway) throw new Error('the network is away');
    return engine;
  });
  const { signal } = new AbortController();
  await expect(uncertainty.findFigures(signal)).rejects.toThrow('away');
  isAway = false;
  expect(await uncertainty.findFigures(signal)).toEqual(new Map());
});

test('the line for <uxhw.h> goes below the last include of a file with CRLF line endings', () => {
  const source = '#include <math.h>\r\n#include <stdio.h>\r\nint main(void) { return 0; }\r\n';
  let state = EditorState.create({ doc: source });
  const editor = {
    get source() {
      return state.doc.toString();
    },
    insert: (_: string, line: { at: number; text: string }) => {
      state = state.update({ changes: { from: line.at, insert: line.text } }).state;
    },
  };
  const bench = { state: { program: { source, language: 'C' } }, parts: { editor } } as unknown as Bench;
  new WritingBench(bench).insertCall('UxHwDoubleUniformDist(0.0, 1.0)');
  expect(editor.source.split('\n').slice(0, 4)).toEqual([
    '#include <math.h>',
    '#include <stdio.h>',
    '#include <uxhw.h>',
    'int main(void) { return 0; }',
  ]);
});
