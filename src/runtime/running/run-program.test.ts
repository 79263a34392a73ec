// Runs whose particle may never finish: after many values, a query is sent, and the response decides whether the run
// stops.
import { expect, it } from 'vitest';
import { findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import type { RunMessage } from './run-messages.ts';
import { type RunRequest, type RunWorker, runProgram } from './run-program.ts';

const NONE = new Uint8Array();
const MIXED = {
  passed: { stdout: NONE, stderr: NONE },
  held: { stdout: NONE, stderr: NONE },
  notices: [],
  ending: [],
  input: NONE,
  made: new Float64Array(),
  answers: new Float64Array(),
  knownAnswers: [],
};
const END: RunMessage = {
  kind: 'end',
  end: { kind: 'exited', exitStatus: 0 },
  statistics: { executionTimeMs: 1, hookCalls: 1, records: 1 },
  files: new Map(),
  removedFiles: [],
};

/** Runs a program whose worker immediately sends these messages. */
function runSending(
  messages: readonly RunMessage[],
  findEndless: NonNullable<RunRequest['findEndless']>,
  signal?: AbortSignal,
) {
  const worker: RunWorker = {
    post: () => {},
    onMessage: (listener) => queueMicrotask(() => messages.forEach(listener)),
    onFailure: () => {},
    terminate: () => {},
  };
  const kernels = {} as WebAssembly.Module;
  return runProgram(
    { core: findDefaultCore('C0-Joint'), module: NONE, findEndless, ...(signal && { signal }) },
    { kernels, createWorker: () => worker },
  );
}

const DOUBTED: readonly RunMessage[] = [
  { kind: 'started' },
  { kind: 'news', mixed: MIXED },
  { kind: 'news', madeValues: 20_000 },
];

it.each([
  ['continues', DOUBTED],
  ['has finished meanwhile', [...DOUBTED, END]],
])('a run that counts as endless and %s is stopped', async (_, messages) => {
  const { end, mixed } = await runSending(messages, () => Promise.resolve(true));
  expect(end).toMatchObject({ kind: 'stopped', message: 'still running after 20000 values' });
  expect(mixed).toMatchObject({ endlessValues: 20_000 });
});

it('a long run that is not endless is not stopped', async () => {
  const { end, mixed } = await runSending([...DOUBTED, END], () => Promise.resolve(false));
  expect(end).toEqual({ kind: 'exited', exitStatus: 0 });
  expect(mixed).toBeUndefined();
});

it('a run without a mixed decision never asks whether it counts as endless', async () => {
  const asked: boolean[] = [];
  const ask = () => Promise.resolve(asked.push(true) > 0);
  await runSending([{ kind: 'started' }, END], ask);
  expect(asked).toEqual([]);
});

it('if the run is stopped, the query about its path is stopped, too', async () => {
  const cancel = new AbortController();
  const untilStopped = (signal: AbortSignal) =>
    new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)));
  let query: Promise<boolean> | undefined;
  const find = (_: unknown, signal: AbortSignal) => {
    query = untilStopped(signal);
    cancel.abort();
    return query;
  };
  expect(await runSending(DOUBTED, find, cancel.signal)).toMatchObject({ end: { code: 'cancelled' } });
  expect(await query).toBe(false);
});
