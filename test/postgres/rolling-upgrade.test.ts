// Two versions of Haze on a single database, as during a machine-by-machine upgrade: servers and workers of both
// versions, each running the other's jobs. Then a version with incompatible changes, which stops the older versions.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { isTerminal } from '../../src/jobs/records/states.ts';
import { type Call, callOf } from '../server/client.ts';
import { type HazeChild, type Place, spawnHaze, startServer, startWorker } from './haze-processes.ts';
import { makeNextVersion, type NextVersion } from './next-version.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const TIMEOUT = { timeout: scaleLimit(120_000) };
const TASKS = 6;

let postgres: PostgresServer;
let adding: NextVersion;
let changing: NextVersion;
let place: Place;
const children: HazeChild[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  place = { database: postgres.url(), home: await mkdtemp(join(tmpdir(), 'haze-home-')) };
  [adding, changing] = [await makeNextVersion(['adds']), await makeNextVersion(['adds', 'changes'])];
}, scaleLimit(300_000));
afterAll(async () => {
  await Promise.all(children.map((haze) => haze.end('SIGKILL')));
  await Promise.all([adding?.remove(), changing?.remove(), postgres?.remove()]);
  await rm(place.home, { recursive: true, force: true });
});

async function start(starting: Promise<HazeChild>): Promise<HazeChild> {
  const haze = await starting;
  children.push(haze);
  return haze;
}

const serve = (version?: NextVersion) =>
  start(startServer({ ...place, ...(version && { program: version.program }) }, ['--jobs', '0']));
const work = (version?: NextVersion) =>
  start(startWorker({ ...place, ...(version && { program: version.program }) }, ['--jobs', '1']));
const callOn = (haze: HazeChild) => callOf({ base: haze.read('base address'), key: haze.read('API key') });

async function untilCompleted(call: Call, path: string): Promise<void> {
  const steps = async (): Promise<{ Status: string; Message: string }[]> =>
    (await call('GET', path)).body.StatusTransitions;
  await expect.poll(async () => isTerminal((await steps()).at(-1)!.Status), TIMEOUT).toBe(true);
  expect((await steps()).at(-1)).toMatchObject({ Status: 'Completed' });
}

/** A program that prints its name and its argument. */
async function build(call: Call, name: string): Promise<string> {
  const Code = `#include <stdio.h>
    int main(int argc, char **argv) { printf("${name} %s\\n", argv[1]); return 0; }`;
  const { body } = await call('POST', '/sourcecode/builds', { Language: 'C', Code });
  await untilCompleted(call, `/builds/${body.BuildID}`);
  return body.BuildID;
}

async function send(call: Call, buildId: string, argument: string): Promise<string> {
  const { status, body } = await call('POST', `/builds/${buildId}/tasks`, { Arguments: argument });
  expect(status).toBe(202);
  return body.TaskID;
}

async function readOutput(call: Call, taskId: string): Promise<string> {
  await untilCompleted(call, `/tasks/${taskId}`);
  return (await call('GET', `/tasks/${taskId}/output/Stdout`)).text;
}

test(
  'servers and workers of two versions share the work as long as migrations make only additions',
  async () => {
    const server = await serve();
    const call = callOn(server);
    const worker = await work();
    const before = await build(call, 'before');
    expect(await readOutput(call, await send(call, before, '1'))).toBe('before 1\n');

    // The newer server migrates the database, and the older worker runs the newer server's jobs.
    const nextServer = await serve(adding);
    const callNext = callOn(nextServer);
    const columns = await postgres.query(`SELECT FROM information_schema.columns
    WHERE table_schema = 'haze' AND table_name = 'records' AND column_name = 'later_1'`);
    expect(columns.rowCount).toBe(1);
    const byNext = await build(callNext, 'next');
    expect(await readOutput(callNext, await send(callNext, byNext, '2'))).toBe('next 2\n');
    expect(await readOutput(callNext, await send(callNext, before, '3'))).toBe('before 3\n');

    // The newer worker runs the older server's jobs, and the programs built by the older worker.
    expect(await worker.end('SIGTERM')).toBe(0);
    await work(adding);
    const byOld = await build(call, 'old');
    expect(await readOutput(call, await send(call, byOld, '4'))).toBe('old 4\n');
    expect(await readOutput(call, await send(call, byNext, '5'))).toBe('next 5\n');

    // An older worker or server that restarts runs alongside the newer ones, and both servers report the same about all
    // jobs.
    const workerAgain = await work();
    const serverAgain = await serve();
    const calls = [call, callNext, callOn(serverAgain)];
    const sent = await Promise.all(
      Array.from({ length: TASKS }, (_, n) =>
        send(calls[n % calls.length]!, [before, byNext, byOld][n % 3]!, `task-${n}`),
      ),
    );
    for (const [n, id] of sent.entries()) {
      const name = ['before', 'next', 'old'][n % 3];
      for (const each of calls) expect(await readOutput(each, id)).toBe(`${name} task-${n}\n`);
    }
    const listed = await Promise.all(calls.map(async (each) => (await each('GET', '/tasks')).text));
    expect(new Set(listed).size).toBe(1);

    // A larger change stops the older servers with a message, and they cannot restart.
    const last = await serve(changing);
    for (const each of calls) {
      const refusal = async () => {
        const { status, body } = await each('GET', '/tasks');
        return [status, body.code];
      };
      await expect.poll(refusal, TIMEOUT).toEqual([503, 'store-too-new']);
    }
    const refused = spawnHaze(['work'], place);
    expect(await refused.ended).toBe(2);
    expect(refused.said.join('\n')).toMatch(/Use the newer version of Haze/);
    const { body } = await callOn(last)('GET', '/tasks');
    expect(body.Count).toBe(sent.length + 5);
    expect(workerAgain.child.signalCode).toBeNull();
  },
  scaleLimit(480_000),
);
