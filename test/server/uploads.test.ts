// Files whose upload breaks off, over HTTP: what was there before stays, however early the client is gone.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HazeProcess, startHaze } from '../jobs/haze-process.ts';

/** Every answer waits so long: who leaves earlier is gone before the body is looked at. */
const LATENCY_MS = 200;

const folder = mkdtempSync(join(tmpdir(), 'haze-uploads-'));
let haze: HazeProcess;

beforeAll(async () => {
  haze = await startHaze(folder, ['--latency', String(LATENCY_MS)]);
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

/** Sends the head of a PUT with a part of its body, and closes the connection after so long. */
function leave(path: string, framing: string, part: string, afterMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(haze.base).port), '127.0.0.1');
    const head = [`PUT ${path} HTTP/1.1`, 'Host: a', `Authorization: ${haze.key}`, framing, '', ''];
    socket.on('error', reject).on('close', () => resolve());
    socket.write(head.join('\r\n') + part, () => setTimeout(() => socket.destroy(), afterMs));
  });
}

/** Until the service has told of so many uploads there. */
async function untilHad(path: string, uploads: number): Promise<void> {
  const had = () => haze.log.filter((line) => line.includes(`PUT ${path}`)).length;
  await expect.poll(had).toBe(uploads);
}

const LENGTH = 'Content-Length: 1000';
const CHUNKED = 'Transfer-Encoding: chunked';

describe.each([
  ['before it is read', 0],
  ['while it is read', 2 * LATENCY_MS],
])('a client that leaves %s', (when, afterMs) => {
  test.each([
    ['half of a body', LENGTH, 'half'],
    ['nothing of a body', LENGTH, ''],
    ['a chunk without the last one', CHUNKED, '4\r\nhalf\r\n'],
  ])('and has sent %s changes no file', async (what, framing, part) => {
    const path = `/files/${encodeURIComponent(`${when}, ${what}`)}`;
    expect((await send('PUT', path, 'as it was')).status).toBe(200);
    await leave(path, framing, part, afterMs);
    await untilHad(path, 2);
    expect(await (await send('GET', path)).text()).toBe('as it was');
  });
});

test('an upload that came whole is stored though its client did not wait', async () => {
  await leave('/files/whole', 'Content-Length: 5', 'whole', 0);
  await untilHad('/files/whole', 1);
  expect(await (await send('GET', '/files/whole')).text()).toBe('whole');
});
