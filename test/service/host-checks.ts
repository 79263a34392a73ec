// Requirements that every host of the service must meet, in addition to correct responses. Hosts are `haze serve`, a
// page behind its service worker, and a page without one. Uses only features that Node and browsers share. For
// operations, see published-operations.ts.
import axios from 'axios';
import { FUZZ_SEED, fuzz } from './fuzz.ts';
import { checkGeneratedApplication } from './generated-application.ts';
import { call, type Delivered, type Host, type LivingHost, must } from './host.ts';
import { RealtimeClient } from './realtime-client.ts';
import { RECORDED_ROWS } from './recorded-rows.ts';
import { STATED_ROWS } from './stated-rows.ts';

const PROGRAM = { Code: 'int main(void) { return 0; }', Language: 'C' };
const LARGE_BYTES = 11 * 1024 ** 2;
const REQUESTS_AFTER = 8;

async function readUser(host: Host): Promise<string> {
  return (await call(host, 'GET', '/users/me')).answer.UserID;
}

async function newBuild(host: Host): Promise<string> {
  const { status, answer } = await call(host, 'POST', '/sourcecode/builds', PROGRAM);
  must(status === 202, `a build was answered ${status} ${JSON.stringify(answer)}`);
  return answer.BuildID;
}

/** Waits for a build to finish: listens for its event, and polls once after each subscription. */
function untilBuilt(host: Host, client: RealtimeClient, user: string, id: string): Promise<string> {
  return client.waitFor(
    { channel: `build-status/${user}`, id },
    async () => (await call(host, 'GET', `/builds/${id}`)).answer.Status,
  );
}

function mustBeCompleted(status: string): void {
  must(status === 'Completed', `the build ended as ${status}`);
}

// This is a getter, so that a read during a host change returns the current value.
function newClient(host: Host): RealtimeClient {
  return new RealtimeClient({
    address: host.realtime,
    key: host.key,
    get WebSocket() {
      return host.WebSocket;
    },
    reconnectMs: 50,
  });
}

async function checkAfterLargeBody(host: Host): Promise<void> {
  const large = { ...PROGRAM, Code: 'x'.repeat(LARGE_BYTES) };
  const refused = await call(host, 'POST', '/sourcecode/builds', large);
  must(
    refused.status === 413 && refused.answer.code === 'body-too-large',
    `a body of 11 MiB was answered ${refused.status}`,
  );
  for (let count = 0; count < REQUESTS_AFTER; count += 1) {
    const { status } = await call(host, 'GET', '/tasks');
    must(status === 200, `request ${count} after a 413 was answered ${status}`);
  }
  const client = axios.create({
    baseURL: host.base,
    headers: { Authorization: host.key },
    validateStatus: () => true,
    maxBodyLength: Number.POSITIVE_INFINITY,
    ...(host.fetch && { adapter: 'fetch', env: { fetch: host.fetch } }),
  });
  const { status } = await client.post('/sourcecode/builds', large);
  must(status === 413, `a body of 11 MiB was answered ${status} to axios`);
  for (let count = 0; count < REQUESTS_AFTER; count += 1) {
    const next = await client.get('/tasks');
    must(next.status === 200, `request ${count} of axios after a 413 was answered ${next.status}`);
  }
}

async function checkEarlyAnswers(host: Host): Promise<void> {
  const send = host.fetch ?? fetch;
  const body = 'x'.repeat(5_000_000);
  for (const path of ['/sourcecode/builds', '/tasks', '/nowhere', '/files/a?size=5']) {
    const response = await send(host.base + path, { method: 'PUT', body });
    must(response.status >= 400 && response.status < 500, `${path} was answered ${response.status}`);
    await response.text();
    const health = await send(`${host.base}/health`);
    must(health.status === 200, `the request after ${path} was answered ${health.status}`);
    await health.text();
  }
}

async function checkRestart(host: LivingHost): Promise<void> {
  const user = await readUser(host);
  const client = newClient(host);
  await client.connect();
  try {
    const id = await newBuild(host);
    const ended = untilBuilt(host, client, user, id);
    await host.restart();
    mustBeCompleted(await ended);
    // The build may have finished before the service stopped, in which case its event has already been sent.
    const next = await newBuild(host);
    mustBeCompleted(await untilBuilt(host, client, user, next));
    must(client.connections === 2, `the client connected ${client.connections} times`);
  } finally {
    client.close();
  }
}

async function checkStalled(host: LivingHost): Promise<void> {
  const user = await readUser(host);
  const sockets: unknown[] = [];
  const stalled = new RealtimeClient({
    address: host.realtime,
    key: host.key,
    WebSocket: new Proxy(host.WebSocket, {
      construct(target, words: [string, string[]]) {
        const socket = new target(...words) as object;
        sockets.push(socket);
        return socket;
      },
    }),
  });
  const client = newClient(host);
  await stalled.connect();
  await client.connect();
  try {
    await stalled.subscribe(`build-status/${user}`, () => undefined);
    host.stall(sockets[0]);
    mustBeCompleted(await untilBuilt(host, client, user, await newBuild(host)));
  } finally {
    stalled.close();
    client.close();
  }
}

/** Recomputes the signature of a delivery, in the form used in the header. */
async function sign(secret: string, seconds: string, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(`${seconds}.${body}`)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function mustBeSigned({ headers, body }: Delivered, secret: string): Promise<void> {
  const header = Object.entries(headers).find(([name]) => name.toLowerCase() === 'haze-signature')?.[1] ?? '';
  const [, seconds = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  must(signature === (await sign(secret, seconds, body)), `the signature "${header}" is wrong`);
}

async function checkWebhooks(host: LivingHost): Promise<void> {
  const receiver = await host.receiveWebhooks();
  const wish = { url: receiver.url, events: ['build-status'] };
  const { answer: webhook } = await call(host, 'POST', '/webhooks', wish);
  const own = `/webhooks/${webhook.webhookId}`;
  try {
    const id = await newBuild(host);
    const told: string[] = [];
    while (told.at(-1) !== 'Completed') {
      const delivered = await receiver.next();
      await mustBeSigned(delivered, webhook.secret);
      const { event, data } = JSON.parse(delivered.body);
      must(
        event === 'build-status' && data.buildId === id,
        `a delivery is of another event: ${delivered.body}`,
      );
      must(data.status !== 'Stopped', `the build was stopped: ${delivered.body}`);
      told.push(data.status);
    }
    must(told[0] === 'Accepted', `what was told is ${told.join(', ')}`);
    // The status is written only after the receiver has received the delivery.
    let status = 'pending';
    while (status === 'pending') {
      status = (await call(host, 'GET', `${own}/deliveries`)).answer.Deliveries[0].Status;
    }
    must(status === 'delivered', `the last delivery is ${status}`);
  } finally {
    await call(host, 'DELETE', own);
    receiver.close();
  }
}

/** The checks, keyed by their names. Each throws an error that describes the fault. */
export const HOST_CHECKS: Readonly<Record<string, (host: LivingHost) => Promise<void>>> = {
  'after a body that is too large, eight requests from fetch and axios succeed': checkAfterLargeBody,
  'a body without a key and an unexpected body do not affect the next request': checkEarlyAnswers,
  'a client that waits for a build learns its outcome even if the service restarts': checkRestart,
  'a socket whose client reads nothing does not slow down others': checkStalled,
  ...STATED_ROWS,
  ...RECORDED_ROWS,
  'a generated web application connects, builds, runs and reads, using only events':
    checkGeneratedApplication,
  'webhooks receive each step, signed, and the log shows the deliveries': checkWebhooks,
  [`malformed requests get no 5xx, never hang, and disturb no client (seed ${FUZZ_SEED})`]: async (host) => {
    await fuzz(host, host.fuzzRequests);
  },
};

/** The name of the check that spans two lifetimes of a host, which the two functions below perform. */
export const RELOAD_CHECK = 'a build that was begun before a reload ends, and is heard of';

/** Starts a build that a later lifetime of the same page may wait for. */
export const beginBuild = newBuild;

/** Waits for a build that was started in an earlier lifetime of the host. */
export async function finishBuild(host: Host, id: string): Promise<void> {
  const client = newClient(host);
  await client.connect();
  try {
    mustBeCompleted(await untilBuilt(host, client, await readUser(host), id));
  } finally {
    client.close();
  }
}
