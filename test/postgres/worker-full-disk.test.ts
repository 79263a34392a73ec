// A worker on a machine with a full disk, where there is no space for its log, its temporary folder or its user's
// folders. Its jobs finish as they would elsewhere. The worker continues, and resumes its log once there is space. If
// it cannot start, it reports the reason and exits.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { distUrl } from '../../src/node/dist-url.ts';
import { callOf } from '../server/client.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../store/small-disk.ts';
import { type HazeChild, type Place, spawnHaze, startServer, startWorker } from './haze-processes.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const DISK_KILOBYTES = 4096;
const SOURCE = `#include <stdio.h>
int main(void) {
  FILE *f = fopen("own.txt", "w");
  for (int i = 0; i < 100000; i++) fputs("a file of the program's own\\n", f);
  return fclose(f);
}
`;
const TIMEOUT = { timeout: scaleLimit(90_000) };

const why = process.getuid?.() === 0 ? whyNoSmallDisk() : 'only root can mount a small disk';
if (why !== '') console.warn(`skipped: ${why}`);

describe.skipIf(why !== '')('a worker on a full disk', () => {
  let postgres: PostgresServer;
  let disk: SmallDisk;
  let place: Place;
  let server: HazeChild;
  const workers: HazeChild[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    disk = mountSmallDisk(DISK_KILOBYTES);
    const home = join(disk.folder, 'home');
    await mkdir(home);
    const variables = { TMPDIR: disk.folder, HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home };
    place = { database: postgres.url(), home, variables };
    // This server creates the key that the workers read.
    server = await startServer(place, ['--jobs', '0']);
  });
  afterAll(async () => {
    await Promise.all([server, ...workers].map((haze) => haze?.end('SIGKILL')));
    await postgres?.remove();
    disk?.remove();
  });

  test.each(['text', 'json'])(
    'a worker on a full disk does its jobs, and resumes writing its log (%s) once there is space',
    async (format) => {
      const log = join(disk.folder, `${format}.log`);
      const file = openSync(log, 'a');
      disk.fill();
      const words = ['--jobs', '1', '--log-format', format];
      const worker = await startWorker({ ...place, stderr: file }, words);
      closeSync(file);
      workers.push(worker);
      const call = callOf({ base: server.read('base address'), key: server.read('API key') });
      const statusOf = async (path: string) => (await call('GET', path)).body.Status;
      const runOne = async (name: string) => {
        const Code = `// ${name}, ${format}\n${SOURCE}`;
        const { body: build } = await call('POST', '/sourcecode/builds', { Language: 'C', Code });
        await expect.poll(() => statusOf(`/builds/${build.BuildID}`), TIMEOUT).toBe('Completed');
        const { body: task } = await call('POST', `/builds/${build.BuildID}/tasks`);
        await expect.poll(() => statusOf(`/tasks/${task.TaskID}`), TIMEOUT).toBe('Completed');
      };
      await runOne('no room');
      expect(readFileSync(log, 'utf8')).toBe('');
      disk.free();
      await runOne('room');
      expect(await worker.end('SIGTERM')).toBe(0);
      expect(readFileSync(log, 'utf8')).toContain('stopping; jobs get');
    },
  );

  test('a worker exits with a message if there is no space for its key file', async () => {
    const home = join(disk.folder, 'another');
    await mkdir(home);
    disk.fill();
    const worker = spawnHaze(['work'], { ...place, home });
    expect(await worker.ended).toBe(74);
    expect(worker.said.join('\n')).toMatch(/no space for \S+, the file with the key/);
    disk.free();
  });

  test('a worker drops log lines instead of filling its memory, and counts them', async () => {
    const path = join(disk.folder, 'long.log');
    const file = openSync(path, 'a');
    disk.fill();
    const script = `
      const { openLog } = await import(${JSON.stringify(distUrl('src/node/commands/terminal/attend.js').href)});
      const tell = await openLog('json');
      const say = (count) => { for (let n = 0; n < count; n += 1) tell({ what: 'said', message: 'x'.repeat(500) }); };
      say(5000);
      console.log('no room');
      process.stdin.once('data', () => { say(1); process.stdin.destroy(); });`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', file],
    });
    closeSync(file);
    const ended = once(child, 'close');
    await Promise.race([once(child.stdout!, 'data'), ended]);
    disk.free();
    child.stdin!.write('go on\n');
    expect(await ended).toEqual([0, null]);
    const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    const messages = lines.map((line) => JSON.parse(line).msg);
    expect(messages).toEqual(['x'.repeat(500), 'haze: 5000 lines of this log did not fit and were lost']);
  });
});
