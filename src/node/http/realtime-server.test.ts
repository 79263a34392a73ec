// Realtime WebSockets over a real port, with jobs whose states are changed by hand.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { platform } from 'node:os';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import WebSocket from 'ws';
import { ApiFixture } from '../../../test/api/api-fixture.ts';
import { type Message, RealtimeClient } from '../../../test/service/realtime-client.ts';
import { realtimeAddress } from '../../api/realtime/handshake.ts';
import { builds } from '../../jobs/records/records.ts';
import { takeStep } from '../../jobs/records/states.ts';
import { attachRealtime, type RealtimeServer } from './realtime-server.ts';

interface Place {
  readonly fixture: ApiFixture;
  readonly address: string;
  readonly server: Server;
  readonly realtime: RealtimeServer;
}

const places: Place[] = [];
const clients: RealtimeClient[] = [];

async function openPlace(options: { maxSockets?: number; pingMs?: number } = {}): Promise<Place> {
  const fixture = await ApiFixture.open();
  const server = createServer();
  const realtime = attachRealtime(server, { services: fixture.services, log: () => undefined, ...options });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const place = { fixture, server, realtime, address: realtimeAddress(`http://127.0.0.1:${port}`) };
  places.push(place);
  return place;
}

function newClient({ address, fixture }: Place, key = fixture.ann.key): RealtimeClient {
  const client = new RealtimeClient({ address, key, WebSocket });
  clients.push(client);
  return client;
}

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  for (const { server, realtime } of places.splice(0)) {
    realtime.close();
    server.close();
    server.closeAllConnections();
  }
});

/** Collects events, and reports when a given number have arrived. */
function gather() {
  const events: Message[] = [];
  let wake: () => void = () => undefined;
  const until = async (count: number): Promise<Message[]> => {
    while (events.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return events;
  };
  const take = (event: Message) => {
    events.push(event);
    wake();
  };
  return { take, until };
}

test('each status change of the caller’s builds and tasks is reported, in order, with the ID under every spelling of its field', async () => {
  const place = await openPlace();
  const { fixture } = place;
  const client = newClient(place);
  await client.connect();
  const { take, until } = gather();
  const user = fixture.ann.userId.slice('usr_'.length);
  await client.subscribe(`build-status/${user}`, take);
  const BuildID = await fixture.newCompletedBuild();
  await fixture.newCompletedBuild({ key: fixture.bob.key });
  const built = await until(4);
  expect(built.map(({ status }) => status)).toEqual(['Accepted', 'Initialising', 'Building', 'Completed']);
  for (const event of built) {
    expect([event.buildId, event.buildID, event.BuildID, event.Status]).toEqual([
      BuildID,
      BuildID,
      BuildID,
      event.status,
    ]);
    // The published client reads a build's ID from these fields.
    expect(event.taskId ?? event.taskID).toBe(BuildID);
  }
  const tasks = gather();
  await client.subscribe(`/task-status/${fixture.ann.userId}`, tasks.take);
  const { TaskID } = (await fixture.call('POST', `/builds/${BuildID}/tasks`)).body;
  await fixture.call('POST', `/tasks/${TaskID}/cancel`);
  const ran = await tasks.until(2);
  expect(ran.map(({ taskId, Status }) => [taskId, Status])).toEqual([
    [TaskID, 'Accepted'],
    [TaskID, 'Cancelled'],
  ]);
  expect(built).toHaveLength(4);
});

test('a socket at another path is rejected before it is opened', async () => {
  const place = await openPlace();
  const socket = new WebSocket(`${place.address}/x`, ['aws-appsync-event-ws']);
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    import('node:http').IncomingMessage,
  ];
  expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([404, '*']);
});

/** Sends connection_init on a new WebSocket, and returns the first message and the close code. */
async function greet(address: string, key: string): Promise<[Message, number]> {
  const header = Buffer.from(JSON.stringify({ host: 'x', Authorization: key })).toString('base64url');
  const socket = new WebSocket(address, [`header-${header}`, 'aws-appsync-event-ws']);
  const closed = once(socket, 'close');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  const [text] = await once(socket, 'message');
  return [JSON.parse(String(text)), (await closed)[0] as number];
}

test('a wrong key is reported on the open socket, which then closes', async () => {
  const place = await openPlace();
  const [message, code] = await greet(place.address, `${place.fixture.ann.key}0`);
  expect(message).toMatchObject({
    type: 'connection_error',
    message: expect.stringContaining('Unauthorized'),
    errors: [{ errorType: 'UnauthorizedException' }],
  });
  expect(code).toBe(4401);
});

test('a deleted key closes only its own sockets, immediately', async () => {
  const place = await openPlace({ pingMs: 600_000 });
  const { fixture, address } = place;
  const { Key, KeyID } = (await fixture.call('POST', '/keys', { body: { Name: 'k' } })).body;
  const other = newClient(place);
  await other.connect();
  const header = Buffer.from(JSON.stringify({ authorization: Key })).toString('base64url');
  const socket = new WebSocket(address, [`header-${header}`, 'aws-appsync-event-ws']);
  await once(socket, 'open');
  const closed = once(socket, 'close');
  await fixture.call('DELETE', `/keys/${KeyID}`);
  expect((await closed)[0]).toBe(4401);
  await other.subscribe(`task-status/${fixture.ann.userId}`, () => undefined);
});

test('an event repeats its fields in "data", where clients of the service look first', async () => {
  const place = await openPlace();
  const client = newClient(place);
  await client.connect();
  const { take, until } = gather();
  await client.subscribe(`build-status/${place.fixture.ann.userId}`, take);
  const id = await place.fixture.newBuild();
  const [event] = await until(1);
  const created = new Date(place.fixture.timeMs).toISOString();
  expect(event).toMatchObject({
    version: '1',
    event: 'build-status',
    created,
    Timestamp: place.fixture.timeMs,
  });
  expect(event.id).toBe(`${id}-0`);
  expect(event.data).toMatchObject({
    buildId: id,
    taskId: id,
    status: 'Accepted',
    message: 'Build accepted.',
    updatedAt: created,
  });
});

test('statistics and counts have channels, just like webhook events', async () => {
  const place = await openPlace();
  const { fixture } = place;
  const client = newClient(place);
  await client.connect();
  const counts = gather();
  const stats = gather();
  await client.subscribe(`build-count/${fixture.ann.userId}`, counts.take);
  await client.subscribe(`build-stats/${fixture.ann.userId}`, stats.take);
  const id = await fixture.newBuild();
  expect((await counts.until(1))[0].data.count).toBe(1);
  await fixture.executor.stepBuild(id, 'Initialising', 'Building');
  const Stats = { BuildTimeInMilliseconds: 1, BuildSizeInBytes: 2, CreatedAt: fixture.timeMs };
  await fixture.store.transaction(async (tx) => {
    const { body } = (await tx.get(builds, id))!;
    const step = { Status: 'Completed', Timestamp: fixture.timeMs, Message: '' } as const;
    const ended = { ...body, ...takeStep('build', 'Building', body, step), Stats };
    await tx.update(builds, id, { status: 'Completed', body: ended });
  });
  expect((await stats.until(1))[0]).toMatchObject({ event: 'build-stats', buildId: id, data: { Stats } });
  await expect(client.subscribe(`build-weather/${fixture.ann.userId}`, () => undefined)).rejects.toThrow(
    'UnknownChannelException',
  );
});

test('a client without a key receives only events of public jobs', async () => {
  const place = await openPlace();
  const { fixture } = place;
  const client = newClient(place, '');
  await client.connect();
  const refused = (channel: string) => expect(client.subscribe(channel, () => undefined)).rejects;
  const build = await fixture.newCompletedBuild();
  await refused(`public-build-status/${build.slice(4)}`).toThrow('UnknownChannelException');
  await refused(`build-status/${fixture.ann.userId}`).toThrow('UnauthorizedException');
  await fixture.call('PATCH', `/builds/${build}`, { body: { IsPublic: true } });
  await client.subscribe(`public-build-status/${build.slice(4)}`, () => undefined);
  const { TaskID } = (await fixture.call('POST', `/builds/${build}/tasks/public`, { key: null })).body;
  const { take, until } = gather();
  await client.subscribe(`public-task-status/${TaskID.slice(4)}`, take);
  await fixture.call('POST', `/builds/${build}/tasks`);
  await fixture.executor.completeTask(TaskID, 'x');
  const told = await until(3);
  expect(told.map(({ taskId, status }) => [taskId, status])).toEqual([
    [TaskID, 'Initialising'],
    [TaskID, 'In Progress'],
    [TaskID, 'Completed'],
  ]);
});

test('channels of other accounts, unknown channels and repeated IDs are rejected, each with its error type', async () => {
  const place = await openPlace();
  const client = newClient(place);
  await client.connect();
  const own = place.fixture.ann.userId;
  const ignore = () => undefined;
  await expect(client.subscribe(`task-status/${place.fixture.bob.userId}`, ignore)).rejects.toThrow(
    'UnauthorizedException',
  );
  await expect(client.subscribe('weather', ignore)).rejects.toThrow('UnknownChannelException');
  const id = await client.subscribe(`task-status/${own}`, ignore);
  const answer = client.next((message) => message.id === id);
  client.send({ type: 'subscribe', id, channel: `task-status/${own}` });
  expect((await answer).errors[0].errorType).toBe('DuplicatedOperationException');
  const foreign = client.next((message) => message.id === 'foreign');
  const authorization = { host: 'x', authorization: place.fixture.bob.key };
  client.send({ type: 'subscribe', id: 'foreign', channel: `task-status/${own}`, authorization });
  expect((await foreign).type).toBe('subscribe_error');
});

test('unsubscribing ends a channel, and an invalid message causes an error response', async () => {
  const place = await openPlace();
  const client = newClient(place);
  await client.connect();
  const { take, until } = gather();
  const channel = `build-status/${place.fixture.ann.userId}`;
  const ended = await client.subscribe(channel, () => {
    throw new Error('it was unsubscribed');
  });
  const done = client.next(({ type }) => type === 'unsubscribe_success');
  client.send({ type: 'unsubscribe', id: ended });
  await done;
  await client.subscribe(channel, take);
  await place.fixture.newBuild();
  expect(await until(1)).toHaveLength(1);
  for (const text of ['', 'x', '[]', '{"type":"subscribe"}', '{"type":"shout"}']) {
    const error = client.next(({ type }) => type === 'error');
    client.sendText(text);
    expect((await error).errors[0].errorType).toBe('BadRequestException');
  }
});

test('a client that reads nothing is disconnected with code 1013, and other clients receive every message', async () => {
  const place = await openPlace();
  const { fixture } = place;
  const channel = `build-status/${fixture.ann.userId}`;
  const neighbour = newClient(place);
  await neighbour.connect();
  const { take, until } = gather();
  await neighbour.subscribe(channel, take);
  const stalled = new WebSocket(place.address, ['aws-appsync-event-ws'], {
    headers: { Authorization: fixture.ann.key },
  });
  await once(stalled, 'open');
  const closed = once(stalled, 'close');
  const confirmed = new Promise<void>((resolve) => {
    stalled.on('message', (text) => {
      if (String(text).includes('"subscribe_success","id":"99"')) resolve();
    });
  });
  for (let id = 0; id < 100; id += 1) {
    stalled.send(JSON.stringify({ type: 'subscribe', id: `${id}`, channel }));
  }
  await confirmed;
  stalled.pause();
  // More than the system's own buffers, which hold a few megabytes.
  const Message = 'x'.repeat(200_000);
  for (let count = 1; count <= 2; count += 1) {
    const id = await fixture.newBuild();
    await fixture.store.transaction(async (tx) => {
      const { status, body } = (await tx.get(builds, id))!;
      const step = { Status: 'Cancelled' as const, Timestamp: fixture.timeMs / 1000, Message };
      const history = takeStep('build', status, body, step);
      await tx.update(builds, id, { status: 'Cancelled', body: { ...body, ...history } });
    });
    await until(2 * count);
  }
  stalled.resume();
  expect((await closed)[0]).toBe(1013);
});

test('the sockets of an account are limited, and deleting a key closes its sockets', async () => {
  // With fake timers, the test controls when the server pings, so that a slow response does not count as missing.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const pingMs = 1000;
  const place = await openPlace({ maxSockets: 2, pingMs });
  const { fixture } = place;
  const { Key, KeyID } = (await fixture.call('POST', '/keys', { body: { Name: 'k' } })).body;
  const plain = new WebSocket(place.address, { headers: { Authorization: Key } });
  await once(plain, 'open');
  await newClient(place).connect();
  await expect(newClient(place).connect()).rejects.toThrow('429');
  await newClient(place, fixture.bob.key).connect();
  const closed = once(plain, 'close');
  await fixture.call('DELETE', `/keys/${KeyID}`);
  vi.advanceTimersByTime(pingMs);
  expect((await closed)[0]).toBe(4401);
  await newClient(place).connect();
});

// Runs only on Linux, which has all of 127.0.0.0/8 on its loopback interface.
test.runIf(platform() === 'linux')(
  'sockets without a key are divided fairly among addresses, even behind a proxy',
  async () => {
    const place = await openPlace({ maxSockets: 4 });
    const open = async (localAddress: string, forwarded?: string) => {
      const headers = { ...(forwarded && { 'X-Forwarded-For': forwarded }) };
      const socket = new WebSocket(place.address, [], { localAddress, headers });
      await once(socket, 'open');
      return { socket, closed: once(socket, 'close').then(([code]) => code as number) };
    };
    const flood = await Promise.all(
      ['9.9.9.9', '9.9.9.8', '9.9.9.7'].map((forged) => open('127.0.0.1', forged)),
    );
    flood.push(await open('127.0.0.1'));
    await expect(open('127.0.0.1')).rejects.toThrow('429');
    await open('127.0.0.2', '192.0.2.1, 198.51.100.1');
    const lost = await Promise.race(flood.map(({ closed }) => closed));
    expect(lost).toBe(1013);
    const second = await open('127.0.0.2', '192.0.2.1, 198.51.100.1:4711');
    // Each address has two sockets, so neither gives up a place to the other. A single client behind 127.0.0.2 has both
    // sockets of that address.
    await expect(open('127.0.0.1', '9.9.9.6')).rejects.toThrow('429');
    await expect(open('127.0.0.2', '192.0.2.2, 198.51.100.1')).rejects.toThrow('429');
    expect(flood.filter(({ socket }) => socket.readyState === WebSocket.OPEN)).toHaveLength(2);
    second.socket.close();
    await second.closed;
    await open('127.0.0.2', '198.51.100.2');
    await expect(open('127.0.0.2', '198.51.100.1')).rejects.toThrow('429');
    // Sockets that belong to accounts do not count.
    await newClient(place).connect();
  },
);

test('many subscriptions need only one count per event, and no reads of other accounts’ keys', async () => {
  const place = await openPlace({ pingMs: 600_000 });
  const { fixture } = place;
  const counted = vi.spyOn(fixture.store, 'count');
  const channel = `build-count/${fixture.ann.userId}`;
  const all: ReturnType<typeof gather>[] = [];
  for (const client of [newClient(place), newClient(place), newClient(place)]) {
    await client.connect();
    for (let i = 0; i < 50; i += 1) {
      all.push(gather());
      await client.subscribe(channel, all.at(-1)!.take);
    }
  }
  counted.mockClear();
  const id = await fixture.newBuild();
  await Promise.all(all.map(({ until }) => until(1)));
  expect(counted).toHaveBeenCalledTimes(1);
  const got = vi.spyOn(fixture.store, 'get');
  await fixture.executor.stepBuild(id, 'Initialising', 'Building');
  const keyReads = () => got.mock.calls.filter(([type]) => type.kind === 'key').length;
  const { KeyID } = (await fixture.call('POST', '/keys', { key: fixture.bob.key, body: { Name: 'k' } })).body;
  const before = keyReads();
  await fixture.call('DELETE', `/keys/${KeyID}`, { key: fixture.bob.key });
  // The deletion itself reads two keys: the key of the request, and the deleted key.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(keyReads() - before).toBeLessThanOrEqual(3);
});

test('checks of subscriptions run one after another, and too many at once are refused', async () => {
  const place = await openPlace();
  const { fixture } = place;
  const client = newClient(place, '');
  await client.connect();
  let running = 0;
  let most = 0;
  const get = fixture.store.get.bind(fixture.store);
  vi.spyOn(fixture.store, 'get').mockImplementation(async (...given) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return get(...given);
  });
  const refused = client.next(
    ({ type, errors }) =>
      type === 'subscribe_error' && errors[0].errorType === 'DuplicatedOperationException',
  );
  for (let id = 0; id < 1000; id += 1) {
    client.send({ type: 'subscribe', id: `${id}`, channel: `public-task-status/${'0'.repeat(32)}` });
    client.send({ type: 'unsubscribe', id: `${id}` });
  }
  await refused;
  expect(most).toBe(1);
});

test('a socket without a key can have ten subscriptions, and an account as many as can be served quickly', async () => {
  const place = await openPlace();
  const keyless = newClient(place, '');
  await keyless.connect();
  const build = await place.fixture.newCompletedBuild();
  await place.fixture.call('PATCH', `/builds/${build}`, { body: { IsPublic: true } });
  const ignore = () => undefined;
  const channel = `public-build-status/${build.slice(4)}`;
  for (let i = 0; i < 10; i += 1) await keyless.subscribe(channel, ignore);
  await expect(keyless.subscribe(channel, ignore)).rejects.toThrow('DuplicatedOperationException');
  const own = `build-status/${place.fixture.ann.userId}`;
  const sockets = await Promise.all(
    Array.from({ length: 101 }, async () => {
      const client = newClient(place);
      await client.connect();
      return client;
    }),
  );
  for (const client of sockets.slice(1)) {
    const last = client.next(({ type, id }) => type === 'subscribe_success' && id === '99');
    for (let id = 0; id < 100; id += 1) client.send({ type: 'subscribe', id: `${id}`, channel: own });
    await last;
  }
  await expect(sockets[0]!.subscribe(own, ignore)).rejects.toThrow('DuplicatedOperationException');
  const closed = sockets[1]!.next(({ type }) => type === 'unsubscribe_success');
  sockets[1]!.send({ type: 'unsubscribe', id: '7' });
  await closed;
  await sockets[0]!.subscribe(own, ignore);
});
