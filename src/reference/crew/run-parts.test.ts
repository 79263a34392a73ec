import { expect, test, vi } from 'vitest';
import { findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import type { ReferenceAnswer, ReferenceRequest } from '../program/reference-messages.ts';
import type { ReferenceWorker } from './reference-crew.ts';
import { runParts } from './run-parts.ts';
import type { PartResult, PartSource } from './share-runs.ts';

const PART_RUNS = 3;

/** A worker whose runs print nothing and finish immediately; `begun` lists the runs requested from it. */
function createContext(begun: number[]) {
  const createWorker = (): ReferenceWorker => {
    let listen: (answer: ReferenceAnswer) => void = () => undefined;
    const answer = (request: ReferenceRequest): ReferenceAnswer => {
      if (request.kind === 'reference') return { kind: 'ready' };
      const { first, count } = request;
      begun.push(first);
      const none = { newPlaces: [], earlierPlaces: [], dropped: 0 };
      const columns = {
        counts: new Int32Array(),
        values: new Float64Array(),
        runs: new Uint32Array(),
        sequences: new Uint32Array(count),
      };
      const figures = { failed: [], calls: count, longestMs: 1, isLast: true };
      return { kind: 'block', first, count, block: { ...none, ...columns }, ...figures };
    };
    return {
      post: (request) => queueMicrotask(() => listen(answer(request))),
      onMessage: (listener) => {
        listen = listener;
      },
      onFailure: () => undefined,
      terminate: () => undefined,
    };
  };
  return { kernels: {} as WebAssembly.Module, createWorker, parallelism: 1 };
}

/** A source with this number of parts, which it delivers when the test permits. */
function openSource(count: number) {
  const handed: { readonly result: PartResult; readonly accept: () => void; readonly refuse: () => void }[] =
    [];
  let taken = 0;
  const source: PartSource = {
    next: async () => {
      if (taken === count) return undefined;
      taken += 1;
      return { first: taken * PART_RUNS, count: PART_RUNS, timing: { runMs: 1, longestMs: 1 } };
    },
    deliver: (result) =>
      new Promise((resolve, reject) => {
        handed.push({ result, accept: resolve, refuse: () => reject(new Error('not stored')) });
      }),
  };
  return { source, handed };
}

const REQUEST = { module: new Uint8Array(), core: findDefaultCore('C0-Reference') };

test('the next part runs while a part is being delivered, and parts are delivered one at a time', async () => {
  const begun: number[] = [];
  const { source, handed } = openSource(3);
  let isOver = false;
  const running = runParts(REQUEST, createContext(begun), source).then(() => {
    isOver = true;
  });
  await vi.waitUntil(() => begun.length >= 3);
  const starts = () => handed.map(({ result }) => [result.first, result.count, result.calls]);
  expect(starts()).toEqual([[3, 3, 3]]);
  handed[0]!.accept();
  await vi.waitUntil(() => handed.length === 2);
  handed[1]!.accept();
  await vi.waitUntil(() => handed.length === 3);
  expect(starts()).toEqual([
    [3, 3, 3],
    [6, 3, 3],
    [9, 3, 3],
  ]);
  expect(isOver).toBe(false);
  handed[2]!.accept();
  await running;
});

test('if a delivery is rejected, work on the next part stops', async () => {
  const begun: number[] = [];
  const { source, handed } = openSource(2);
  const running = runParts(REQUEST, createContext(begun), source);
  await vi.waitUntil(() => handed.length === 1);
  handed[0]!.refuse();
  await expect(running).rejects.toThrow('not stored');
});
