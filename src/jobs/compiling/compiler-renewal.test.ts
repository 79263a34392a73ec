import { expect, test, vi } from 'vitest';
import { startInThread, type WorkerInThread } from '../../../test/jobs/worker-in-thread.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { CompileClient } from './compile-client.ts';
import type { CompileHost, CompileService } from './compile-service.ts';
import { createRenewal, type RenewalOptions } from './compiler-renewal.ts';
import type { KeptEntry } from './memory-object-cache.ts';

const OUTPUT = { ok: false, log: '', buildTimeMs: 1 } as const;
const MOST_BYTES = 100;
const FRESH_BYTES = 60;

interface Compiler {
  readonly worker: WorkerInThread;
  isWarm: boolean;
  kept: readonly KeptEntry[];
  builds: number;
  /** Functions that finish the builds in progress. */
  readonly ends: (() => void)[];
}

/** Compilers that use 60 bytes, and 60 more after each build. */
function open({ isHeld = false, ...more }: Partial<RenewalOptions> & { isHeld?: boolean } = {}) {
  const compilers: Compiler[] = [];
  const told: string[] = [];
  let isBroken = false;
  const createWorker = () => {
    const compiler = { isWarm: false, kept: [], builds: 0, ends: [] } as unknown as Compiler;
    const worker = startInThread<CompileService, CompileHost>(
      () =>
        ({
          warm: async () => {
            if (isBroken) throw new HazeError('toolchain-load-failed', 'no memory');
            compiler.isWarm = true;
          },
          build: async () => {
            if (isHeld) await new Promise<void>((resolve) => compiler.ends.push(resolve));
            compiler.builds += 1;
            compiler.kept = [...compiler.kept, [`object ${compiler.builds}`, Uint8Array.of(compiler.builds)]];
            return OUTPUT;
          },
          measure: async () => FRESH_BYTES * (1 + compiler.builds),
          listKept: async () => compiler.kept,
          keep: async (entries: readonly KeptEntry[]) => {
            compiler.kept = entries;
          },
        }) as unknown as CompileService,
    );
    compilers.push(Object.assign(compiler, { worker }));
    return worker;
  };
  const client = new CompileClient({
    createWorker,
    createRenewal: createRenewal({
      mostBytes: MOST_BYTES,
      whenRoom: (work) => work(),
      onHeld: (bytes) => told.push(`holds ${bytes}`),
      onFailure: (error) => told.push((error as Error).message),
      ...more,
    }),
    onEnded: (reason, heldBytes) => told.push(`${reason} ${heldBytes ?? ''}`.trim()),
  });
  const build = (signal = new AbortController().signal) =>
    client.build({ sources: new Map() }, { signal, timeLimitMs: 10_000, account: 'a' });
  const setBroken = (value: boolean) => {
    isBroken = value;
  };
  return { client, compilers, told, build, setBroken };
}

test('a compiler that uses too much memory is replaced by a warm compiler with the same cache', async () => {
  const { client, compilers, told, build } = open();
  expect(await build()).toEqual(OUTPUT);
  await vi.waitUntil(() => told.length === 3);
  expect(told).toEqual(['holds 120', 'holds 60', 'memory 120']);
  const [first, second] = compilers;
  expect(first!.worker.isEnded).toBe(true);
  expect(second).toMatchObject({ isWarm: true, kept: [['object 1', Uint8Array.of(1)]], builds: 0 });
  await build();
  expect(second!.builds).toBe(1);
  await vi.waitUntil(() => compilers.length === 3 && second!.worker.isEnded);
  client.close();
  expect(compilers[2]!.worker.isEnded).toBe(true);
});

test('a build that starts in the meantime finishes in the old compiler before the compiler is replaced', async () => {
  const { compilers, told, build } = open({ isHeld: true });
  const one = build();
  await vi.waitUntil(() => compilers[0]?.ends.length === 1);
  const two = one.then(() => build());
  compilers[0]!.ends[0]!();
  expect(await one).toEqual(OUTPUT);
  await vi.waitUntil(() => compilers[1]?.isWarm && compilers[0]!.ends.length === 2);
  expect(compilers[0]!.worker.isEnded).toBe(false);
  expect(told).toEqual(['holds 120']);
  compilers[0]!.ends[1]!();
  expect(await two).toEqual(OUTPUT);
  await vi.waitUntil(() => told.includes('memory 120'));
  expect(compilers.map(({ worker, builds }) => [worker.isEnded, builds])).toEqual([
    [true, 2],
    [false, 0],
  ]);
});

test('a replacement loads only when there is enough memory, and not after the first compiler has ended', async () => {
  const works: (() => Promise<void>)[] = [];
  const { compilers, told, build } = open({
    whenRoom: async (work) => {
      works.push(work);
    },
  });
  await build();
  await vi.waitUntil(() => works.length === 1);
  expect(compilers).toHaveLength(1);
  compilers[0]!.worker.fail('it had to go');
  await works[0]!();
  expect(compilers).toHaveLength(1);
  expect(told).toEqual(['holds 120', 'died']);
});

test('if a replacement fails to load, the first compiler stays, and loading is retried after the next build', async () => {
  const { compilers, told, build, setBroken } = open();
  setBroken(true);
  await build();
  await vi.waitUntil(() => told.length === 2);
  expect(told).toEqual(['holds 120', 'no memory']);
  expect(compilers.map(({ worker }) => worker.isEnded)).toEqual([false, true]);
  setBroken(false);
  await build();
  await vi.waitUntil(() => told.includes('memory 180'));
  expect(compilers.map(({ worker }) => worker.isEnded)).toEqual([true, true, false]);
});

test('a cancelled compiler reports only its cancellation', async () => {
  const { told, build, compilers } = open({ isHeld: true });
  const controller = new AbortController();
  const building = build(controller.signal);
  await vi.waitUntil(() => compilers.length === 1);
  controller.abort(new HazeError('job-lost', 'cancelled'));
  await expect(building).rejects.toMatchObject({ code: 'job-lost' });
  expect(told).toEqual(['cancelled']);
});
