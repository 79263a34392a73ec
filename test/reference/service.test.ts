// The service's Reference tasks: `haze serve`, its REST interface and its store.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { type HazeProcess, startHaze } from '../jobs/haze-process.ts';

const REFERENCE = findDefaultCore('C0-Reference').CoreID;
let folder = '';
let haze: HazeProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-reference-'));
  haze = await startHaze(folder);
});

afterAll(async () => {
  await haze.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
async function call(method: string, path: string, body?: unknown, expected = 200): Promise<any> {
  const response = await fetch(haze.base + path, {
    method,
    headers: { Authorization: haze.key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== expected) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

async function untilEnded(path: string) {
  for (;;) {
    const job = await call('GET', path);
    if (['Completed', 'Stopped', 'Cancelled'].includes(job.Status)) return job;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function build(Code: string, more: object = {}, query = '') {
  const wish = { Code, Language: 'C', CoreID: REFERENCE, ...more };
  const { BuildID } = await call('POST', `/sourcecode/builds${query}`, wish, 202);
  return untilEnded(`/builds/${BuildID}`);
}

async function run(buildId: string, body: object = {}) {
  const { TaskID } = await call('POST', `/builds/${buildId}/tasks`, body, 202);
  return untilEnded(`/tasks/${TaskID}`);
}

const messageOf = (job: { StatusTransitions: { Message: string }[] }) =>
  job.StatusTransitions.at(-1)!.Message;

const PROGRAM = `#include <stdio.h>
#include <uxhw.h>
typedef struct { double x; float y[2]; } point;
static double total;
static double scale(double a) {
  double twice = 2 * a;
  return twice;
}
int main(void) {
  double z[4] = {1, 2, 3, 4};
  double x = UxHwDoubleUniformDist(0, 1);
  for (int i = 0; i < 3; i++) {
    z[i] = x + i;
  }
  point p = {0};
  p.x = scale(x);
  p.y[1] = (float)(10 * x);
  if (x < 0.5) total = x;
  printf("%f\\n", p.x);
  return 0;
}
`;

test('a task makes the requested number of runs, and reports this and the budget', async () => {
  const { BuildID, Status } = await build(PROGRAM);
  expect(Status).toBe('Completed');
  const task = await run(BuildID, { Runs: 300, Contributions: true });
  expect(task).toMatchObject({ Status: 'Completed', Runs: 300, ExitCode: 0 });
  expect(messageOf(task)).toBe('exit status 0; 300 runs');
  const outputs = await call('GET', `/tasks/${task.TaskID}/outputs`);
  expect(await (await fetch(outputs.Stdout)).text()).toMatch(
    /^\d\.\d{6}<ValueID>val_[0-9a-f]{32}<\/ValueID>\n$/,
  );
  expect(outputs.Trace).toBeUndefined();
  const { values } = await call('GET', `/tasks/${task.TaskID}/contributions`);
  const [{ label, contributions }] = values;
  expect(label).toBe('value 1');
  expect(contributions).toHaveLength(1);
  expect(contributions[0].source).toMatchObject({ name: 'x', file: 'main.c', line: 11 });
  expect(contributions[0].sensitivity).toBeCloseTo(2, 6);
  await call('POST', `/builds/${BuildID}/tasks`, { Runs: 0 }, 422);
});

test('the Trace output lists the assignments to traced variables, with ValueIDs', async () => {
  const File = 'main.c';
  const TraceVariables = [
    { File, LineNumber: 10, Expression: 'z[0:1]' },
    { File, LineNumber: 6, Expression: 'twice' },
    { File, LineNumber: 15, Expression: 'p.y[1]' },
    { File, LineNumber: 4, Expression: 'total' },
  ];
  const built = await build(PROGRAM, { TraceVariables });
  expect(messageOf(built)).toMatch(/^built in/);
  // The mean of 2 x has a standard error of 0.018, so it would differ by more than the allowed 0.05 in one run out of
  // 150. With this seed, the difference is always the same.
  const task = await run(built.BuildID, { Runs: 1000, Seed: 1 });
  expect(task.Status).toBe('Completed');
  const { Trace } = await call('GET', `/tasks/${task.TaskID}/outputs`);
  const traced = (await (await fetch(Trace)).json()) as Record<string, number | string>[];
  const rows = traced.map(({ Expression, LineNumber, Occurrence, Runs }) =>
    Expression === 'total' ? `total ${Occurrence}` : `${Expression} ${LineNumber} ${Occurrence} ${Runs}`,
  );
  expect(rows).toEqual([
    'z[0] 10 1 1000',
    'z[0] 10 2 1000',
    'z[1] 10 1 1000',
    'z[1] 10 2 1000',
    'twice 6 1 1000',
    'p.y[1] 15 1 1000',
    'p.y[1] 15 2 1000',
    'total 1',
  ]);
  // Values computed from a uniform number x: x, x + 1, 2 x and 10 x, and in half of the runs, x below one half.
  const meanOf = (row: number) => Number(traced[row]!.Mean);
  expect([0, 1, 3, 4, 6, 7].map(meanOf)).toEqual([
    1,
    ...[0.5, 1.5, 1, 5, 0.25].map((mean) => expect.closeTo(mean, mean === 5 ? 0 : 1)),
  ]);
  expect(Math.abs(Number(traced[7]!.Runs) - 500)).toBeLessThan(80);
  expect(new Set(traced.map(({ ValueID }) => ValueID)).size).toBe(8);
});

test('a variable that is not declared on the line stops the build, and the message lists the declared variables', async () => {
  const TraceVariables = [{ File: 'main.c', LineNumber: 6, Expression: 'once' }];
  const built = await build(PROGRAM, { TraceVariables });
  expect(built.Status).toBe('Stopped');
  expect(messageOf(built)).toBe(
    'There is no floating-point variable "once" declared at main.c:6. Declared there: twice (main.c:6).',
  );
  const { Build } = await call('GET', `/builds/${built.BuildID}/outputs`);
  expect(await (await fetch(Build)).text()).toContain('haze: error: There is no floating-point variable');
});

test('variables are discovered on every core, and the log says so if a core does not record TraceVariables', async () => {
  const TraceVariables = [{ File: 'main.c', LineNumber: 6, Expression: 'twice' }];
  const CoreID = findDefaultCore('C0-S').CoreID;
  const built = await build(PROGRAM, { TraceVariables, CoreID }, '?DiscoverVariables=true');
  const { Variables, Count } = await call('GET', `/builds/${built.BuildID}/variables`);
  const listed = Variables.map(
    ({ Name, Type, File, Line, Function: of }: Record<string, string>) =>
      `${Name} ${Type} ${File}:${Line} ${of}`,
  );
  expect(listed).toEqual([
    'total double main.c:4 ',
    'a double main.c:5 scale',
    'twice double main.c:6 scale',
    'z double[4] main.c:10 main',
    'x double main.c:11 main',
    'p.x double main.c:15 main',
    'p.y float[2] main.c:15 main',
  ]);
  expect(Count).toBe(7);
  const { Build } = await call('GET', `/builds/${built.BuildID}/outputs`);
  expect(await (await fetch(Build)).text()).toContain('TraceVariables are not recorded on C0-S');
});

test('cancelling a Reference task stops it and its workers immediately', async () => {
  const { BuildID } = await build('int main(void) { for (;;) ; }');
  const { TaskID } = await call('POST', `/builds/${BuildID}/tasks`, {}, 202);
  while ((await call('GET', `/tasks/${TaskID}`)).Status !== 'In Progress') {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await call('POST', `/tasks/${TaskID}/cancel`);
  expect((await untilEnded(`/tasks/${TaskID}`)).Status).toBe('Cancelled');
  const next = await run((await build(PROGRAM)).BuildID, { Runs: 100 });
  expect(next.Status).toBe('Completed');
});
