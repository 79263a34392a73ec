// The published SDK's operations and its realtime flow against `haze serve`. Pages: test/browser/published.test.ts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type HazeProcess, startHaze } from '../jobs/haze-process.ts';
import { runPublishedOperations } from './published-operations.ts';
import { RealtimeClient } from './realtime-client.ts';

let folder = '';
let haze: HazeProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-published-'));
  haze = await startHaze(join(folder, 'data'));
});

afterAll(async () => {
  await haze.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** As the server prints it. */
const realtimeOf = ({ base }: HazeProcess) => `${base.replace('http', 'ws')}/event/realtime`;

test('every operation is as typed, or 501 by name', async () => {
  const { base, key } = haze;
  const host = { base, key, realtime: realtimeOf(haze), WebSocket, hasBodyWithGet: true };
  const outcomes = await runPublishedOperations(host);
  const wrong = outcomes.filter(({ outcome }) => outcome !== 'typed' && outcome !== '501');
  expect(wrong).toEqual([]);
  // 87 of version 1.2, and those that came later.
  expect(outcomes.length).toBeGreaterThanOrEqual(87);
});

test('a server that is killed and comes back loses no terminal state for a client that waits', async () => {
  const data = join(folder, 'killed');
  const first = await startHaze(data);
  const { port } = new URL(first.base);
  const headers = { Authorization: first.key, 'Content-Type': 'application/json' };
  const ask = async (path: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(first.base + path, { headers, ...init })).json() as Promise<Record<string, string>>;
  };
  const client = new RealtimeClient({
    address: realtimeOf(first),
    key: first.key,
    WebSocket,
    reconnectMs: 50,
  });
  await client.connect();
  const { UserID } = await ask('/users/me');
  const Code = 'int main(void) { return 0; }';
  const { BuildID } = await ask('/sourcecode/builds', { Code, Language: 'C' });
  const waiting = client.waitFor(
    { channel: `build-status/${UserID}`, id: BuildID! },
    async () => (await ask(`/builds/${BuildID}`)).Status!,
  );
  await first.end('SIGKILL');
  const second = await startHaze(data, ['--port', port]);
  expect(await waiting).toBe('Completed');
  expect(client.connections).toBe(2);
  client.close();
  await second.end('SIGKILL');
});

test('a program finds data sources of absolute paths, by their absolute and their relative names', async () => {
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
