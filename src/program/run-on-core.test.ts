import { expect, test } from 'vitest';
import type { ReferenceRunRequest } from '../reference/crew/run-reference.ts';
import type { RunRequest } from '../runtime/running/run-program.ts';
import { findDefaultCore } from '../uncertainty/core/core-spec.ts';
import { type CoreTools, runOnCore } from './run-on-core.ts';
import { surveySources } from './survey-sources.ts';

const LINKED = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
const READY = Uint8Array.of(1);
const OUTCOME = {
  end: { kind: 'exited', exitStatus: 0 },
  files: new Map(),
  removedFiles: [],
  sources: { sources: [], leftOut: 0 },
} as const;

/** Tools that record requests, and for which every program prints one letter. */
function noteRuns() {
  const runs: RunRequest[] = [];
  const many: ReferenceRunRequest[] = [];
  const tools: CoreTools = {
    rewrite: async () => READY,
    run: async (request) => {
      runs.push(request);
      request.onStdout?.(Uint8Array.of(65));
      return { ...OUTCOME, statistics: { executionTimeMs: 1, hookCalls: 2, records: 3 } };
    },
    runReference: async (request) => {
      many.push(request);
      return {
        ...OUTCOME,
        message: '1 run',
        values: [],
        figures: {} as never,
        statistics: { executionTimeMs: 1, hookCalls: 2 },
      };
    },
    kernels: () => Promise.reject(new Error('no kernels')),
    placeOf: () => Promise.reject(new Error('no compiler')),
    placesOf: async () => [],
  };
  return { runs, many, tools };
}

const request = { core: findDefaultCore('C0-S') };

test('a core with hooks runs the rewritten module, and a plain run uses the linked module', async () => {
  const { runs, tools } = noteRuns();
  await runOnCore({ program: { linked: LINKED }, request }, tools);
  await runOnCore({ program: { linked: LINKED, isPlain: true }, request }, tools);
  expect(runs.map(({ module }) => module)).toEqual([READY, LINKED]);
});

test('a Reference core runs the linked module many times', async () => {
  const { many, tools } = noteRuns();
  const reference = { core: findDefaultCore('C0-Reference') };
  const outcome = await runOnCore(
    { program: { linked: LINKED }, request: reference, many: { runs: 7 } },
    tools,
  );
  expect(many).toMatchObject([{ module: LINKED, runs: 7 }]);
  expect(outcome).toMatchObject({ end: OUTCOME.end, reference: { message: '1 run' } });
});

test('a survey run prints nothing, keeps no draws and reports no decisions', async () => {
  const { runs, tools } = noteRuns();
  const printed: Uint8Array[] = [];
  const onStdout = (bytes: Uint8Array) => printed.push(bytes);
  const found = await surveySources(
    { program: { linked: LINKED }, request: { ...request, trace: true, onStdout } },
    tools,
  );
  expect(printed).toEqual([]);
  expect(runs).toMatchObject([{ sources: { isListed: true }, ignoresDecisions: true }]);
  expect(runs[0]).not.toHaveProperty('trace');
  expect(() => found.resolve({ voltage: 5 })).toThrow(/created no distribution/);
});

test('a cancelled survey run raises no error, because the following run reports the cancellation', async () => {
  const { tools } = noteRuns();
  const cancelled = { ...request, signal: AbortSignal.abort() };
  const found = await surveySources({ program: { linked: LINKED }, request: cancelled }, tools);
  expect(found.resolve({ voltage: 5 })).toEqual([]);
});
