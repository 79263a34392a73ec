// The flows that the page replays, run against a real service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FlowContext, type FlowStep, SAMPLE_FLOWS } from '../../src/ui/service/sample-flows.ts';
import { type HazeProcess, startHaze } from './haze-process.ts';

let folder = '';
let haze: HazeProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-flows-'));
  haze = await startHaze(folder);
});

afterAll(async () => {
  await haze.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function createContext(key = haze.key): { context: FlowContext; steps: FlowStep[]; pauses: number[] } {
  const steps: FlowStep[] = [];
  const pauses: number[] = [];
  const context: FlowContext = {
    call: (method, path, body) =>
      fetch(haze.base + path, {
        method,
        headers: { Authorization: key, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    download: (url) => fetch(url),
    pause: (timeMs) => {
      pauses.push(timeMs);
      return new Promise((resolve) => setTimeout(resolve, 50));
    },
    onStep: (step) => steps.push(step),
  };
  return { context, steps, pauses };
}

/** The expected result of each flow. */
const RESULTS: Readonly<Record<string, RegExp>> = {
  basic: /^841\.0\d*Ux[0-9A-F]+\n$/,
  'back-off': /^841\.0\d*Ux[0-9A-F]+\n$/,
  chunks: /^841\.0\d*Ux[0-9A-F]+\n$/,
  'failed-build': /use of undeclared identifier 'missing'/,
  // Random samples, whose standard deviation is about 25.
  samples: /^(([6-9]|10)\d\d\.\d+(\n|$)){5}$/,
};

test.each(SAMPLE_FLOWS)('the flow "$title" runs against the service', async ({ name, run }) => {
  const { context, steps, pauses } = createContext();
  expect(await run(context)).toMatch(RESULTS[name]!);
  expect(steps[0]).toMatchObject({ method: 'POST', path: '/sourcecode/builds', status: 202 });
  expect(steps.every(({ status }) => status < 300)).toBe(true);
  const allowed = name === 'back-off' ? [1000, 2000, 4000, 8000, 16_000, 30_000] : [2000];
  expect(pauses.filter((timeMs) => !allowed.includes(timeMs))).toEqual([]);
});

test('a flow that uses a wrong key reports the response', async () => {
  const { context, steps } = createContext('haze0_0');
  await expect(SAMPLE_FLOWS[0]!.run(context)).rejects.toThrow(/sourcecode\/builds answered 401/);
  expect(steps).toHaveLength(1);
});
