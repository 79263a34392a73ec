// Interrupted HTTP uploads: the earlier file is preserved, however early the client disconnects.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HazeProcess, startHaze } from '../jobs/haze-process.ts';

/** The latency of every response: a client that disconnects sooner does so before the body is read. */
const LATENCY_MS = 200;

const folder = mkdtempSync(join(tmpdir(), 'haze-uploads-'));
let haze: HazeProcess;

beforeAll(async () => {
  haze = await startHaze(folder, ['--admin', '--latency', String(LATENCY_MS)]);
});

afterAll(async () => {
  await haze?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const send = (method: string, path: string, body?: string) =>
  fetch(haze.base + path, {
    method,
    headers: { Authorization: haze.key, Accept: 'application/octet-stream' },
    ...(body !== undefined && { body }),
  });

/** Sends a request's headers and part of its body, and closes the connection after the given time. */
function leave(path: string, framing: string, part: string, afterMs: number, method = 'PUT'): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(haze.base).port), '127.0.0.1');
    const head = [`${method} ${path} HTTP/1.1`, 'Host: a', `Authorization: ${haze.key}`, framing, '', ''];
    socket.on('error', reject).on('close', () => resolve());
    socket.write(head.join('\r\n') + part, 'latin1', () => setTimeout(() => socket.destroy(), afterMs));
  });
}

/** Waits until the service has logged the given number of uploads to the path. */
async function untilHad(path: string, uploads: number, method = 'PUT'): Promise<void> {
  const had = () => haze.log.filter((line) => line.includes(`${method} ${path}`)).length;
  await expect.poll(had).toBe(uploads);
}

const LENGTH = 'Content-Length: 1000';
const CHUNKED = 'Transfer-Encoding: chunked';

describe.each([
  ['before its body is read', 0],
  ['while its body is read', 2 * LATENCY_MS],
])('a client that disconnects %s', (when, afterMs) => {
  test.each([
    ['half of a body', LENGTH, 'half'],
    ['none of a body', LENGTH, ''],
    ['a chunk, but not the last one', CHUNKED, '4\r\nhalf\r\n'],
  ])('a client that disconnects after sending %s changes no file', async (what, framing, part) => {
    const path = `/files/${encodeURIComponent(`${when}, ${what}`)}`;
    expect((await send('PUT', path, 'as it was')).status).toBe(200);
    await leave(path, framing, part, afterMs);
    await untilHad(path, 2);
    expect(await (await send('GET', path)).text()).toBe('as it was');
  });
});

test.each([
  ['half of a body', LENGTH, 'half'],
  ['none of a body', LENGTH, ''],
  ['a chunk, but not the last one', CHUNKED, '4\r\nhalf\r\n'],
])('%s at a signed URL changes no file', async (what, framing, part) => {
  const path = `/files/${encodeURIComponent(`signed, ${what}`)}`;
  expect((await send('PUT', path, 'as it was')).status).toBe(200);
  const asked = await send('PUT', `${path}?size=1000`);
  const { upload_url } = (await asked.json()) as { upload_url: string };
  const { pathname, search } = new URL(upload_url);
  const before = haze.log.filter((line) => line.includes('PUT /presigned')).length;
  await leave(pathname + search, framing, part, 0);
  await untilHad('/presigned', before + 1);
  expect(await (await send('GET', path)).text()).toBe('as it was');
});

test.each([
  ['half of a body', LENGTH, 'PK\x03\x04half of a zip'],
  ['none of a body', LENGTH, ''],
])('%s leaves the imported copy of a repository unchanged', async (_, framing, part) => {
  const path = `/repositories/imports?RemoteURL=${encodeURIComponent('https://example.com/a/b.git')}`;
  const listed = async () => (await send('GET', '/repositories/imports')).json();
  expect((await send('PUT', path, 'PK\x03\x04as it was')).status).toBe(201);
  const before = await listed();
  const had = haze.log.filter((line) => line.includes('PUT /repositories/imports')).length;
  await leave(path, framing, part, 0);
  await untilHad('/repositories/imports', had + 1);
  expect(await listed()).toEqual(before);
});

test('an import that breaks off halfway changes nothing', async () => {
  expect((await send('PUT', '/files/kept', 'as it was')).status).toBe(200);
  const exported = await send('POST', '/admin/export');
  expect(exported.status).toBe(200);
  const whole = Buffer.from(await exported.arrayBuffer());
  // Exactly the first half of a real export file.
  const half = whole.subarray(0, whole.length / 2).toString('latin1');
  await leave('/admin/import', `Content-Length: ${whole.length}`, half, 0, 'POST');
  await untilHad('/admin/import', 1, 'POST');
  expect(await (await send('GET', '/files/kept')).text()).toBe('as it was');
});

test('a complete upload is stored even if its client did not wait', async () => {
  await leave('/files/whole', 'Content-Length: 5', 'whole', 0);
  await untilHad('/files/whole', 1);
  expect(await (await send('GET', '/files/whole')).text()).toBe('whole');
});

test('a reset does not wait for an upload that stalls; the upload fails, and its connection stays usable', async () => {
  const socket = connect(Number(new URL(haze.base).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  const lines = (method: string, ...more: string[]) =>
    [`${method} /files/slow HTTP/1.1`, 'Host: a', `Authorization: ${haze.key}`, ...more, '', ''].join('\r\n');
  socket.write(lines('PUT', LENGTH, 'Expect: 100-continue'));
  // The service sends this line when it begins to read the body.
  await expect.poll(() => received).toContain('100 Continue');
  received = '';
  socket.write('half');
  expect((await send('POST', '/admin/reset')).status).toBe(200);
  expect(received).toBe('');
  socket.write('-'.repeat(996) + lines('GET'));
  await expect
    .poll(() => [...received.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status))
    .toEqual(['503', '404']);
  expect(received).toContain('"code":"storage-busy"');
  socket.destroy();
});
