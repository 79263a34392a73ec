// A database whose disk is full, as a server and its clients meet it: what has no room is refused by name and whole, what
// was acknowledged is there, and everything goes on when there is room again.
import { chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callOf } from '../server/client.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../store/small-disk.ts';
import { type HazeChild, type Place, startServer } from './haze-processes.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const DISK_KILOBYTES = 24 * 1024;
/** More than any page has left. */
const LONG = `int main(void) { return 0; }\n/* ${'x'.repeat(200_000)} */\n`;

const why = process.getuid?.() === 0 ? whyNoSmallDisk() : 'only root can mount a small disk';
if (why !== '') console.warn(`skipped: ${why}`);

describe.skipIf(why !== '')('a database on a full disk', () => {
  let postgres: PostgresServer;
  let place: Place;
  let disk: SmallDisk;
  let server: HazeChild;

  beforeAll(async () => {
    postgres = await startPostgres();
    disk = mountSmallDisk(DISK_KILOBYTES);
    const folder = join(disk.folder, 'space');
    await mkdir(folder);
    const { rows } = await postgres.query(`SELECT current_setting('data_directory') AS data`);
    const { uid, gid } = await stat(rows[0].data);
    await chown(folder, uid, gid);
    await postgres.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
    await postgres.query('CREATE DATABASE haze TABLESPACE small');
    place = { database: postgres.url('haze'), home: await mkdtemp(join(tmpdir(), 'haze-home-')) };
    server = await startServer(place, ['--jobs', '0']);
  });
  afterAll(async () => {
    await server?.end('SIGKILL');
    await postgres.remove();
    disk.remove();
    await rm(place.home, { recursive: true, force: true });
  });

  test('refuses what has no room with 507, keeps what was acknowledged, and goes on when there is room', async () => {
    const call = callOf({ base: server.read('base address'), key: server.read('API key') });
    const send = (Code: string) => call('POST', '/sourcecode/builds', { Language: 'C', Code });
    const acknowledged: string[] = [];
    acknowledged.push((await send(LONG)).body.BuildID);
    disk.fill();
    const refused = [];
    for (let n = 0; n < 10; n += 1) {
      const { status, body } = await send(`// ${n}\n${LONG}`);
      if (status === 202) acknowledged.push(body.BuildID);
      else refused.push([status, body.code]);
    }
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(answer).toEqual([507, 'storage-full']);
    const listed = async () =>
      (await call('GET', '/builds?limit=25')).body.Builds.map((build: { BuildID: string }) => build.BuildID);
    expect((await listed()).sort()).toEqual([...acknowledged].sort());
    expect((await call('GET', '/health/ready')).status).toBe(200);
    disk.free();
    const { status, body } = await send(LONG);
    expect(status).toBe(202);
    expect((await listed()).sort()).toEqual([...acknowledged, body.BuildID].sort());
    expect(server.said.join('\n')).not.toContain(postgres.password);
  });
});
