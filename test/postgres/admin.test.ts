// `haze admin` alongside a server on the same database, and on a data folder without a server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { callOf } from '../server/client.ts';
import { type HazeChild, type Place, spawnHaze, startServer } from './haze-processes.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const CODE = 'int main(void) { return 0; }\n';
let postgres: PostgresServer;
let place: Place;
let server: HazeChild;

beforeAll(async () => {
  postgres = await startPostgres();
  place = { database: postgres.url(), home: await mkdtemp(join(tmpdir(), 'haze-admin-')) };
  server = await startServer(place, ['--jobs', '0']);
});
afterAll(async () => {
  await server.end('SIGKILL');
  await postgres.remove();
  await rm(place.home, { recursive: true, force: true });
});

/** The output of the command, split into fields, and its exit status. */
async function admin(...words: string[]): Promise<{ status: number | null; said: string; rows: string[][] }> {
  const haze = spawnHaze(['admin', ...words], place);
  const status = await haze.ended;
  return { status, said: haze.said.join('\n'), rows: haze.said.map((line) => line.split(/\s+/)) };
}

test('accounts, keys, quotas and jobs can be listed and changed alongside a running server', async () => {
  const base = server.read('base address');
  const [, [userId, key] = []] = (await admin('users', 'add', 'ann')).rows;
  const call = callOf({ base, key: key! });
  expect((await call('GET', '/users/me')).body).toMatchObject({ UserID: userId, Username: 'ann' });
  expect((await admin('users')).said).toMatch(new RegExp(`${userId} +ann `));

  const [, [keyId, second] = []] = (await admin('keys', 'add', userId!, 'ci')).rows;
  expect((await call('GET', '/users/me', undefined, second)).status).toBe(200);
  expect((await admin('keys', userId!)).said).toMatch(new RegExp(`${keyId} +ci `));
  expect((await admin('keys', 'remove', keyId!)).status).toBe(0);
  expect((await call('GET', '/users/me', undefined, second)).status).toBe(401);

  const build = () => call('POST', '/sourcecode/builds', { Language: 'C', Code: CODE });
  const limited = (await admin('quotas', userId!, 'unfinished-jobs=1', 'runs-per-day=500')).said;
  expect(limited).toMatch(/unfinished-jobs +1\n/);
  expect(limited).toMatch(/runs-per-day +500\ntask-memory-bytes +default/);
  const { body: first } = await build();
  const refused = await build();
  expect([refused.status, refused.body.code]).toEqual([429, 'quota-exceeded']);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  // The limit applies to no other account, and the account itself cannot change it.
  const own = callOf({ base, key: server.read('API key') });
  for (let n = 0; n < 2; n += 1) {
    expect((await own('POST', '/sourcecode/builds', { Language: 'C', Code: CODE })).status).toBe(202);
  }
  expect((await call('PATCH', '/users/me', { Username: 'anna' })).status).toBe(200);
  expect((await build()).status).toBe(429);

  expect((await admin('jobs')).said).toMatch(new RegExp(`${first.BuildID} +${userId} +Accepted `));
  expect((await admin('jobs', 'cancel', first.BuildID)).status).toBe(0);
  const { body } = await call('GET', `/builds/${first.BuildID}`);
  expect(body.Status).toBe('Cancelled');
  expect(body.StatusTransitions.at(-1).Message).toBe('cancelled by an administrator');
  expect((await build()).status).toBe(202);
  expect((await admin('quotas', userId!, 'unfinished-jobs=default')).said).toMatch(
    /unfinished-jobs +default/,
  );
  expect((await build()).status).toBe(202);

  await admin('quotas', userId!, 'requests-per-minute=3');
  await expect
    .poll(async () => (await call('GET', '/tasks')).status, { timeout: scaleLimit(20_000) })
    .toBe(429);
  const bounded = await call('GET', '/tasks');
  expect([bounded.status, bounded.body.code]).toEqual([429, 'quota-exceeded']);
  expect(bounded.body.Message).toContain('3 requests a minute');
  expect(Number(bounded.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await own('GET', '/tasks')).status).toBe(200);

  for (const words of [['quotas', userId!, 'tasks=1'], ['keys', 'usr_0'], ['jobs', 'cancel', 'x'], []]) {
    expect((await admin(...words)).status).toBe(2);
  }
});

test('a data folder can be inspected whether or not a server is running', async () => {
  const folder = join(place.home, 'data');
  expect((await admin('users', '--data-dir', folder)).said).toContain('no Haze data');
  const haze = await startServer({ ...place, database: '' }, ['--data-dir', folder]);
  expect((await admin('users', '--data-dir', folder)).said).toMatch(/usr_[0-9a-f]{32} +haze /);
  expect(await haze.end('SIGTERM')).toBe(0);
  expect((await admin('users', '--data-dir', folder)).said).toMatch(/usr_[0-9a-f]{32} +haze /);
});
