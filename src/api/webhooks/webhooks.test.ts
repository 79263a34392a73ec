import { createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { ApiFixture, PROGRAM } from '../../../test/api/api-fixture.ts';
import { JobEvents, jobsOfStore } from '../../jobs/records/job-events.ts';
import { FairTurns } from './fair-turns.ts';
import { type WebhookMessage, WebhookSender } from './webhook-sender.ts';
import { deliveries, isAllowedWebhook } from './webhooks.ts';

const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const part of open.splice(0)) await part.close();
});

/** A sender that responds as the test specifies, and the messages that it has sent. */
function startSender(
  fixture: ApiFixture,
  answer: (message: WebhookMessage) => number | Error | Promise<number>,
) {
  const sent: WebhookMessage[] = [];
  const waiting = new Set<() => void>();
  const { services } = fixture;
  const events = new JobEvents({
    store: fixture.store,
    listen: jobsOfStore(fixture.store),
    now: services.now,
    reportError: (error) => {
      throw error;
    },
  });
  const sender = new WebhookSender({
    services,
    retryMs: [0, 0],
    async send(message) {
      sent.push(message);
      for (const wake of waiting) wake();
      const status = await answer(message);
      if (status instanceof Error) throw status;
      return status;
    },
  });
  events.listen((event) => sender.tell(event));
  open.push(sender, events);
  const until = async (count: number) => {
    while (sent.length < count) {
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
    return sent;
  };
  return { sent, until };
}

const WISH = { url: 'http://localhost:9/hook', events: ['build-status'], description: 'mine' };

async function newWebhook(fixture: ApiFixture, wish: object = WISH) {
  return (await fixture.call('POST', '/webhooks', { body: wish })).body;
}

test('a webhook can be created, read, changed and deleted in the form that clients expect', async () => {
  const fixture = await ApiFixture.open();
  const { status, body } = await fixture.call('POST', '/webhooks', { body: WISH });
  expect([status, body]).toEqual([
    201,
    {
      ...WISH,
      webhookId: expect.stringMatching(/^whk_/),
      secret: expect.stringMatching(/^whsec_[0-9a-f]+$/),
      status: 'active',
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  ]);
  const details = {
    Object: 'Webhook',
    WebhookID: body.webhookId,
    URL: WISH.url,
    Events: WISH.events,
    Description: 'mine',
    Status: 'active',
    CreatedAt: body.createdAt,
    UpdatedAt: body.createdAt,
    FailureCount: 0,
    LastDeliveryStatus: null,
    LastDeliveryTime: null,
  };
  const address = `/webhooks/${body.webhookId}`;
  expect((await fixture.call('GET', address)).body).toEqual(details);
  const listed = {
    ...details,
    webhookId: body.webhookId,
    url: WISH.url,
    events: WISH.events,
    description: 'mine',
    status: 'active',
    createdAt: body.createdAt,
    updatedAt: body.createdAt,
  };
  expect((await fixture.call('GET', '/webhooks')).body).toEqual({ webhooks: [listed], count: 1 });
  const change = { status: 'disabled', events: ['task-count', 'task-count'] };
  expect((await fixture.call('PUT', address, { body: change })).body).toEqual({
    ...details,
    Status: 'disabled',
    Events: ['task-count'],
  });
  const key = fixture.bob.key;
  for (const method of ['GET', 'DELETE'])
    expect((await fixture.call(method, address, { key })).status).toBe(404);
  expect((await fixture.call('GET', '/webhooks', { key })).body.count).toBe(0);
  expect((await fixture.call('DELETE', address)).status).toBe(200);
  expect((await fixture.call('GET', address)).status).toBe(404);
});

const INTERNAL = [
  'http://localhost/',
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://168.63.129.16/machine/?comp=goalstate',
  'http://[::1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::10.0.0.1]/',
  'http://[64:ff9b::a00:1]/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://metadata.google.internal/',
];

test('forbidden URLs get a notice, and are rejected in strict mode', async () => {
  const make = async (webhookHosts: readonly string[], url: string, isStrict = false) =>
    (await ApiFixture.open({ webhookHosts, isStrict })).call('POST', '/webhooks', { body: { ...WISH, url } });
  const statusOf = async (webhookHosts: readonly string[], url: string) =>
    (await make(webhookHosts, url, true)).status;
  for (const url of ['http://localhost/x', 'http://127.0.0.1:80', 'https://[::1]:1/', 'http://127.9.9.9/']) {
    expect(await statusOf(['loopback'], url)).toBe(201);
  }
  for (const url of [
    'x',
    '',
    'ftp://localhost/',
    'http://10.0.0.1/',
    'http://localhost.example/',
    'http://127.0.0.1.example/',
  ]) {
    expect(await statusOf(['loopback'], url)).toBe(422);
  }
  expect(await statusOf(['hooks.example'], 'https://hooks.example/a')).toBe(201);
  expect(await statusOf(['hooks.example'], 'http://localhost/')).toBe(422);
  expect(await statusOf(['*'], 'https://anything.example')).toBe(201);
  expect(await statusOf(['*'], 'http://169.254.169.254/latest/meta-data/')).toBe(422);
  for (const url of INTERNAL) {
    expect(isAllowedWebhook(url, ['*']), url).toBe(false);
    for (const hosts of [['*', 'internal'], [new URL(url).hostname]])
      expect(isAllowedWebhook(url, hosts), url).toBe(true);
  }
  for (const url of [
    'x',
    '',
    'ftp://localhost/',
    'https://user:secret@hooks.example/',
    'https://user@hooks.example/',
  ])
    expect((await make(['*'], url)).status).toBe(422);
  const { status, headers } = await make(['loopback'], 'https://hooks.example/a');
  expect(status).toBe(201);
  expect(headers.get('Haze-Notice')).toBe(
    "nothing is sent to hooks.example: this installation's --webhook-hosts allows loopback",
  );
  // A header allows no other characters.
  const named = await make(['bücher.example\r\nX: y'], 'https://hooks.example/a');
  expect([named.status, named.headers.get('Haze-Notice')]).toEqual([
    201,
    expect.stringContaining('allows b?cher.example??X: y'),
  ]);
});

test('a delivery to a host that is not allowed fails immediately, with the reason and without a request', async () => {
  const fixture = await ApiFixture.open();
  const { sent } = startSender(fixture, () => 200);
  const webhook = await newWebhook(fixture, { ...WISH, url: 'https://hooks.example/a' });
  await fixture.newBuild();
  const address = `/webhooks/${webhook.webhookId}`;
  await expect.poll(async () => (await fixture.call('GET', address)).body.FailureCount).toBe(1);
  const [delivery] = (await fixture.call('GET', `${address}/deliveries`)).body.Deliveries;
  expect([delivery.Status, delivery.Attempts.length]).toEqual(['failed', 1]);
  expect(delivery.Attempts[0].Outcome).toContain('--webhook-hosts');
  expect(sent).toEqual([]);
});

test('each status change is sent to the webhooks that subscribe to its event, and is signed and logged', async () => {
  const fixture = await ApiFixture.open();
  const { until } = startSender(fixture, () => 200);
  const webhook = await newWebhook(fixture, { ...WISH, events: ['build-status', 'build-count'] });
  await newWebhook(fixture, { ...WISH, events: ['task-status'] });
  const BuildID = await fixture.newCompletedBuild();
  const sent = await until(6);
  const payloads = sent.map(({ body }) => JSON.parse(body));
  expect(payloads.filter(({ event }) => event === 'build-status').map(({ data }) => data.status)).toEqual([
    'Accepted',
    'Initialising',
    'Building',
    'Completed',
  ]);
  expect(payloads.filter(({ event }) => event === 'build-count').map(({ data }) => data)).toEqual([
    { count: 1 },
    { count: 1 },
  ]);
  expect(payloads[0].data.buildId).toBe(BuildID);
  for (const { headers, body, url } of sent) {
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['Haze-Signature']!)!;
    expect(createHmac('sha256', webhook.secret).update(`${seconds}.${body}`).digest('hex')).toBe(signature);
    expect(url).toBe(WISH.url);
  }
  const log = `/webhooks/${webhook.webhookId}/deliveries`;
  await expect
    .poll(async () =>
      (await fixture.call('GET', log)).body.Deliveries.map((one: { Status: string }) => one.Status),
    )
    .toEqual(Array(6).fill('delivered'));
  const { Payload, Attempts } = (await fixture.call('GET', log)).body.Deliveries.at(-1);
  expect([JSON.parse(Payload), Attempts]).toEqual([
    payloads[0],
    [{ Time: '2026-01-01T00:00:00.000Z', Outcome: '200' }],
  ]);
});

test('a failed delivery is retried, even after a restart, and finally abandoned', async () => {
  const fixture = await ApiFixture.open();
  const answers = [500, new Error('connection refused'), 302];
  const first = startSender(fixture, () => answers.shift()!);
  const webhook = await newWebhook(fixture);
  await fixture.newBuild();
  await first.until(3);
  const address = `/webhooks/${webhook.webhookId}`;
  const read = async () => (await fixture.call('GET', address)).body;
  await expect.poll(async () => (await read()).FailureCount).toBe(1);
  expect((await read()).LastDeliveryStatus).toBe('302');
  const [delivery] = (await fixture.call('GET', `${address}/deliveries`)).body.Deliveries;
  expect(delivery.Attempts.map(({ Outcome }: { Outcome: string }) => Outcome)).toEqual([
    '500',
    'connection refused',
    '302',
  ]);
  // If a sender stops midway, the next sender sends the rest.
  for (const part of open.splice(0)) await part.close();
  const { store } = fixture;
  const [record] = (await store.list({ kind: 'webhook-delivery' }, {})).records;
  await store.transaction((tx) =>
    tx.update({ kind: 'webhook-delivery' }, record!.id, {
      status: 'pending',
      body: { ...record!.body, Attempts: [], NextAttemptAt: 0 },
    }),
  );
  const second = startSender(fixture, () => 204);
  expect((await second.until(1))[0]!.body).toBe(delivery.Payload);
});

test('nothing more is sent to a disabled webhook, not even a retry', async () => {
  const fixture = await ApiFixture.open();
  let address = '';
  const { sent } = startSender(fixture, async () => {
    await fixture.call('PUT', address, { body: { status: 'disabled' } });
    return 500;
  });
  address = `/webhooks/${(await newWebhook(fixture)).webhookId}`;
  await fixture.newBuild();
  const read = async () => (await fixture.call('GET', `${address}/deliveries`)).body.Deliveries[0];
  await expect.poll(async () => (await read())?.Status).toBe('failed');
  const outcomes = (await read()).Attempts.map(({ Outcome }: { Outcome: string }) => Outcome);
  expect(outcomes).toEqual(['500', 'not sent: the webhook is disabled']);
  expect(sent).toHaveLength(1);
});

test('a delivery that was scheduled before the clock was set back a day is sent immediately', async () => {
  const fixture = await ApiFixture.open();
  const first = startSender(fixture, () => 204);
  await newWebhook(fixture);
  await fixture.newBuild();
  await first.until(1);
  for (const part of open.splice(0)) await part.close();
  const { store } = fixture;
  const [record] = (await store.list({ kind: 'webhook-delivery' }, {})).records;
  const tomorrow = fixture.timeMs + 24 * 3600 * 1000;
  await store.transaction((tx) =>
    tx.update({ kind: 'webhook-delivery' }, record!.id, {
      status: 'pending',
      body: { ...record!.body, NextAttemptAt: tomorrow },
    }),
  );
  const second = startSender(fixture, () => 204);
  expect(await second.until(1)).toHaveLength(1);
});

test("endpoints that never respond delay neither the same account's other webhooks nor other accounts", async () => {
  const fixture = await ApiFixture.open();
  const silent: (() => void)[] = [];
  const { sent } = startSender(fixture, async ({ url }) => {
    if (url.includes('silent')) await new Promise<void>((end) => silent.push(end));
    return 200;
  });
  // One webhook fewer than the number of deliveries that an account may attempt at a time.
  for (let i = 0; i < 3; i++) await newWebhook(fixture, { ...WISH, url: `http://localhost/silent/${i}` });
  await newWebhook(fixture, { ...WISH, url: 'http://localhost/own' });
  const { key } = fixture.bob;
  await fixture.call('POST', '/webhooks', { key, body: { ...WISH, url: 'http://localhost/bob' } });
  for (let i = 0; i < 5; i++) await fixture.newBuild();
  await fixture.call('POST', '/sourcecode/builds', { key, body: PROGRAM });
  const urls = () => sent.map(({ url }) => url.slice('http://localhost/'.length));
  await expect.poll(() => urls().filter((name) => name === 'own').length).toBe(5);
  await expect.poll(() => urls()).toContain('bob');
  // Each silent endpoint holds up one attempt, while the rest of its queue waits.
  expect(urls().filter((name) => name.startsWith('silent'))).toHaveLength(3);
  // Even if one account has used up all its turns, other accounts are served as before.
  await newWebhook(fixture, { ...WISH, url: 'http://localhost/silent/3' });
  await fixture.newBuild();
  await expect.poll(() => silent.length).toBe(4);
  await fixture.call('POST', '/sourcecode/builds', { key, body: PROGRAM });
  await expect.poll(() => urls().filter((name) => name === 'bob').length).toBe(2);
  for (const end of silent) end();
});

test('concurrent deliveries are limited per account and in total, and a freed slot goes to the next account', async () => {
  const turns = new FairTurns({ most: 3, mostOfAccount: 2 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const done = ['a', 'a', 'a', 'b', 'b', 'c'].map((account, i) =>
    turns.take(account, async () => {
      begun.push(account + i);
      await new Promise<void>((end) => {
        ends[i] = end;
      });
    }),
  );
  const settle = async (i: number) => {
    ends[i]!();
    await done[i];
  };
  expect(begun).toEqual(['a0', 'a1', 'b3']);
  await settle(3);
  expect(begun).toEqual(['a0', 'a1', 'b3', 'b4']);
  await settle(0);
  expect(begun).toEqual(['a0', 'a1', 'b3', 'b4', 'a2']);
  await settle(4);
  expect(begun).toEqual(['a0', 'a1', 'b3', 'b4', 'a2', 'c5']);
});

test('a delivery to a webhook with a thousand waiting deliveries fails with a reason', async () => {
  const fixture = await ApiFixture.open();
  const webhook = await newWebhook(fixture);
  const body = { Event: 'build-status', Payload: '{}', Attempts: [], NextAttemptAt: fixture.timeMs + 60_000 };
  await fixture.store.transaction(async (tx) => {
    for (let i = 0; i < 1000; i++) {
      const id = `dlv_${String(i).padStart(32, '0')}`;
      const owner = fixture.ann.userId;
      await tx.insert(deliveries, {
        id,
        owner,
        parent: webhook.webhookId,
        status: 'pending',
        createdAt: 0,
        body: { ...body, Event: 'build-status' as const },
      });
    }
  });
  startSender(fixture, () => 200);
  await fixture.newBuild();
  const address = `/webhooks/${webhook.webhookId}/deliveries`;
  const newest = async () => (await fixture.call('GET', address)).body.Deliveries[0];
  await expect.poll(async () => (await newest()).Status).toBe('failed');
  expect((await newest()).Attempts[0].Outcome).toBe('not sent: 1000 other deliveries are waiting');
});
