// Tests that a connection to `haze serve` still works after an early response, and that invalid requests get a JSON
// response.
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HazeProcess, startHaze } from './haze-process.ts';

let folder = '';
let haze: HazeProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-connections-'));
  haze = await startHaze(folder);
});

afterAll(async () => {
  await haze.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

// Bodies larger than the 11 MiB that test/service/host-checks.ts sends to every host of the service.
const SIZES = [30, 70].map((megabytes) => megabytes * 1024 ** 2);

test.each(SIZES)('eight axios requests on one connection succeed after a 413 for %i bytes', async (size) => {
  const httpAgent = new Agent({ keepAlive: true, maxSockets: 1 });
  const client = axios.create({
    baseURL: haze.base,
    headers: { Authorization: haze.key, 'Content-Type': 'application/json' },
    httpAgent,
    validateStatus: () => true,
    maxBodyLength: Number.POSITIVE_INFINITY,
  });
  const Code = 'x'.repeat(size);
  expect((await client.post('/sourcecode/builds', { Code, Language: 'C' })).status).toBe(413);
  for (let count = 0; count < 8; count += 1) expect((await client.get('/tasks')).status).toBe(200);
  httpAgent.destroy();
});

test.each(SIZES)('eight fetch requests succeed after a 413 for %i bytes', async (size) => {
  const headers = { Authorization: haze.key, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ Code: 'x'.repeat(size), Language: 'C' });
  const refused = await fetch(`${haze.base}/sourcecode/builds`, { method: 'POST', headers, body });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    413,
    'body-too-large',
  ]);
  for (let count = 0; count < 8; count += 1) {
    const response = await fetch(`${haze.base}/tasks`, { headers });
    expect(response.status).toBe(200);
    await response.text();
  }
});

/** The server's response to bytes that a client would not send. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(haze.base);
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

test.each([
  ['headers that are too large', `GET /tasks HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
  ['no HTTP', 'HELO example.org\r\n\r\n', 400],
  ['the start of a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
])('%s: the error response is JSON that any origin may read', async (_, sent, status) => {
  const answer = await sendRaw(sent);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toContain('\r\nAccess-Control-Allow-Origin: *\r\n');
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  expect(body.message).toBe(body.Message);
});
