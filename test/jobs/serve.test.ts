// `haze serve` as a real process: the sample flows, and what happens to jobs if the process is killed.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HazeProcess, startHaze } from './haze-process.ts';
import {
  BROKEN_SAMPLE,
  createAxiosClient,
  createFetchClient,
  longProgram,
  runBackOffSample,
  runBasicSample,
  runChunkSample,
  SAMPLE,
  type Service,
  slowSample,
} from './sample-flows.ts';

/** The second example in the format specification: 21.25 and 21.75, with half the mass each. */
const TWO_DELTAS =
  '21.5Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000';

let folder = '';
const processes: HazeProcess[] = [];

async function start(name: string, more: readonly string[] = []): Promise<HazeProcess> {
  const haze = await startHaze(join(folder, name), more);
  processes.push(haze);
  return haze;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-serve-'));
});

afterAll(async () => {
  for (const haze of processes) await haze.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** A client's request, whose response must have the expected status. */
async function call(haze: HazeProcess, method: string, path: string, body?: unknown, expected = 200) {
  const response = await fetch(haze.base + path, {
    method,
    headers: { Authorization: haze.key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== expected) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** Polls until the response passes the test. */
async function until<T>(ask: () => Promise<T>, isThere: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

interface Job {
  readonly Status: string;
  readonly StatusTransitions: readonly { readonly Status: string }[];
}

const isEnded = ({ Status }: Job) => ['Completed', 'Cancelled', 'Stopped'].includes(Status);
const statusesOf = (job: Job) => job.StatusTransitions.map(({ Status }) => Status);

async function newBuild(haze: HazeProcess, code: string): Promise<string> {
  const body = { Code: code, Language: 'C', CoreID: SAMPLE.coreId };
  return (await call(haze, 'POST', '/sourcecode/builds', body, 202)).BuildID;
}

async function newTask(haze: HazeProcess, code: string): Promise<string> {
  const build = await newBuild(haze, code);
  await until(() => call(haze, 'GET', `/builds/${build}`), isEnded);
  return (await call(haze, 'POST', `/builds/${build}/tasks`, {}, 202)).TaskID;
}

describe('the sample flows', () => {
  let haze: HazeProcess;
  const services: Service[] = [];

  beforeAll(async () => {
    haze = await start('flows');
    const { base, key } = haze;
    services.push({ base, key, client: createAxiosClient() });
    // One client follows the published samples; the other polls faster.
    services.push({ base, key, client: createFetchClient(fetch), waits: 0.1 });
  });

  test.each([
    ['axios', 0],
    ['fetch', 1],
  ])('the sample flows run with %s', async (_name, index) => {
    const service = services[index]!;
    const flows = [runBasicSample, runBackOffSample, runChunkSample];
    const results = await Promise.all(flows.map((run) => run(service, SAMPLE)));
    for (const { buildStatus, taskStatus, buildLog, stdout } of results) {
      expect({ buildStatus, taskStatus }).toEqual({ buildStatus: 'Completed', taskStatus: 'Completed' });
      // The mean of the uniform distribution from 1 to 2, followed by the distribution itself.
      expect(stdout).toMatch(/^1\.5\d*Ux[0-9A-F]{42,}\n$/);
      expect(buildLog).toContain('clang');
    }
    expect(results[0]?.stderr).toBe('done\n');
    expect(results[1]?.stderr).toBe('done\n');
  });

  test('a program that does not compile is Stopped, and its log contains the error', async () => {
    const result = await runBasicSample(services[1]!, BROKEN_SAMPLE);
    expect(result.buildStatus).toBe('Stopped');
    expect(result.buildLog).toContain('undeclared');
  });

  test('a task that traps reports its line, with and without debug information', async () => {
    const Code =
      '#include <stdlib.h>\n__attribute__((noinline)) static int half(int a, int b) {\n  return a / b;\n}\n' +
      'int main(int argc, char **argv) { return half(argc, atoi("0")); }\n';
    const outcomes = ['CFLAGS = -O1 -g\n', 'CFLAGS = -O1\n'].map(async (ConfigMk) => {
      const body = { Code, Language: 'C', CoreID: SAMPLE.coreId, ConfigMk };
      const { BuildID } = await call(haze, 'POST', '/sourcecode/builds', body, 202);
      await until(() => call(haze, 'GET', `/builds/${BuildID}`), isEnded);
      const { TaskID } = await call(haze, 'POST', `/builds/${BuildID}/tasks`, {}, 202);
      return JSON.stringify(await until(() => call(haze, 'GET', `/tasks/${TaskID}`), isEnded));
    });
    for (const outcome of await Promise.all(outcomes))
      expect(outcome).toMatch(/divided by zero \(in half\), at main\.c:3:\d+"/);
  });

  test('the printed curl line works when pasted, and every request is logged without its query', async () => {
    const { stdout } = await promisify(execFile)('bash', ['-c', haze.curl]);
    const build = JSON.parse(stdout);
    expect(build.Status).toBe('Accepted');
    await until(() => call(haze, 'GET', `/builds/${build.BuildID}`), isEnded);
    expect(haze.log.some((line) => /^\S+Z POST \/sourcecode\/builds 202 [\d.]+ ms$/.test(line))).toBe(true);
    expect(haze.log.join('\n')).not.toContain('signature=');
  });

  test('samples can be requested with the Ux text in the body of a GET request', async () => {
    const words = ['-s', '-X', 'GET', `${haze.base}/samples?count=2`, '-H', `Authorization: ${haze.key}`];
    const body = ['-H', 'Content-Type: application/json', '-d', JSON.stringify({ payload: TWO_DELTAS })];
    const { stdout } = await promisify(execFile)('curl', [...words, ...body]);
    expect(JSON.parse(stdout)).toMatchObject({ Count: 2 });
  });

  test('cancelled tasks free their slots', async () => {
    // Endless tasks occupy all slots.
    const places = 1 + availableParallelism();
    const build = await newBuild(haze, 'int main(void) { volatile int go = 1; while (go) {} return 0; }');
    await until(() => call(haze, 'GET', `/builds/${build}`), isEnded);
    const endless: string[] = [];
    for (let place = 0; place < places; place += 1) {
      endless.push((await call(haze, 'POST', `/builds/${build}/tasks`, {}, 202)).TaskID);
    }
    for (const id of endless) {
      await until<Job>(
        () => call(haze, 'GET', `/tasks/${id}`),
        ({ Status }) => Status === 'In Progress',
      );
    }
    for (const id of endless) {
      expect((await call(haze, 'POST', `/tasks/${id}/cancel`)).Status).toBe('Cancelled');
    }
    const after = await newTask(haze, SAMPLE.code);
    const ended = await until<Job>(() => call(haze, 'GET', `/tasks/${after}`), isEnded);
    expect(ended.Status).toBe('Completed');
    expect(statusesOf(await call(haze, 'GET', `/tasks/${endless[0]}`)).at(-1)).toBe('Cancelled');
  });

  test('a signal stops the server with status 0, and a new server on the same folder has the same key', async () => {
    expect(await haze.end('SIGTERM')).toBe(0);
    const again = await start('flows');
    expect(again.key).toBe(haze.key);
    expect((await call(again, 'GET', '/tasks')).Count).toBeGreaterThan(5);
  });
});

test('a build interrupted by kill -9 is finished after a restart with the same folder', async () => {
  const haze = await start('kill-build');
  // The compiler takes several seconds for this program, and the client polls often in the meantime.
  const build = await newBuild(haze, longProgram(150));
  await until<Job>(
    () => call(haze, 'GET', `/builds/${build}`),
    ({ Status }) => Status === 'Building',
  );
  // A status may be visible before it is on disk. Acknowledged data is stored, and so is all data that was written
  // before it.
  await call(haze, 'POST', '/buckets', { Name: 'later', MountPath: '/later' }, 201);
  expect(await haze.end('SIGKILL')).toBe(null);
  const again = await start('kill-build');
  const ended = await until<Job>(() => call(again, 'GET', `/builds/${build}`), isEnded);
  expect(statusesOf(ended)).toEqual(
    'Accepted Initialising Building Rescheduled Initialising Building Completed'.split(' '),
  );
});

test('a task interrupted by kill -9 in mid-output is run again, and its output is complete', async () => {
  const haze = await start('kill-task', ['--key', 'my-own-key']);
  expect(haze.key).toBe('my-own-key');
  const task = await newTask(haze, slowSample(5).code);
  // Chunks can be read while the program runs.
  const response = await until(
    () => fetch(`${haze.base}/tasks/${task}/outputs`, { headers: { Authorization: haze.key } }),
    ({ status }) => status === 200,
  );
  const [first] = ((await response.json()) as { StdoutChunks: string[] }).StdoutChunks;
  const plain = (await fetch(first!)).body!.pipeThrough(new DecompressionStream('gzip'));
  expect(await new Response(plain).text()).toMatch(/^line 0\n/);
  await haze.end('SIGKILL');
  const again = await start('kill-task', ['--key', 'my-own-key']);
  const ended = await until<Job>(() => call(again, 'GET', `/tasks/${task}`), isEnded);
  expect(statusesOf(ended)).toEqual([
    'Accepted',
    'Initialising',
    'In Progress',
    'Rescheduled',
    'Initialising',
    'In Progress',
    'Completed',
  ]);
  const stdout = await fetch(`${again.base}/tasks/${task}/output/Stdout`, {
    headers: { Authorization: again.key },
  });
  const lines = Array.from({ length: 50 }, (_, line) => `line ${line}\n`);
  expect(await stdout.text()).toBe(lines.join(''));
});
