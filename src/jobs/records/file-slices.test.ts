import { expect, test } from 'vitest';
import { startInThread } from '../../../test/jobs/worker-in-thread.ts';
import { createCloneClient } from '../cloning/clone-client.ts';
import type { CloneHost, CloneService } from '../cloning/clone-service.ts';
import { CompileClient } from '../compiling/compile-client.ts';
import type { CompileHost, CompileService } from '../compiling/compile-service.ts';
import { type FileSlice, maybeManyFiles, sliceFiles } from './file-slices.ts';
import type { RemoteWorker } from './remote.ts';

function manyFiles(count: number): Map<string, Uint8Array> {
  const entries = Array.from({ length: count }, (_, index) => [`f${index}.h`, Uint8Array.of(index)] as const);
  return new Map(entries);
}

test('files arrive in slices of a thousand files or four megabytes, in order', () => {
  const files = manyFiles(2500);
  expect([...sliceFiles(files)].map((slice) => slice.length)).toEqual([1000, 1000, 500]);
  expect(new Map([...sliceFiles(files)].flat())).toEqual(files);
  const large = new Map(['a', 'b', 'c'].map((path) => [path, new Uint8Array(3 << 20)]));
  expect([...sliceFiles(large)].map((slice) => slice.length)).toEqual([2, 1]);
  expect([...sliceFiles(new Map())]).toEqual([]);
  expect([maybeManyFiles(manyFiles(1000)), maybeManyFiles({ 'a.c': '' })]).toEqual([undefined, undefined]);
});

test('a repository arrives complete, and each slice is sent only after the previous one was received', async () => {
  const files = manyFiles(2500);
  let atOnce = 0;
  const worker = startInThread<CloneService, CloneHost>((host) => ({
    async checkOut() {
      for (const slice of sliceFiles(files)) {
        atOnce += 1;
        await host.takeFiles(slice);
        atOnce -= 1;
      }
      await host.report('here it is');
      return { commit: 'c', remarks: [], contentHash: `${atOnce} on their way` };
    },
  }));
  const shelf = { get: async () => undefined, put: async () => undefined };
  const reports: string[] = [];
  const context = {
    shelf,
    signal: new AbortController().signal,
    report: (line: string) => reports.push(line),
  };
  const taken = await createCloneClient(() => worker)({} as never, context);
  expect(taken).toEqual({ files, commit: 'c', remarks: [], contentHash: '0 on their way' });
  expect([reports, worker.isEnded]).toEqual([['here it is'], true]);
});

test('a check-out that takes too long fails, and its worker is stopped', async () => {
  const worker = startInThread<CloneService, CloneHost>(() => ({
    checkOut: () => new Promise(() => undefined),
  }));
  const shelf = { get: async () => undefined, put: async () => undefined };
  const context = { shelf, signal: new AbortController().signal, report: () => undefined };
  const taken = createCloneClient(() => worker, 60)({ url: 'https://far.example/a' } as never, context);
  await expect(taken).rejects.toMatchObject({
    code: 'clone-failed',
    message: expect.stringMatching(/^The repository https:\/\/far\.example\/a was not fetched within /),
  });
  expect(worker.isEnded).toBe(true);
});

test('a build with many files sends them in advance, and again to a replacement worker', async () => {
  const sources = manyFiles(2500);
  const cancelled = new AbortController();
  const workers: { readonly parts: FileSlice[]; readonly worker: RemoteWorker }[] = [];
  const createWorker = () => {
    const parts: FileSlice[] = [];
    const isFirst = workers.length === 0;
    const worker = startInThread<CompileService, CompileHost>(
      () =>
        ({
          addSources: async (_id, slice) => {
            parts.push(slice);
            if (isFirst) cancelled.abort(new Error('cancelled'));
          },
          build: async (_id, request) => (isFirst ? new Promise(() => undefined) : { ok: true, request }),
        }) as Partial<CompileService> as CompileService,
    );
    workers.push({ parts, worker });
    return worker;
  };
  const client = new CompileClient({ createWorker });
  const { signal } = cancelled;
  const small = client.build({ sources: { 'a.c': '' } }, { timeLimitMs: 1e6, signal, account: 'a' });
  small.catch(() => undefined);
  const other = { timeLimitMs: 1e6, signal: new AbortController().signal, account: 'a' };
  const built = await client.build({ sources }, other);
  await expect(small).rejects.toThrow('cancelled');
  expect(workers.map(({ parts }) => parts.length)).toEqual([1, 3]);
  expect(new Map(workers[1]!.parts.flat())).toEqual(sources);
  expect(built).toEqual({ ok: true, request: { sources: new Map() } });
});
