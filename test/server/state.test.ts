// State handled from the command line: --memory, --import, --export-on-exit, haze export, import and reset, and POST
// /admin/….
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { type HazeProcess, startHaze } from '../jobs/haze-process.ts';
import { callOf, runProgramAt } from './client.ts';

const HAZE = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'haze-state-'));
const processes: HazeProcess[] = [];

afterAll(async () => {
  for (const haze of processes) await haze.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function serve(name: string, more: readonly string[] = []): Promise<HazeProcess> {
  return start(join(folder, name), more);
}

function serveInMemory(...more: string[]): Promise<HazeProcess> {
  return start(undefined, ['--memory', ...more]);
}

async function start(dataDir: string | undefined, more: readonly string[]): Promise<HazeProcess> {
  const haze = await startHaze(dataDir, more);
  processes.push(haze);
  return haze;
}

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...env } };
    execFile(process.execPath, [HAZE, ...words], options, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const dir = (name: string) => ['--data-dir', join(folder, name)];

test('a data folder is exported to a file that only its owner can read, and is imported into an empty folder', async () => {
  const first = await serve('first');
  await callOf(first)('PUT', '/files/kept.txt', 'kept');
  // Exports the folder while the server is running.
  const env = { HAZE_KEY_FILE: 'only-the-server-may-read-it' };
  expect(await run(['export', 'all', ...dir('first')], env)).toMatchObject({ status: 0, stdout: '' });
  await first.end('SIGTERM');
  expect(statSync(join(folder, 'all')).mode & 0o077).toBe(0);
  expect(readFileSync(join(folder, 'all'), 'latin1')).not.toContain(first.key);
  expect((await run(['import', 'all', ...dir('second')])).stderr).toMatch(
    /imported \d+ records and 1 files from all/,
  );
  const second = await serve('second');
  expect((await callOf(second)('GET', '/files')).text).toContain('kept.txt');
  await second.end('SIGTERM');
  const refused = await run(['import', 'all', ...dir('second')]);
  expect(refused.stderr).toContain('already contains data');
  expect(refused.status).toBe(2);
});

test('a backup taken from a running server works in a new folder, and is rejected if its data is damaged', async () => {
  const first = await serve('copied');
  const large = 'large'.repeat(30_000);
  await callOf(first)('PUT', '/files/small.txt', 'small');
  await callOf(first)('PUT', '/files/large.txt', large);
  const done = await run(['backup', 'copy.db', ...dir('copied')]);
  expect(done).toMatchObject({ status: 0, stdout: '' });
  expect(done.stderr).toMatch(/copied \d+ records and 2 stored files into .*copy\.db/);
  await callOf(first)('PUT', '/files/later.txt', 'later');
  await first.end('SIGTERM');
  expect(statSync(join(folder, 'copy.db')).mode & 0o077).toBe(0);
  // The steps described in docs/operating.md.
  mkdirSync(join(folder, 'restored/store'), { recursive: true, mode: 0o700 });
  copyFileSync(join(folder, 'copy.db'), join(folder, 'restored/store/haze.db'));
  for (const name of ['key', 'seal-key']) {
    copyFileSync(join(folder, 'copied', name), join(folder, 'restored', name));
  }
  const restored = await serve('restored');
  expect(restored.key).toBe(first.key);
  const call = callOf(restored);
  const read = async (name: string) =>
    await fetch(`${restored.base}/files/${name}`, {
      headers: { Authorization: restored.key, Accept: 'text/plain' },
    }).then((answer) => answer.text());
  expect([await read('small.txt'), await read('large.txt')]).toEqual(['small', large]);
  expect((await call('GET', '/files')).text).not.toContain('later.txt');
  expect((await call('PUT', '/files/more.txt', large)).status).toBe(200);
  await restored.end('SIGTERM');
  const blobs = join(folder, 'copied/store/blobs');
  for (const name of readdirSync(blobs, { recursive: true }) as string[]) {
    if (statSync(join(blobs, name)).isFile()) writeFileSync(join(blobs, name), 'damaged');
  }
  const damaged = await run(['backup', 'copy.db', ...dir('copied')]);
  expect(damaged.stderr).toMatch(/stored content .* is damaged/);
  expect(damaged.status).toBe(74);
  expect(readdirSync(folder).filter((name) => name.startsWith('copy.db'))).toEqual(['copy.db']);
  expect((await run(['backup', 'x/copy.db', ...dir('restored')])).stderr).toContain('ENOENT');
  const ofDatabase = await run(['backup', 'copy.db', '--database', 'postgres://127.0.0.1/none']);
  expect(ofDatabase.stderr).toContain('pg_dump');
  expect(ofDatabase.status).toBe(2);
});

test('haze reset asks for confirmation, and keeps the key', async () => {
  const before = await serve('emptied');
  await callOf(before)('PUT', '/files/a.txt', 'a');
  await before.end('SIGTERM');
  expect((await run(['reset', ...dir('emptied')])).stderr).toContain('haze reset --yes');
  expect((await run(['reset', '--yes', ...dir('emptied')])).status).toBe(0);
  const after = await serve('emptied');
  expect(after.key).toBe(before.key);
  expect((await callOf(after)('GET', '/files')).text).not.toContain('a.txt');
  expect((await run(['reset', '--yes', ...dir('never-made')])).stderr).toContain('There is no Haze data in');
});

test('after a reset alongside a running server, the server still accepts its key', async () => {
  const server = await serve('emptied while running');
  await callOf(server)('PUT', '/files/a.txt', 'a');
  // The environment may contain the key of another server.
  const env = { HAZE_KEY: 'key-of-another-server' };
  expect((await run(['reset', '--yes', ...dir('emptied while running')], env)).status).toBe(0);
  expect(await callOf(server)('GET', '/files')).toMatchObject({ status: 200, body: { count: 0 } });
  await server.end('SIGTERM');
});

test('webhooks receive the events of jobs that finish while the server stops', async () => {
  const statuses: string[] = [];
  const receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => {
      statuses.push(JSON.parse(text).data.status);
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const server = await serve('stopping', ['--grace', '60']);
  const call = callOf(server);
  await call('POST', '/webhooks', { url, events: ['build-status'] });
  await call('POST', '/sourcecode/builds', { Code: 'int main(void) { return 7; }', Language: 'C' });
  await expect.poll(() => statuses, { timeout: scaleLimit(30_000) }).toContain('Initialising');
  expect(await server.end('SIGTERM')).toBe(0);
  const later = await serve('stopping');
  await expect.poll(() => statuses.at(-1), { timeout: scaleLimit(20_000) }).toBe('Completed');
  // A delivery that the shutdown interrupts is repeated.
  expect([...new Set(statuses)]).toEqual(['Accepted', 'Initialising', 'Building', 'Completed']);
  await later.end('SIGTERM');
  receiver.close();
});

test('an in-memory server starts from a file, and saves to a file when it exits', async () => {
  const haze = await serveInMemory('--export-on-exit', join(folder, 'end'));
  await callOf(haze)('PUT', '/files/b.txt', 'b');
  expect(await haze.end('SIGTERM')).toBe(0);
  const next = await serveInMemory('--import', join(folder, 'end'));
  expect((await callOf(next)('GET', '/files')).text).toContain('b.txt');
  writeFileSync(join(folder, 'half'), readFileSync(join(folder, 'end')).subarray(0, -9));
  const half = await run(['serve', '--memory', '--port', '0', '--import', 'half']);
  expect(half).toMatchObject({ status: 2, stdout: '' });
  expect(half.stderr).toContain('This is not a complete Haze export');
  const end = readFileSync(join(folder, 'end'));
  writeFileSync(join(folder, 'doubled'), Buffer.concat([end, end]));
  const doubled = await run(['import', 'doubled', ...dir('doubled-import')]);
  expect(doubled.stderr).toContain('more bytes follow its end');
  const text = readFileSync(join(folder, 'end'), 'latin1');
  const forged = text.replace('"Preferences":{}', '"Preferences":1 ');
  expect(forged).not.toBe(text);
  writeFileSync(join(folder, 'forged'), forged, 'latin1');
  const words = ['import', 'forged', ...dir('forged-import')];
  for (const refused of [await run(words), await run(['serve', '--memory', '--import', 'forged'])]) {
    expect(refused.stderr).toMatch(
      /Line \d+ of the export, the record user "usr_\w+", is damaged: Preferences/,
    );
    expect(refused.status).toBe(2);
  }
  const gone = await run(['serve', '--memory', '--port', '0', '--import', 'nowhere']);
  expect(gone.stderr).toContain('The export "nowhere" cannot be read (ENOENT)');
});

test('a seed and a data folder cannot be combined', async () => {
  const { status, stderr } = await run(['serve', '--port', '0', ...dir('seeded')], { HAZE_SEED: '1' });
  expect(stderr).toContain('Add --memory (HAZE_MEMORY=1)');
  expect(status).toBe(2);
});

describe('POST /admin/…', () => {
  test('POST /admin/… exists only on request', async () => {
    const haze = await serveInMemory();
    const { status, body } = await callOf(haze)('POST', '/admin/reset');
    expect([status, body.code, body.message]).toEqual([
      501,
      'not-supported',
      expect.stringContaining('--admin'),
    ]);
  });

  test('POST /admin/… accepts only the key of the service, and lists its operations', async () => {
    const haze = await serveInMemory('--admin');
    const call = callOf(haze);
    const second = (await call('POST', '/keys', { Name: 'second' })).body;
    const other = Object.values(second).find(
      (value) => typeof value === 'string' && value.length > 60,
    ) as string;
    expect((await call('GET', '/users/me', undefined, other)).status).toBe(200);
    expect((await call('POST', '/admin/reset', undefined, other)).status).toBe(401);
    expect((await call('POST', '/admin/reset', undefined, 'x')).status).toBe(401);
    expect((await call('GET', '/admin/reset')).status).toBe(405);
    expect((await call('POST', '/admin/x')).status).toBe(404);
    expect((await call('POST', '/admin/import', 'not an export\n')).status).toBe(422);
    expect((await call('POST', '/admin/import')).status).toBe(422);
  });

  test('POST /admin/… stores named states and client requests', async () => {
    const haze = await serveInMemory('--admin');
    const call = callOf(haze);
    const build = { Code: 'int main(void) { return 0; }', Language: 'C' };
    const first = (await call('POST', '/sourcecode/builds', build)).body.BuildID;
    expect((await call('POST', '/admin/snapshots/one-build')).status).toBe(200);
    await call('POST', '/sourcecode/builds?verbose=1', build);
    expect((await call('GET', '/builds?noexpand=true')).body.Count).toBe(2);
    expect((await call('POST', '/admin/snapshots/one-build/restore')).status).toBe(200);
    const { Builds } = (await call('GET', '/builds?noexpand=true')).body;
    expect(Builds.map(({ BuildID }: { BuildID: string }) => BuildID)).toEqual([first]);
    expect((await call('GET', '/admin/snapshots')).body).toEqual({ Snapshots: ['one-build'] });
    expect((await call('POST', '/admin/snapshots/none/restore')).status).toBe(404);
    expect((await call('GET', '/admin/snapshots/one-build')).status).toBe(405);
    const { Requests, Count } = (await call('GET', '/admin/requests')).body;
    expect([Requests[1], Count]).toEqual([
      { Method: 'POST', Path: '/sourcecode/builds?verbose=1', Body: build, Status: 202 },
      4,
    ]);
  });

  test('POST /admin/… advances a stopped clock: keys expire, and later records and programs have the later time', async () => {
    const haze = await serveInMemory('--admin', '--clock', '2026-01-31T12:00:00Z');
    const call = callOf(haze);
    const noonSeconds = Date.UTC(2026, 0, 31, 12) / 1000;
    const { Key } = (await call('POST', '/keys', { Name: 'an hour', ValidUntil: noonSeconds + 3600 })).body;
    expect((await call('GET', '/users/me', undefined, Key)).status).toBe(200);
    expect((await call('POST', '/admin/clock', { By: 1800 })).body).toEqual({
      Time: '2026-01-31T12:30:00.000Z',
    });
    expect((await call('GET', '/users/me', undefined, Key)).status).toBe(200);
    const moved = await call('POST', '/admin/clock', { To: '2026-01-31T13:30:00Z' });
    expect(moved.body).toEqual({ Time: '2026-01-31T13:30:00.000Z' });
    const late = await call('GET', '/users/me', undefined, Key);
    expect([late.status, late.headers.get('Date')]).toEqual([401, 'Sat, 31 Jan 2026 13:30:00 GMT']);
    const Code = '#include <stdio.h>\n#include <time.h>\nint main(void) { printf("%ld\\n", (long)time(0)); }';
    expect((await runProgramAt(haze, Code)).stdout).toBe(`${noonSeconds + 5400}\n`);
    expect((await call('GET', '/builds')).body.Builds[0].CreatedAt).toBe(1000 * (noonSeconds + 5400));
    for (const wish of [
      { By: -1 },
      { To: 0 },
      {},
      { To: 'noon' },
      { By: '3' },
      { To: noonSeconds, By: 1 },
      [],
    ])
      expect([wish, (await call('POST', '/admin/clock', wish)).status]).toEqual([wish, 422]);
    const running = await serveInMemory('--admin');
    expect((await callOf(running)('POST', '/admin/clock', { By: 1 })).body.code).toBe('wrong-state');
  });

  test('POST /admin/… serves requests from the command', async () => {
    const haze = await serveInMemory('--admin');
    const call = callOf(haze);
    const place = ['--base', haze.base];
    const env = { HAZE_KEY: haze.key };
    await call('PUT', '/files/c.txt', 'c');
    expect((await run(['export', 'c', ...place], env)).status).toBe(0);
    expect((await run(['reset', ...place], env)).status).toBe(0);
    expect((await call('GET', '/files')).text).not.toContain('c.txt');
    expect((await run(['import', 'c', ...place], env)).stderr).toMatch(/imported \d+ records and 1 files/);
    expect((await call('GET', '/files')).text).toContain('c.txt');
    expect((await run(['reset', ...place], { HAZE_KEY: 'wrong' })).stderr).toContain('returned 401');
    expect((await run(['reset', ...place])).stderr).toContain('The server needs its key');
    expect((await run(['reset', '--base', 'http://127.0.0.1:9'], env)).stderr).toContain(
      'No server responds at',
    );
  });

  test('an import above the limit is rejected and changes nothing', async () => {
    const haze = await serveInMemory('--admin', '--import-bytes', '100000');
    const call = callOf(haze);
    await call('PUT', '/files/kept.txt', 'kept');
    const archive = await fetch(`${haze.base}/admin/export`, {
      method: 'POST',
      headers: { Authorization: haze.key },
    });
    const small = new Uint8Array(await archive.arrayBuffer());
    const large = new Uint8Array(5_000_000).fill(120);
    const told = await call('POST', '/admin/import', large);
    expect([told.status, told.body.code]).toEqual([413, 'body-too-large']);
    expect(told.body.message).toContain('--import-bytes');
    // A body that does not declare its size and exceeds the limit partway through.
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(small.subarray(0, small.length - 5));
        controller.enqueue(large);
        controller.close();
      },
    });
    const headers = { Authorization: haze.key };
    const streamed = await fetch(`${haze.base}/admin/import`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
    expect((await call('GET', '/files')).text).toContain('kept.txt');
    expect((await call('POST', '/admin/import', small)).status).toBe(200);
  });

  test('an aborted export does not block writes', async () => {
    const haze = await serveInMemory('--admin');
    const call = callOf(haze);
    await call('PUT', '/files/large', new Uint8Array(40_000_000));
    const response = await fetch(`${haze.base}/admin/export`, {
      method: 'POST',
      headers: { Authorization: haze.key },
    });
    await response.body!.cancel();
    expect((await call('PUT', '/files/after', 'written')).status).toBeLessThan(300);
  });
});

test('a key in a file is accepted, and programs can read the first lines of output', async () => {
  writeFileSync(join(folder, 'key.txt'), 'my-key\n');
  const words = [HAZE, 'serve', '--memory', '--port', '0', '--key-file', join(folder, 'key.txt')];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  for await (const piece of child.stdout) {
    text += piece;
    if (text.includes('curl ')) break;
  }
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(text).toMatch(
    /^(playground {4}http.*\ndocumentation http.*\/docs\/\n)?base address {2}http:\/\/127\.0\.0\.1:\d+\nrealtime {6}ws:.*\nhost {10}127.*\nAPI key {7}my-key\ndata {10}in memory, until the server stops\ntry it:\ncurl /,
  );
});
