import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RealtimeClient } from '../../../test/service/realtime-client.ts';
import { connect } from './connect.ts';

/** Mock of the browser's WebSocket that records its arguments. */
class BrowserSocket {
  static opened: unknown[][] = [];
  constructor(...given: unknown[]) {
    BrowserSocket.opened.push(given);
  }
}

class PlainCloseEvent extends Event {
  readonly code: number;
  constructor(type: string, { code }: { code: number }) {
    super(type);
    this.code = code;
  }
}

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'https://site.example/' });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('WebSocket', BrowserSocket);
  vi.stubGlobal('CloseEvent', PlainCloseEvent);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const options = { base: '/haze', serviceWorker: false, execute: false, database: 'connect' } as const;
/** Keys that share a KeyID; only one of them can exist at a time. */
const keyOf = (digit: string) => `haze${digit.repeat(64)}_${'0'.repeat(32)}`;

test('a page without a service worker reaches the service, and can close and reconnect', async () => {
  for (const _ of [1, 2]) {
    const { fetch, base, key, close, mode } = await connect({ ...options, key: keyOf('a') });
    const answer = await fetch(`${base}/users/me`, { headers: { Authorization: key } });
    expect([mode, answer.status]).toEqual(['page', 200]);
    await close();
  }
});

test('a page that fails to connect leaves no channel and no database open', async () => {
  await (await connect({ ...options, key: keyOf('a') })).close();
  const closeChannel = vi.spyOn(BroadcastChannel.prototype, 'close');
  const closeDatabase = vi.spyOn(IDBDatabase.prototype, 'close');
  await expect(connect({ ...options, key: keyOf('b') })).rejects.toMatchObject({ code: 'record-exists' });
  // One channel is for work, the other for notifications.
  expect(closeChannel).toHaveBeenCalledTimes(2);
  expect(closeDatabase).toHaveBeenCalledTimes(1);
});

test('the page handles sockets to the realtime URL, and the browser handles all other sockets', async () => {
  const { fetch, base, key, realtime, close } = await connect({
    ...options,
    database: 'sockets',
    installWebSocket: true,
  });
  expect(realtime).toBe('wss://site.example/haze/event/realtime');
  const headers = { Authorization: key, 'Content-Type': 'application/json' };
  const { UserID } = await (await fetch(`${base}/users/me`, { headers })).json();
  const client = new RealtimeClient({ address: realtime, key, WebSocket: globalThis.WebSocket });
  await client.connect();
  const steps: string[] = [];
  const cancelled = new Promise<void>((resolve) => {
    void client.subscribe(`build-status/${UserID}`, ({ status }) => {
      steps.push(status);
      if (status === 'Cancelled') resolve();
    });
  });
  const body = JSON.stringify({ Code: 'int main(void) {}', Language: 'C' });
  const { BuildID } = await (
    await fetch(`${base}/sourcecode/builds`, { method: 'POST', headers, body })
  ).json();
  await fetch(`${base}/builds/${BuildID}/cancel`, { method: 'POST', headers });
  await cancelled;
  expect(steps).toEqual(['Accepted', 'Cancelled']);
  const stranger = new RealtimeClient({ address: realtime, key: 'x', WebSocket: globalThis.WebSocket });
  await expect(stranger.connect()).rejects.toThrow('refused');
  new WebSocket('wss://elsewhere.example/event/realtime', ['a']);
  new WebSocket('wss://site.example/other');
  expect(BrowserSocket.opened).toEqual([
    ['wss://elsewhere.example/event/realtime', ['a']],
    ['wss://site.example/other'],
  ]);
  client.close();
  stranger.close();
  await close();
  expect(globalThis.WebSocket).toBe(BrowserSocket);
});
