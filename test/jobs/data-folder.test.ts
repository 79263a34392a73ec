// The data folder of `haze serve`, for its owner and for other users of the machine: permissions, unusable folders,
// and a full disk on server startup.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { callOf, untilEnded } from '../server/client.ts';
import { mountSmallDisk, whyNoSmallDisk } from '../store/small-disk.ts';
import { type HazeProcess, startHaze } from './haze-process.ts';
import { killTeam } from './killed-team.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
const isRoot = process.getuid?.() === 0;
const root = mkdtempSync(join(tmpdir(), 'haze-data-'));
const processes: HazeProcess[] = [];

async function start(folder: string): Promise<HazeProcess> {
  const haze = await startHaze(folder);
  processes.push(haze);
  return haze;
}

afterAll(async () => {
  for (const haze of processes) await haze.end('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

function openPaths(folder: string): string[] {
  const inner = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...inner.map((entry) => join(entry.parentPath, entry.name))];
  return paths.filter((path) => (statSync(path).mode & 0o077) !== 0);
}

/** Runs long enough for a kill to interrupt it. */
const SLOW = `#include <stdio.h>
int main(void) {
  volatile double x = 0;
  for (int i = 0; i < 300000000; i++) x += i;
  puts("done");
  return 0;
}`;

async function upload(haze: HazeProcess, path: string, sizeBytes = 10): Promise<number> {
  const { status } = await fetch(`${haze.base}/files/${path}`, {
    method: 'PUT',
    headers: { Authorization: haze.key },
    body: new Uint8Array(sizeBytes),
  });
  return status;
}

test('a folder that other users could read is closed to them, and one line reports this', async () => {
  const folder = join(root, 'open');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const first = await start(folder);
  expect(await upload(first, 'a')).toBe(200);
  expect(openPaths(folder)).toEqual([]);
  await first.end('SIGTERM');
  for (const path of readdirSync(folder, { recursive: true }) as string[])
    chmodSync(join(folder, path), 0o755);
  chmodSync(folder, 0o755);
  const again = await start(folder);
  expect(openPaths(folder)).toEqual([]);
  const said = again.log.filter((line) => /other users on this machine could read \d+ files/.test(line));
  expect(said).toHaveLength(1);
  await again.end('SIGTERM');
  const last = await start(folder);
  expect(last.log.filter((line) => line.includes('other users'))).toEqual([]);
});

test('in a folder with other content, only Haze’s files are closed to other users', async () => {
  const folder = join(root, 'home');
  mkdirSync(folder);
  writeFileSync(join(folder, 'script.sh'), '#!/bin/sh\n');
  for (const path of [folder, join(folder, 'script.sh')]) chmodSync(path, 0o755);
  await start(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  expect(statSync(join(folder, 'script.sh')).mode & 0o777).toBe(0o755);
  expect(openPaths(join(folder, 'store'))).toEqual([]);
  expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600);
});

test.skipIf(!isRoot)('another user’s folder is rejected with a reason if others can read it', async () => {
  const folder = join(root, 'foreign');
  mkdirSync(join(folder, 'store'), { recursive: true });
  for (const path of [root, folder]) chmodSync(path, 0o755);
  chmodSync(join(folder, 'store'), 0o777);
  const words = [PROGRAM, 'serve', '--port', '0', '--data-dir', folder];
  const child = spawn(process.execPath, words, { uid: 65534, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (piece) => {
    said += piece;
  });
  const status = await new Promise((resolve) => child.on('exit', resolve));
  expect({ status, said }).toEqual({ status: 74, said: expect.stringMatching(/^haze: Other users .*chown/) });
});

test.skipIf(!isRoot)('a link that another user put in place of the key is reported', async () => {
  const folder = join(root, 'linked');
  mkdirSync(folder);
  const key = join(root, 'known-key');
  writeFileSync(key, 'scce_00112233445566778899aabbccddeeff0011\n');
  symlinkSync(key, join(folder, 'key'));
  lchownSync(join(folder, 'key'), 65534, 65534);
  const { log } = await start(folder);
  expect(log.filter((line) => /linked\/key belongs to another user/.test(line))).toHaveLength(1);
});

test.skipIf(process.platform !== 'linux').each(['/proc/haze', '/dev/null/haze', '/sys/haze', PROGRAM])(
  'a folder that cannot be used stops the server with a one-line message: %s',
  (folder) => {
    const words = [PROGRAM, 'serve', '--port', '0', '--data-dir', folder];
    const { status, stderr } = spawnSync(process.execPath, words, {
      encoding: 'utf8',
      timeout: scaleLimit(60_000),
    });
    expect(stderr).toMatch(/^haze: The folder ".*" cannot be used: [^\n]+\n$/);
    expect(status).toBe(74);
  },
);

test('two servers, a worker and commands share one folder, and a killed worker delays no other process', async () => {
  const folder = join(root, 'shared');
  const [one, other] = await Promise.all([start(folder), startHaze(folder, ['--jobs', '0'])]);
  processes.push(other);
  expect(other.key).toBe(one.key);
  await one.end('SIGTERM');
  const startWorker = async () => {
    const words = [PROGRAM, 'work', '--data-dir', folder, '--lease', '2'];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
    const [said] = await once(child.stdout, 'data');
    expect(String(said)).toBe(`haze runs the jobs of ${folder}\n`);
    return child;
  };
  const third = await startHaze(folder, ['--jobs', '0']);
  processes.push(third);
  const worker = await startWorker();
  const call = callOf(third);
  const build = (await callOf(other)('POST', '/sourcecode/builds', { Language: 'C', Code: SLOW })).body
    .BuildID;
  expect((await untilEnded(call, `/builds/${build}`)).body.Status).toBe('Completed');
  const { TaskID } = (await call('POST', `/builds/${build}/tasks`, {})).body;
  while ((await call('GET', `/tasks/${TaskID}`)).body.Status === 'Accepted');
  worker.kill('SIGKILL');
  const next = await startWorker();
  try {
    expect((await untilEnded(callOf(other), `/tasks/${TaskID}`)).body.Status).toBe('Completed');
    expect((await call('GET', `/tasks/${TaskID}/output/Stdout`)).text).toBe('done\n');
    const users = spawnSync(process.execPath, [PROGRAM, 'admin', 'users', '--data-dir', folder], {
      encoding: 'utf8',
    });
    expect(users.stdout.trimEnd().split('\n')).toHaveLength(2);
    const archive = join(root, 'shared.tar');
    const words = [PROGRAM, 'export', archive, '--data-dir', folder];
    expect(spawnSync(process.execPath, words, { encoding: 'utf8' }).stderr).toMatch(/exported everything/);
  } finally {
    next.kill('SIGTERM');
    await once(next, 'exit');
  }
});

test('three servers and four workers are killed and paused, and each task ends exactly once', async () => {
  // npm run bench stores/killed does this for ten minutes.
  const { kills, tasks, failures } = await killTeam(join(root, 'team'), { seconds: 15, seed: 7 });
  expect(failures).toEqual([]);
  expect(Math.min(kills, tasks)).toBeGreaterThan(5);
});

test('the jobs of a killed server continue immediately if no other process uses its folder', async () => {
  const folder = join(root, 'killed');
  const first = await start(folder);
  const call = callOf(first);
  const build = (await call('POST', '/sourcecode/builds', { Language: 'C', Code: SLOW })).body.BuildID;
  await untilEnded(call, `/builds/${build}`);
  const { TaskID } = (await call('POST', `/builds/${build}/tasks`, {})).body;
  while ((await call('GET', `/tasks/${TaskID}`)).body.Status === 'Accepted');
  await first.end('SIGKILL');
  const startedMs = Date.now();
  const again = await start(folder);
  expect((await untilEnded(callOf(again), `/tasks/${TaskID}`)).body.Status).toBe('Completed');
  // The killed server's lease had half a minute left, but its jobs continue sooner.
  expect(Date.now() - startedMs).toBeLessThan(scaleLimit(15_000));
});

const why = whyNoSmallDisk();
if (why !== '') console.warn(`skipped: ${why}`);

test.skipIf(why !== '')(
  'on a full disk, the server starts, reports this, serves reads, and returns 507 for writes',
  async () => {
    const disk = mountSmallDisk(2048);
    try {
      const folder = join(disk.folder, 'data');
      const first = await start(folder);
      expect(await upload(first, 'kept', 50_000)).toBe(200);
      await first.end('SIGKILL');
      disk.fill();
      const haze = await start(folder);
      expect(haze.key).toBe(first.key);
      expect(haze.log.some((line) => /the disk of .* is full/.test(line))).toBe(true);
      const headers = { Authorization: haze.key, Accept: 'application/octet-stream' };
      const kept = await fetch(`${haze.base}/files/kept`, { headers });
      expect((await kept.arrayBuffer()).byteLength).toBe(50_000);
      expect(await upload(haze, 'new', 100_000)).toBe(507);
      expect((await fetch(`${haze.base}/files/kept`, { method: 'DELETE', headers })).status).toBe(200);
      await haze.end('SIGTERM');
    } finally {
      disk.remove();
    }
  },
);

test.skipIf(why !== '')('a server starts on a full disk even if its reserved space is used up', async () => {
  const disk = mountSmallDisk(2048);
  try {
    const folder = join(disk.folder, 'data');
    const first = await start(folder);
    await first.end('SIGKILL');
    for (const name of ['reserve', 'reserve-status']) rmSync(join(folder, 'store', name), { force: true });
    // Leaves space for SQLite's own files.
    disk.fill(64);
    const haze = await start(folder);
    expect(haze.key).toBe(first.key);
    await haze.end('SIGTERM');
  } finally {
    disk.remove();
  }
});

test.skipIf(why !== '')('a read-only folder is reported by the server and the doctor', async () => {
  const disk = mountSmallDisk(4096);
  try {
    const folder = join(disk.folder, 'data');
    const first = await start(folder);
    expect(await upload(first, 'kept')).toBe(200);
    await first.end('SIGTERM');
    disk.forbidWriting();
    const words = ['serve', '--port', '0', '--data-dir', folder];
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], { encoding: 'utf8' });
    expect(stderr).toMatch(/^haze: The folder .* cannot be used: its file system is read-only/);
    expect(status).toBe(74);
    const doctor = spawnSync(process.execPath, [PROGRAM, 'doctor', '--data-dir', folder], {
      encoding: 'utf8',
    });
    expect(doctor.stdout).toMatch(/WRONG {2}data folder .* (cannot be used|is not writable).*EROFS/);
  } finally {
    disk.remove();
  }
});

const FLOOD = `#include <stdio.h>
static unsigned block[1 << 14];
int main(int argc, char **argv) {
  unsigned x = 1;
  for (int n = 0; argc > 1 && n < 512; n++) {
    // Random bytes, which gzip cannot compress.
    for (int i = 0; i < 1 << 14; i++) block[i] = x = (x * 1664525 + 1013904223) ^ x >> 15;
    fwrite(block, sizeof block, 1, stdout);
  }
  puts("done");
  return 0;
}`;

test.skipIf(why !== '')(
  'a task that fills the disk is Stopped, with this as the reason, and other tasks continue',
  async () => {
    const disk = mountSmallDisk(12 * 1024);
    try {
      const haze = await start(join(disk.folder, 'data'));
      const call = callOf(haze);
      const build = (await call('POST', '/sourcecode/builds', { Language: 'C', Code: FLOOD })).body.BuildID;
      expect((await untilEnded(call, `/builds/${build}`)).body.Status).toBe('Completed');
      const run = async (Arguments: string) => {
        const { TaskID } = (await call('POST', `/builds/${build}/tasks`, { Arguments })).body;
        const { body } = await untilEnded(call, `/tasks/${TaskID}`);
        return { id: TaskID as string, status: body.Status, message: body.StatusTransitions.at(-1).Message };
      };
      const flood = await run('much');
      expect(flood).toMatchObject({
        status: 'Stopped',
        message: expect.stringMatching(/^The storage is full/),
      });
      expect((await call('GET', '/health')).status).toBe(200);
      expect((await call('DELETE', `/tasks/${flood.id}`)).status).toBe(200);
      expect(await run('')).toMatchObject({ status: 'Completed' });
      expect(await haze.end('SIGTERM')).toBe(0);
    } finally {
      disk.remove();
    }
  },
);
