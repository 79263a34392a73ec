import { expect, test } from 'vitest';
import type { CheckedOut } from '../repositories/check-out.ts';
import { type CloneWorker, createCloneClient } from './clone-client.ts';
import type { CloneMessage } from './clone-messages.ts';
import { createCompileClient } from './compile-client.ts';
import type { CompileMessage, CompileOrder } from './compile-messages.ts';
import { maybeManyFiles, sliceFiles } from './file-slices.ts';

function manyFiles(count: number): Map<string, Uint8Array> {
  const entries = Array.from({ length: count }, (_, index) => [`f${index}.h`, Uint8Array.of(index)] as const);
  return new Map(entries);
}

test('files come in slices of a thousand files or four megabytes, in their order', () => {
  const files = manyFiles(2500);
  expect([...sliceFiles(files)].map((slice) => slice.length)).toEqual([1000, 1000, 500]);
  expect(new Map([...sliceFiles(files)].flat())).toEqual(files);
  const large = new Map(['a', 'b', 'c'].map((path) => [path, new Uint8Array(3 << 20)]));
  expect([...sliceFiles(large)].map((slice) => slice.length)).toEqual([2, 1]);
  expect([...sliceFiles(new Map())]).toEqual([]);
  expect([maybeManyFiles(manyFiles(1000)), maybeManyFiles({ 'a.c': '' })]).toEqual([undefined, undefined]);
});

test('a repository arrives whole, and everybody has a turn between two slices of it', async () => {
  const files = manyFiles(2500);
  const slices = [...sliceFiles(files)];
  let turns = 0;
  let tell: (message: CloneMessage) => void = () => undefined;
  const worker: CloneWorker = {
    onMessage: (listener) => {
      tell = listener;
    },
    onFailure: () => undefined,
    terminate: () => undefined,
    post: ({ kind }) => {
      if (kind === 'check-out') setTimeout(() => (turns += 1), 0);
      const slice = slices.shift();
      const result: CheckedOut = { files: new Map(), commit: 'c', remarks: [] };
      if (slice) queueMicrotask(() => tell({ kind: 'files', files: slice }));
      else queueMicrotask(() => tell({ kind: 'done', result, contentHash: `after ${turns}` }));
    },
  };
  const shelf = { get: async () => undefined, put: async () => undefined };
  const context = { shelf, signal: new AbortController().signal, report: () => undefined };
  const taken = await createCloneClient(() => worker)({} as never, context);
  expect(taken).toEqual({ files, commit: 'c', remarks: [], contentHash: 'after 1' });
});

test('a build of many files sends them before it, and again to the worker that takes the place of another', async () => {
  const orders: CompileOrder[][] = [];
  const listeners: ((message: CompileMessage) => void)[] = [];
  const cancelled = new AbortController();
  const createWorker = () => {
    const index = orders.push([]) - 1;
    return {
      onMessage: (listener: (message: CompileMessage) => void) => {
        listeners[index] = listener;
      },
      onFailure: () => undefined,
      terminate: () => undefined,
      post: (order: CompileOrder) => {
        orders[index]!.push(order);
        if (index === 0 && order.kind === 'part') cancelled.abort(new Error('cancelled'));
        if (index === 1 && order.kind === 'build') {
          listeners[1]!({ kind: 'answer', id: order.id, value: { ok: true } as never });
        }
      },
    };
  };
  const client = createCompileClient({ createWorker });
  const sources = manyFiles(2500);
  const small = client.build(
    { sources: { 'a.c': '' } },
    { timeLimitMs: 1e6, signal: cancelled.signal, account: 'a' },
  );
  small.catch(() => undefined);
  const signal = new AbortController().signal;
  await client.build({ sources }, { timeLimitMs: 1e6, signal, account: 'a' });
  await expect(small).rejects.toThrow('cancelled');
  const parts = orders[1]!.flatMap((order) => (order.kind === 'part' ? order.files : []));
  expect(new Map(parts)).toEqual(sources);
  expect(orders[1]!.at(-1)).toMatchObject({
    kind: 'build',
    isInParts: true,
    request: { sources: new Map() },
  });
});
