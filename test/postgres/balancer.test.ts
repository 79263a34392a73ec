// Two servers on a single database behind a TLS reverse proxy that sends each request to the next server. Clients see a
// single service with a single URL, whichever server responds, and each server logs the client's address as given by
// the proxy.
import { mkdtemp, rm } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { isTerminal } from '../../src/jobs/records/states.ts';
import { type Message, RealtimeClient } from '../service/realtime-client.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type HazeChild, spawnHaze } from './haze-processes.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { type Credentials, makeSelfSigned } from './self-signed.ts';

const KEY = 'a-key-that-nobody-logs';
const PROGRAM = '#include <stdio.h>\nint main(void) { puts("behind a proxy"); return 0; }\n';
const TIMEOUT = { timeout: scaleLimit(60_000) };

let credentials: Credentials;
let balancer: Balancer;
let postgres: PostgresServer;
let home: string;
let servers: HazeChild[] = [];

/** A line in a JSON log, or undefined for any other line. */
function parseLine(line: string): Record<string, unknown> | undefined {
  return line.startsWith('{') ? JSON.parse(line) : undefined;
}

const baseOf = ({ said }: HazeChild) =>
  said.map((line) => /serves at (http:\/\/[\d.]+:\d+)/.exec(line)?.[1]).find(Boolean);

beforeAll(async () => {
  credentials = makeSelfSigned();
  balancer = await startBalancer(credentials);
  postgres = await startPostgres();
  home = await mkdtemp(join(tmpdir(), 'haze-home-'));
  const place = { database: postgres.url(), home, variables: { HAZE_KEY: KEY } };
  const words = ['serve', '--port', '0', '--log-format', 'json', '--public-address', balancer.address];
  servers = [0, 1].map((jobs) => spawnHaze([...words, '--jobs', String(jobs)], place));
}, scaleLimit(120_000));
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  await balancer?.close();
  await postgres?.remove();
  await rm(home, { recursive: true, force: true });
});

interface Reply {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: responses are read field by field, as clients do
  readonly body: any;
}

/** Sends a request as a client that trusts the proxy's certificate. A full URL is signed and needs no key. */
function call(method: string, path: string, body?: object | string): Promise<Reply> {
  const isSigned = path.startsWith('https:');
  const headers = {
    ...(!isSigned && { Authorization: KEY }),
    ...(typeof body === 'object' && { 'Content-Type': 'application/json' }),
  };
  const options: RequestOptions = { method, headers, ca: credentials.cert };
  return new Promise((resolve, reject) => {
    const asked = request(isSigned ? path : balancer.address + path, options, async (answer) => {
      let text = '';
      for await (const piece of answer) text += piece;
      const isJson = answer.headers['content-type']?.includes('json');
      resolve({ status: answer.statusCode!, text, body: isJson ? JSON.parse(text) : undefined });
    });
    asked.on('error', reject);
    asked.end(typeof body === 'object' ? JSON.stringify(body) : body);
  });
}

/** A WebSocket that also trusts the certificate. */
class TrustingSocket extends WebSocket {
  constructor(address: string, protocols: string[]) {
    super(address, protocols, { ca: credentials.cert });
  }
}

async function untilCompleted(path: string): Promise<void> {
  const statusOf = async () => (await call('GET', path)).body.Status;
  await expect.poll(async () => isTerminal(await statusOf()), TIMEOUT).toBe(true);
  expect(await statusOf()).toBe('Completed');
}

test(
  'servers behind a TLS proxy appear as one service at the proxy’s URL',
  async () => {
    await expect.poll(() => servers.every(baseOf), TIMEOUT).toBe(true);
    balancer.serve(servers.map((server) => baseOf(server)!));
    const { body: me } = await call('GET', '/users/me');
    expect((await call('GET', '/openapi.json')).body.servers).toMatchObject([{ url: balancer.address }]);
    const realtime = `${balancer.address.replace('https:', 'wss:')}/event/realtime`;
    const events: Message[] = [];
    const client = new RealtimeClient({ address: realtime, key: KEY, WebSocket: TrustingSocket });
    await client.connect();
    await client.subscribe(`task-status/${me.UserID}`, (event) => events.push(event));

    const { body: build } = await call('POST', '/sourcecode/builds', { Language: 'C', Code: PROGRAM });
    await untilCompleted(`/builds/${build.BuildID}`);
    const { body: task } = await call('POST', `/builds/${build.BuildID}/tasks`, {});
    await untilCompleted(`/tasks/${task.TaskID}`);
    // Two consecutive requests: each server gets one of them, and one server opens the URL that the other signed.
    for (let n = 0; n < 2; n += 1) {
      const { body: outputs } = await call('GET', `/tasks/${task.TaskID}/outputs`);
      expect(outputs.Stdout).toMatch(`${balancer.address}/presigned`);
      expect(await call('GET', outputs.Stdout)).toMatchObject({ status: 200, text: 'behind a proxy\n' });
      expect((await call('GET', `${outputs.Stdout}0`)).status).toBe(403);
    }
    const { body: announced } = await call('PUT', '/files/there.txt?size=5');
    expect(announced.upload_url).toMatch(`${balancer.address}/presigned`);
    expect((await call('PUT', announced.upload_url, '12345')).status).toBe(200);
    expect((await call('GET', '/files')).body.items).toMatchObject([{ path: 'there.txt', size: 5 }]);
    await expect.poll(() => events.map((event) => event.status ?? event.Status).at(-1)).toBe('Completed');
    client.close();

    const logs = servers.map(({ said }) => said.map(parseLine).filter((line) => line !== undefined));
    for (const lines of logs) {
      const requests = lines.filter((line) => String(line.requestId).startsWith('balancer-'));
      expect(requests.length).toBeGreaterThan(3);
      expect(requests.some(({ jobId }) => jobId === task.TaskID)).toBe(true);
    }
    // The first server runs no jobs, so the other one reports completion.
    const ended = logs.map((lines) => lines.filter(({ msg }) => msg === 'task Completed'));
    expect(ended.map((lines) => lines.map(({ jobId }) => jobId))).toEqual([[], [task.TaskID]]);
    const said = servers.flatMap((server) => server.said).join('\n');
    const signature = /signature=([0-9a-f]+)/.exec((await call('GET', `/tasks/${task.TaskID}/outputs`)).text);
    for (const secret of [KEY, postgres.password, encodeURIComponent(postgres.password), signature![1]!]) {
      expect(said).not.toContain(secret);
    }
  },
  scaleLimit(180_000),
);
