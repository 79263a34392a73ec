// A database whose disk is full, for a server, a worker and their clients. Caches are evicted, and a write that lacks
// space is rejected as a whole, with its error code. Acknowledged data stays available, jobs wait, and everything
// continues once there is space.
import { chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { type Call, callOf, untilEnded } from '../server/client.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../store/small-disk.ts';
import { type HazeChild, type Place, startServer, startWorker } from './haze-processes.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const DISK_KILOBYTES = 48 * 1024;
/** Longer than the free space on any page. */
const LONG = `int main(void) { return 0; }\n/* ${'x'.repeat(200_000)} */\n`;

const TIMEOUT = { timeout: scaleLimit(240_000) };

const why = process.getuid?.() === 0 ? whyNoSmallDisk() : 'only root can mount a small disk';
if (why !== '') console.warn(`skipped: ${why}`);

/** A program with a 3 MB module. */
const LARGE = (n: number) => `#include <stdio.h>
#define A "no zeros: a linker would leave them out"
#define B A A A A A A A A
#define C B B B B B B B B
#define D C C C C C C C C
#define E D D D D D D D D
static const char all[] = "${n}" E E E E E E E E E E E E E E E E E E;
int main(int argc, char **argv) { printf("%c\\n", all[argc - 1]); return 0; }
`;
describe.skipIf(why !== '')('a database on a full disk', { timeout: scaleLimit(300_000) }, () => {
  let postgres: PostgresServer;
  let place: Place;
  let disk: SmallDisk;
  let server: HazeChild;
  let worker: HazeChild;
  let call: Call;

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
    worker = await startWorker(place, ['--jobs', '1']);
    call = callOf({ base: server.read('base address'), key: server.read('API key') });
  });
  afterEach(() => {
    worker.child.kill('SIGCONT');
    disk.free();
  });
  afterAll(async () => {
    await Promise.all([server, worker].map((haze) => haze?.end('SIGKILL')));
    await postgres.remove();
    disk.remove();
    await rm(place.home, { recursive: true, force: true });
  });

  const send = (Code: string) => call('POST', '/sourcecode/builds', { Language: 'C', Code });
  const listed = async () =>
    (await call('GET', '/builds?limit=25')).body.Builds.map((build: { BuildID: string }) => build.BuildID);
  const statusOf = async (id: string) => (await call('GET', `/builds/${id}`)).body.Status as string;
  const lastStep = async (id: string) => (await call('GET', `/builds/${id}`)).body.StatusTransitions.at(-1);

  async function buildWell(code: string): Promise<string> {
    const { BuildID } = (await send(code)).body;
    await untilEnded(call, `/builds/${BuildID}`);
    expect(await lastStep(BuildID)).toMatchObject({ Status: 'Completed' });
    return BuildID;
  }

  /**
   * Uses up all space, including that of the caches, and returns the builds that were accepted before the disk was
   * full.
   */
  async function fillUp(): Promise<string[]> {
    const accepted: string[] = [];
    // Fills the disk until even the space of deleted data, which PostgreSQL reclaims from time to time, is used up.
    for (let refusals = 0; refusals < 3; ) {
      disk.fill();
      const { status, body } = await send(`// ${accepted.length}\n${LONG}`);
      if (status === 202) {
        accepted.push(body.BuildID);
        refusals = 0;
        continue;
      }
      expect([status, body.code]).toEqual([507, 'storage-full']);
      refusals += 1;
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
    return accepted;
  }

  test('caches are evicted: a build uses the space of cached parts from earlier builds', async () => {
    await buildWell(LARGE(0));
    disk.fill();
    // The build's module alone takes half of the space.
    const build = await buildWell(LARGE(7));
    const task = (await call('POST', `/builds/${build}/tasks`, {})).body.TaskID;
    await untilEnded(call, `/tasks/${task}`);
    expect((await call('GET', `/tasks/${task}/output/Stdout`)).text).toBe('7\n');
  });

  test('writes without space get 507, acknowledged data is kept, and writes work again once there is space', async () => {
    const before = await listed();
    worker.child.kill('SIGSTOP');
    const acknowledged = await fillUp();
    expect((await listed()).sort()).toEqual([...before, ...acknowledged].sort());
    expect((await call('GET', '/health/ready')).status).toBe(200);
    disk.free();
    const { status, body } = await send(LONG);
    expect(status).toBe(202);
    expect(await listed()).toContain(body.BuildID);
    expect(server.said.join('\n')).not.toContain(postgres.password);
    worker.child.kill('SIGCONT');
    for (const id of [...acknowledged, body.BuildID]) {
      await untilEnded(call, `/builds/${id}`);
      expect((await call('DELETE', `/builds/${id}`)).status).toBe(200);
    }
  });

  test('a build without space for its result waits, and continues on its own after other data is deleted', async () => {
    const old = [await buildWell(LARGE(1)), await buildWell(LARGE(2))];
    worker.child.kill('SIGSTOP');
    const { body } = await send(LARGE(3));
    await fillUp();
    worker.child.kill('SIGCONT');
    await expect.poll(() => worker.said.join('\n'), TIMEOUT).toMatch(/storage is full/);
    // The worker may have recorded the build, or may not even have had space for that.
    expect(await statusOf(body.BuildID)).toMatch(/^(Accepted|Initialising|Building|Rescheduled)$/);
    for (const id of old) expect((await call('DELETE', `/builds/${id}`)).status).toBe(200);
    await expect.poll(() => statusOf(body.BuildID), TIMEOUT).toBe('Completed');
  });
});
