// Runs the published SDK's operations, and the checks for every host of the service, against `haze serve`. For pages,
// see test/browser/published.test.ts.
// `HAZE_FUZZ=10000 npm run test:program -- test/service/published-operations.test.ts` sends that many malformed
// requests.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { type HazeProcess, startHaze } from '../jobs/haze-process.ts';
import { DeliveryQueue, type LivingHost, type WebhookReceiver } from './host.ts';
import { HOST_CHECKS } from './host-checks.ts';
import { runPublishedOperations } from './published-operations.ts';
import { RealtimeClient } from './realtime-client.ts';

let folder = '';
let haze: HazeProcess;
let host: LivingHost;

/** `haze serve` as a host: the process stops and restarts. */
function openHost({ base, key }: HazeProcess, dataDir: string): LivingHost {
  return {
    base,
    key,
    realtime: realtimeOf(haze),
    WebSocket,
    hasBodyWithGet: true,
    fuzzRequests: Number(process.env.HAZE_FUZZ ?? 600),
    async restart() {
      await haze.end('SIGKILL');
      haze = await startHaze(dataDir, ['--port', new URL(base).port]);
    },
    receiveWebhooks,
    stall: (socket) => (socket as WebSocket).pause(),
  };
}

async function receiveWebhooks(): Promise<WebhookReceiver> {
  const queue = new DeliveryQueue();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    queue.add({ headers: request.headers as Record<string, string>, body });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, next: () => queue.next(), close: () => void server.close() };
}

/** The WebSocket URL in the form that the server prints. */
const realtimeOf = ({ base }: HazeProcess) => `${base.replace('http', 'ws')}/event/realtime`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-published-'));
  const dataDir = join(folder, 'data');
  haze = await startHaze(dataDir);
  host = openHost(haze, dataDir);
});

afterAll(async () => {
  await haze.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test('every operation returns its declared type or 501', async () => {
  const outcomes = await runPublishedOperations(host);
  const wrong = outcomes.filter(({ outcome }) => outcome !== 'typed' && outcome !== '501');
  expect(wrong).toEqual([]);
  // 87 operations in version 1.2, plus those added later.
  expect(outcomes.length).toBeGreaterThanOrEqual(87);
});

test.each(Object.entries(HOST_CHECKS))(
  '%s',
  async (_name, check) => {
    await check(host);
  },
  scaleLimit(3_600_000),
);

test('a program finds data sources with absolute paths, by both absolute and relative names', async () => {
  const headers = { Authorization: haze.key, 'Content-Type': 'application/json' };
  const ask = async (method: string, path: string, body?: object) => {
    const sent = body && { body: JSON.stringify(body) };
    const response = await fetch(haze.base + path, { method, headers, ...sent });
    return JSON.parse(await response.text()) as Record<string, string>;
  };
  await fetch(`${haze.base}/files/mine/in.txt`, { method: 'PUT', headers, body: 'found' });
  const { BucketID } = await ask('POST', '/buckets', { Name: 'mine', MountPath: '/test/path' });
  const { UserID } = await ask('GET', '/users/me');
  const DataSources = [
    { ResourceType: 'Bucket', ResourceID: BucketID },
    { ResourceType: 'ServiceCloudStorage', ResourceID: `storage:/${UserID}`, Location: '/data' },
  ];
  const names = ['/test/path/in.txt', 'test/path/in.txt', '/data/mine/in.txt', 'data/mine/in.txt'];
  const Code = `#include <stdio.h>
int main(int count, char **names) {
  for (int i = 1; i < count; i++) {
    char text[16] = "missing";
    FILE *file = fopen(names[i], "r");
    if (file) fscanf(file, "%15s", text);
    puts(text);
  }
  return 0;
}
`;
  const build = { Code, Language: 'C', DataSources, Arguments: names.join(' ') };
  const { BuildID } = await ask('POST', '/sourcecode/builds', build);
  const client = new RealtimeClient({ address: realtimeOf(haze), key: haze.key, WebSocket });
  await client.connect();
  const untilEnded = (kind: string, id: string) =>
    client.waitFor(
      { channel: `${kind}-status/${UserID}`, id },
      async () => (await ask('GET', `/${kind}s/${id}`)).Status!,
    );
  expect(await untilEnded('build', BuildID!)).toBe('Completed');
  const { TaskID } = await ask('POST', `/builds/${BuildID}/tasks`, {});
  expect(await untilEnded('task', TaskID!)).toBe('Completed');
  client.close();
  const output = await fetch(`${haze.base}/tasks/${TaskID}/output/Stdout`, { headers });
  expect(await output.text()).toBe('found\n'.repeat(4));
});
