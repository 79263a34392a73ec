// `pg_dump` makes a complete backup, as docs/operating.md promises, and a restored dump can serve a team elsewhere.
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maybePostgresPrograms } from '../../scripts/install-test-packages.ts';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { callOf, untilEnded } from '../server/client.ts';
import { type HazeChild, startServer } from './haze-processes.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const PROGRAM = `#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("%g\\n", UxHwDoubleUniformDist(0.0, 1.0)); return 0; }
`;
const HOOKED_MS = scaleLimit(60_000);
let postgres: PostgresServer;
let home: string;
const children: HazeChild[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  home = await mkdtemp(join(tmpdir(), 'haze-home-'));
});
afterAll(async () => {
  await Promise.all(children.map((haze) => haze.end('SIGKILL')));
  await postgres.remove();
  await rm(home, { recursive: true, force: true });
});

async function serve(database: string) {
  const server = await startServer({ database: postgres.url(database), home }, ['--jobs', '1']);
  children.push(server);
  const key = server.read('API key');
  return { server, key, call: callOf({ base: server.read('base address'), key }) };
}

test('a pg_dump of a running service restores the whole service in another database', async () => {
  const heard: { signature: string; text: string }[] = [];
  const hook = createServer(async (request, response) => {
    heard.push({ signature: String(request.headers['haze-signature']), text: await text(request) });
    response.end();
  });
  await new Promise<void>((listening) => hook.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  const before = await serve('postgres');
  const webhook = await before.call('POST', '/webhooks', { url, events: ['task-stats'] });
  const build = await before.call('POST', '/sourcecode/builds', { Language: 'C', Code: PROGRAM });
  const buildPath = `/builds/${build.body.BuildID}`;
  expect((await untilEnded(before.call, buildPath)).body.Status).toBe('Completed');
  const task = await before.call('POST', `${buildPath}/tasks`);
  const taskPath = `/tasks/${task.body.TaskID}`;
  expect((await untilEnded(before.call, taskPath)).body.Status).toBe('Completed');
  const { text: output } = await before.call('GET', `${taskPath}/output/Stdout`);
  expect(output).toMatch(/^0\.5Ux/);

  const programs = maybePostgresPrograms()!;
  const file = join(home, 'backup');
  const run = (program: string, ...words: string[]) =>
    promisify(execFile)(join(programs, program), words, {
      env: { ...process.env, PGPASSWORD: postgres.password },
    });
  // The service keeps running during the backup.
  const [more] = await Promise.all([
    before.call('POST', `${buildPath}/tasks`),
    run('pg_dump', '--format=custom', `--file=${file}`, postgres.url()),
  ]);
  expect((await untilEnded(before.call, `/tasks/${more.body.TaskID}`)).body.Status).toBe('Completed');
  expect(await before.server.end('SIGTERM')).toBe(0);
  await postgres.createDatabase('restored');
  await run('pg_restore', `--dbname=${postgres.url('restored')}`, '--exit-on-error', file);

  const after = await serve('restored');
  expect(after.key).toBe(before.key);
  expect((await after.call('GET', `${taskPath}/output/Stdout`)).text).toBe(output);
  // The build's module exists, and so does the secret for signed URLs.
  heard.length = 0;
  const again = await after.call('POST', `${buildPath}/tasks`);
  expect((await untilEnded(after.call, `/tasks/${again.body.TaskID}`)).body.Status).toBe('Completed');
  await expect.poll(() => heard.length, { timeout: HOOKED_MS }).toBeGreaterThan(0);
  const [, seconds, signature] = /^t=(\d+),v1=(\w+)$/.exec(heard[0]!.signature)!;
  const signed = createHmac('sha256', webhook.body.secret).update(`${seconds}.${heard[0]!.text}`);
  expect(signature).toBe(signed.digest('hex'));
  hook.close();
});
