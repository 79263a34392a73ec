// Workers that exit while a task is running. A task is blamed if workers were killed while it ran alone. It is not
// blamed if workers received SIGTERM, which a service manager sends to workers and their task processes.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { type Call, callOf, untilEnded } from '../server/client.ts';
import { type HazeChild, type Place, spawnHaze, startServer, startWorker } from './haze-processes.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** Runs for the number of seconds given by its argument. */
const PROGRAM = `#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv) {
  puts("begun");
  fflush(stdout);
  for (time_t begun = time(NULL); time(NULL) - begun < atoi(argv[argc - 1]);) {}
  puts("done");
  return 0;
}
`;
/** Short, so that other workers soon take over a killed worker's tasks. */
const LEASE = ['--lease', '2'];
const WAITS = { timeout: scaleLimit(60_000) };

let postgres: PostgresServer;
let place: Place;
let server: HazeChild;
let call: Call;
let build: string;
const children: HazeChild[] = [];

const startOne = async (...more: string[]) => {
  const worker = await startWorker(place, ['--jobs', '1', ...LEASE, ...more]);
  children.push(worker);
  return worker;
};

beforeAll(async () => {
  postgres = await startPostgres();
  place = { database: postgres.url(), home: await mkdtemp(join(tmpdir(), 'haze-home-')) };
  server = await startServer(place, ['--jobs', '0', ...LEASE]);
  children.push(server);
  call = callOf({ base: server.read('base address'), key: server.read('API key') });
  const builder = await startOne();
  build = (await call('POST', '/sourcecode/builds', { Language: 'C', Code: PROGRAM })).body.BuildID;
  await untilEnded(call, `/builds/${build}`);
  expect(await builder.end('SIGTERM')).toBe(0);
});
afterAll(async () => {
  await Promise.all(children.map((haze) => haze.end('SIGKILL')));
  await postgres.remove();
  await rm(place.home, { recursive: true, force: true });
});

async function startTask(seconds: number): Promise<string> {
  return (await call('POST', `/builds/${build}/tasks`, { Arguments: `${seconds}` })).body.TaskID;
}

const stepsOf = async (task: string): Promise<{ Status: string; Message: string }[]> =>
  (await call('GET', `/tasks/${task}`)).body.StatusTransitions;

/** Waits until the task is running for the nth time and has printed something. */
async function untilRunning(task: string, times = 1): Promise<void> {
  const starts = async () => (await stepsOf(task)).filter(({ Status }) => Status === 'In Progress').length;
  await expect.poll(starts, WAITS).toBe(times);
  const printed = async () => (await call('GET', `/tasks/${task}`)).body.Streams?.Stdout.SizeInBytes;
  await expect.poll(printed, WAITS).toBeGreaterThan(0);
}

/** Stops a worker and all its processes. */
async function stopUnit({ child }: HazeChild): Promise<void> {
  const told = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  for (const pid of told.split(' ').filter(Boolean).map(Number)) process.kill(pid, 'SIGTERM');
  child.kill('SIGTERM');
}

test('a task that ran alone on two killed workers is stopped, and the third worker survives', async () => {
  const task = await startTask(1000);
  for (let times = 1; times <= 2; times += 1) {
    const worker = await startOne();
    await untilRunning(task, times);
    await worker.end('SIGKILL');
  }
  const last = await startOne();
  const { body } = await untilEnded(call, `/tasks/${task}`);
  expect(body.Status).toBe('Stopped');
  expect(body.StatusTransitions.at(-1).Message).toMatch(
    /^abandoned: the process that ran it disappeared 2 times/,
  );
  expect(await last.end('SIGTERM')).toBe(0);
});

test.skipIf(process.platform !== 'linux')(
  'a stopped worker lets its task and all its processes finish within the grace period',
  async () => {
    const worker = await startOne('--grace', '60');
    const task = await startTask(2);
    await untilRunning(task);
    await stopUnit(worker);
    expect(await worker.ended).toBe(0);
    const { body } = await call('GET', `/tasks/${task}`);
    expect(body.Status).toBe('Completed');
    expect((await stepsOf(task)).map(({ Status }) => Status)).not.toContain('Rescheduled');
    expect((await call('GET', `/tasks/${task}/output/Stdout`)).text).toBe('begun\ndone\n');
  },
);

test.skipIf(process.platform !== 'linux')(
  'a stopped worker returns its task after the grace period, without repeated output',
  async () => {
    const task = await startTask(1000);
    for (let times = 1; times <= 2; times += 1) {
      const worker = await startOne('--grace', '0');
      await untilRunning(task, times);
      await stopUnit(worker);
      expect(await worker.ended).toBe(0);
      const last = (await stepsOf(task)).at(-1);
      expect(last).toMatchObject({
        Status: 'Rescheduled',
        Message: expect.stringContaining('was shut down'),
      });
    }
    const worker = await startOne();
    await untilRunning(task, 3);
    await call('POST', `/tasks/${task}/cancel`);
    await untilEnded(call, `/tasks/${task}`);
    expect((await call('GET', `/tasks/${task}/output/Stdout`)).text).toBe('begun\n');
    expect(await worker.end('SIGTERM')).toBe(0);
  },
);

test('if a worker’s main thread is blocked, this is reported with the worker’s task', async () => {
  const stall = "process.on('SIGUSR2', () => { for (;;); })";
  const variables = { NODE_OPTIONS: `--import "data:text/javascript,${stall}"` };
  const worker = await startWorker({ ...place, variables }, ['--jobs', '1', ...LEASE]);
  children.push(worker);
  const task = await startTask(3600);
  await expect.poll(async () => (await call('GET', `/tasks/${task}`)).body.Status, WAITS).toBe('In Progress');
  worker.child.kill('SIGUSR2');
  const line = new RegExp(`the main thread was blocked for [\\d.]+ s; under way: task ${task}`);
  await expect.poll(() => worker.said.join('\n'), WAITS).toMatch(line);
  await worker.end('SIGKILL');
  await call('POST', `/tasks/${task}/cancel`, {});
});

test('a worker exits if its port for operations is taken', async () => {
  const taken = new URL(server.read('base address')).host;
  const worker = spawnHaze(['work', '--operations', taken], place);
  children.push(worker);
  expect(await worker.ended).toBe(2);
  expect(worker.said.join('\n')).toContain('another program is already listening');
});

test('a worker and a server exit on SIGTERM even if the database is gone', async () => {
  const worker = await startOne('--operations', '127.0.0.1:0');
  const busy = await startServer(place, ['--jobs', '1', ...LEASE, '--operations', '127.0.0.1:0']);
  children.push(busy);
  await callOf({ base: busy.read('base address'), key: server.read('API key') })(
    'POST',
    '/sourcecode/builds',
    {
      Language: 'C',
      Code: 'int main(void) { return 5; }',
    },
  );
  await postgres.stop('immediate');
  expect(await Promise.all([worker.end('SIGTERM'), busy.end('SIGTERM')])).toEqual([0, 0]);
});
