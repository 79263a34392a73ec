// Several servers and workers, as processes on one PostgreSQL database. Each sees the others' data, and jobs run
// wherever there is a worker. The loss of the database is reported, and no acknowledged data is lost.

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { recordType } from '../../src/store/contract/store.ts';
import { openFolderStore } from '../../src/store/folder/folder-store.ts';
import { type Call, callOf, untilEnded } from '../server/client.ts';
import { type Message, RealtimeClient } from '../service/realtime-client.ts';
import { type HazeChild, type Place, spawnHaze, startServer, startWorker } from './haze-processes.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const PROGRAM = '#include <stdio.h>\nint main(void) { printf("%g\\n", 2.5); return 0; }\n';
let postgres: PostgresServer;
let place: Place;
const children: HazeChild[] = [];

async function start(starting: Promise<HazeChild>): Promise<HazeChild> {
  const haze = await starting;
  children.push(haze);
  return haze;
}

const callOn = (haze: HazeChild) => callOf({ base: haze.read('base address'), key: haze.read('API key') });

beforeAll(async () => {
  postgres = await startPostgres();
  place = { database: postgres.url(), home: await mkdtemp(join(tmpdir(), 'haze-home-')) };
});
afterAll(async () => {
  await Promise.all(children.map((haze) => haze.end('SIGKILL')));
  await postgres.remove();
  await rm(place.home, { recursive: true, force: true });
});

test('servers that start at the same time on an empty database share one API key', async () => {
  for (let round = 0; round < 4; round += 1) {
    await postgres.query(`CREATE DATABASE anew${round} ENCODING 'UTF8' TEMPLATE template0`);
    const anew: Place = {
      database: postgres.url(`anew${round}`),
      home: await mkdtemp(join(place.home, 'anew-')),
    };
    const servers = await Promise.all(
      Array.from({ length: 3 }, () => start(startServer(anew, ['--jobs', '0']))),
    );
    expect(new Set(servers.map((server) => server.read('API key'))).size).toBe(1);
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
  }
});

test('a request to one server is processed by a worker, and the other server reports it exactly once', async () => {
  const [one, other] = await Promise.all([
    start(startServer(place, ['--jobs', '0'])),
    start(startServer(place, ['--jobs', '0'])),
  ]);
  const worker = await start(
    startWorker(place, ['--jobs', '2', '--operations', '127.0.0.1:0', '--compiler-memory', '32']),
  );
  expect(other.read('API key')).toBe(one.read('API key'));
  const [call, callOther] = [callOn(one), callOn(other)];
  const sent: string[] = [];
  const hook = createServer((request, response) => {
    sent.push(String(request.headers['haze-event']));
    response.end();
  });
  await new Promise<void>((listening) => hook.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  const made = await call('POST', '/webhooks', { url, events: ['build-status', 'task-stats'] });
  expect(made.status).toBe(201);
  const events: Message[] = [];
  const realtime = new RealtimeClient({
    address: other.read('realtime'),
    key: other.read('API key'),
    WebSocket: WebSocket as never,
  });
  await realtime.connect();
  const { body: me } = await callOther('GET', '/users/me');
  await realtime.subscribe(`build-status/${me.UserID}`, (event) => events.push(event));
  const { body: build } = await call('POST', '/sourcecode/builds', { Language: 'C', Code: PROGRAM });
  const statusOf = async (path: string) => (await callOther('GET', path)).body.Status;
  await expect
    .poll(() => statusOf(`/builds/${build.BuildID}`), { timeout: scaleLimit(60_000) })
    .toBe('Completed');
  const { body: task } = await callOther('POST', `/builds/${build.BuildID}/tasks`);
  await expect
    .poll(() => statusOf(`/tasks/${task.TaskID}`), { timeout: scaleLimit(60_000) })
    .toBe('Completed');
  expect((await call('GET', `/tasks/${task.TaskID}/output/Stdout`)).text).toContain('2.5');
  // The states Accepted, Initialising, Building and Completed, plus the task's figures.
  await expect.poll(() => sent.length, { timeout: scaleLimit(10_000) }).toBeGreaterThanOrEqual(5);
  expect([...sent].sort()).toEqual([...Array(4).fill('build-status'), 'task-stats']);
  const heard = events.map((event) => event.status ?? event.Status);
  expect(heard).toEqual(['Accepted', 'Initialising', 'Building', 'Completed']);
  const operations = worker.said.join('\n').match(/operations at (\S+)/)?.[1];
  expect((await fetch(`${operations}/health/ready`)).status).toBe(200);
  const readFigures = async () => (await fetch(`${operations}/metrics`)).text();
  await expect
    .poll(readFigures, { timeout: scaleLimit(60_000) })
    .toContain('replaced_total{reason="memory"} 1');
  const figures = await readFigures();
  expect(figures).toContain('haze_job_running_seconds_count{kind="task",status="Completed"} 1');
  expect(figures).toContain('haze_jobs{kind="build",status="Accepted"} 0');
  realtime.close();
  hook.close();
  expect(await worker.end('SIGTERM')).toBe(0);
});

const HEADERS = `key LIKE 'cache/headers/header-%' AND key NOT LIKE '%seen%'`;

async function readHeaders() {
  const headers = `SELECT blob_id, size_bytes::integer AS size FROM haze.blobs WHERE ${HEADERS}`;
  return (await postgres.query(headers)).rows as { readonly blob_id: string; readonly size: number }[];
}

async function buildWithHeaders(call: Call, n: number): Promise<void> {
  const Code = `#include <cstdio>\n#include <string>\nint main() { std::puts(std::to_string(${n}).c_str()); }\n`;
  const { body } = await call('POST', '/sourcecode/builds', { Language: 'C++', Code });
  const { body: ended } = await untilEnded(call, `/builds/${body.BuildID}`);
  expect(ended.Status).toBe('Completed');
}

test(
  'the next worker uses the previous worker’s precompiled headers',
  async () => {
    const call = callOn(await start(startServer(place, ['--jobs', '0'])));
    const worker = await start(startWorker(place, ['--jobs', '1']));
    // The first build only records which headers it uses, and the second build precompiles them.
    await buildWithHeaders(call, 1);
    await buildWithHeaders(call, 2);
    await expect.poll(readHeaders, { timeout: scaleLimit(60_000) }).toHaveLength(1);
    const [made] = await readHeaders();
    expect(made!.size).toBeGreaterThan(1_000_000);
    expect(await worker.end('SIGTERM')).toBe(0);
    const other = await start(startWorker(place, ['--jobs', '1']));
    await buildWithHeaders(call, 3);
    // A newly built header would replace the stored one.
    expect(await readHeaders()).toEqual([made]);

    // If the database has no space for headers, builds continue and report no error.
    await postgres.query(`DELETE FROM haze.blobs WHERE ${HEADERS}`);
    // A sequence keeps its count even if the transaction is rolled back.
    await postgres.query('CREATE SEQUENCE haze.refused');
    await postgres.query(`CREATE FUNCTION haze.refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM nextval('haze.refused'); RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
    await postgres.query(`CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON haze.blobs FOR EACH ROW
    WHEN (NEW.key LIKE 'cache/headers/header-%') EXECUTE FUNCTION haze.refuse()`);
    expect(await other.end('SIGTERM')).toBe(0);
    const last = await start(startWorker(place, ['--jobs', '1', '--log-format', 'json']));
    await buildWithHeaders(call, 4);
    await buildWithHeaders(call, 5);
    expect(await readHeaders()).toEqual([]);
    expect((await postgres.query('SELECT is_called FROM haze.refused')).rows).toEqual([{ is_called: true }]);
    expect(await last.end('SIGTERM')).toBe(0);
    const lines = last.said.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
    expect(lines.filter(({ msg }) => msg === 'build Completed')).toHaveLength(2);
    await postgres.query('DROP FUNCTION haze.refuse CASCADE');
    await postgres.query('DROP SEQUENCE haze.refused');
  },
  scaleLimit(300_000),
);

test('a server without its database returns 503 with Retry-After, and acknowledged data survives the outage', async () => {
  const server = await start(startServer(place, ['--jobs', '0']));
  const call = callOn(server);
  const { body: build } = await call('POST', '/sourcecode/builds', { Language: 'C', Code: PROGRAM });
  await postgres.stop('immediate');
  const away = await call('GET', `/builds/${build.BuildID}`);
  expect([away.status, away.body.code]).toEqual([503, 'storage-away']);
  expect(Number(away.headers.get('Retry-After'))).toBeGreaterThan(0);
  const refused = await call('POST', '/sourcecode/builds', { Language: 'C', Code: PROGRAM });
  expect(refused.status).toBe(503);
  await postgres.start();
  const readBuild = async () => (await call('GET', `/builds/${build.BuildID}`)).status;
  await expect.poll(readBuild).toBe(200);
  // A standby, or a database that was made read-only: reads succeed and writes fail.
  const setReadOnly = async (how: string) => {
    await postgres.query(`ALTER DATABASE postgres ${how}`, 'template1');
    const connections = `FROM pg_stat_activity WHERE datname = 'postgres'`;
    await postgres.query(`SELECT pg_terminate_backend(pid) ${connections}`, 'template1');
  };
  await setReadOnly('SET default_transaction_read_only = on');
  await expect.poll(readBuild).toBe(200);
  const change = await call('POST', '/sourcecode/builds', { Language: 'C', Code: PROGRAM });
  expect([change.status, change.body.code]).toEqual([503, 'storage-read-only']);
  expect(Number(change.headers.get('Retry-After'))).toBeGreaterThan(0);
  await setReadOnly('RESET default_transaction_read_only');
  const said = server.said.join('\n');
  for (const secret of [postgres.password, encodeURIComponent(postgres.password)])
    expect(said).not.toContain(secret);
});

test("a folder's data can be imported into a database and exported again, and a reset keeps only the key", async () => {
  await postgres.createDatabase('moved');
  const there = { ...place, database: postgres.url('moved') };
  const [first, second] = ['one', 'two'].map((name) => join(place.home, name)) as [string, string];
  const folder = await openFolderStore(join(place.home, 'moving', 'store'));
  await folder.transaction(async (tx) => {
    const body = { Hours: {}, text: 'ü' };
    await tx.insert(recordType('runs'), { id: 'run_1', owner: 'usr_1', createdAt: 1, body });
    await tx.putBlob('file', Uint8Array.of(0, 128, 255));
  });
  await folder.close();
  const run = async (...words: string[]) => {
    const haze = spawnHaze(words, there);
    return [await haze.ended, haze.said.join('\n')] as const;
  };
  const inFolder = ['--data-dir', join(place.home, 'moving')];
  expect((await run('export', first, ...inFolder))[0]).toBe(0);
  expect((await run('import', first))[0]).toBe(0);
  const [status, said] = await run('import', first);
  expect([status, said]).toEqual([2, expect.stringContaining('already contains data')]);
  expect((await run('export', second))[0]).toBe(0);
  const lines = (path: string) =>
    readFileSync(path, 'latin1')
      .split('\n')
      .filter((line) => /run_1|"file"/.test(line));
  expect(lines(second)).toEqual(lines(first));
  expect(readFileSync(second).includes(Buffer.of(0, 128, 255))).toBe(true);
  expect((await run('reset'))[0]).toBe(2);
  expect((await run('reset', '--yes'))[0]).toBe(0);
  expect((await run('import', first))[0]).toBe(0);
});

test.each([
  [
    'a wrong password',
    (url: URL) => Object.assign(url, { password: 'wrong-secret' }),
    74,
    /wrong user or password/,
  ],
  [
    'a database that does not respond',
    (url: URL) => Object.assign(url, { port: '1' }),
    75,
    /did not respond within 1 s/,
  ],
])('%s stops startup with a reason that reveals no password', async (_name, change, status, words) => {
  const database = String(change(new URL(postgres.url())));
  for (const command of ['serve', 'work']) {
    const haze = spawnHaze([command, '--database-wait', '1'], { ...place, database });
    expect(await haze.ended).toBe(status);
    const said = haze.said.join('\n');
    expect(said).toMatch(words);
    for (const secret of [postgres.password, encodeURIComponent(postgres.password), 'wrong-secret'])
      expect(said).not.toContain(secret);
  }
});
