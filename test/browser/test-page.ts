// Makes the built library and the sample flows available to tests. Runs in the page; in browsers without a driver
// (`?run=`), it works through a list of checks on its own and posts each result.
import type { Connection, ConnectOptions } from '../../src/client/index.ts';
import * as flows from '../jobs/sample-flows.ts';

// Loads the built library instead of its sources, so that this file is bundled without the library.
const LIBRARY = '/haze.js';
const { connect } = (await import(/* @vite-ignore */ LIBRARY)) as typeof import('../../src/client/index.ts');

/** The actions of a page, keyed by their names. */
export interface PageTools {
  connection?: Connection;
  /** Number of times that the connection has reported the loss of its storage. */
  clearings: number;
  /** Connects and remembers the connection. */
  open(options: ConnectOptions): Promise<{ base: string; key: string; mode: string; reason: string }>;
  /** Runs a sample flow over the connection. */
  runFlow(flow: FlowName, client: ClientName, sample?: 'slow' | 'broken'): Promise<flows.FlowResult>;
  /** Sends a request with the key. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** Sends a request with the page's own fetch, as other code in the page would. */
  callPlain(path: string): Promise<number>;
}

const { runBasicSample, runBackOffSample, runChunkSample } = flows;
const FLOWS = { runBasicSample, runBackOffSample, runChunkSample };

export type FlowName = keyof typeof FLOWS;
export type ClientName = 'axios' | 'fetch';

declare global {
  interface Window {
    haze: PageTools;
    /** Called before every request in a flow; set by tests. */
    beforeRequest?: () => Promise<void>;
  }
}

function requireConnection(): Connection {
  if (!window.haze.connection) throw new Error('not connected');
  return window.haze.connection;
}

window.haze = {
  clearings: 0,
  open: async (options) => {
    const onStorageCleared = () => {
      window.haze.clearings += 1;
    };
    const connection = await connect({ onStorageCleared, ...options });
    window.haze.connection = connection;
    const { base, key, mode, reason } = connection;
    return { base, key, mode, reason };
  },
  runFlow: (flow, client, sample) => {
    const { base, key, fetch, mode } = requireConnection();
    // Without a service worker, axios needs `fetch` as an option.
    const send = mode === 'page' ? fetch : undefined;
    const service: flows.Service = {
      base,
      key,
      client: client === 'axios' ? flows.createAxiosClient(send) : flows.createFetchClient(fetch),
      // Polls quickly, unless each request costs time.
      ...(window.beforeRequest ? { beforeRequest: window.beforeRequest } : { waits: 0.1 }),
    };
    const samples = { slow: flows.slowSample(3), broken: flows.BROKEN_SAMPLE };
    return FLOWS[flow](service, sample ? samples[sample] : flows.SAMPLE);
  },
  call: async (method, path, body) => {
    const { base, key, fetch } = requireConnection();
    const response = await fetch(base + path, {
      method,
      headers: { Authorization: key, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  },
  callPlain: async (path) => {
    const { base, key } = requireConnection();
    return (await fetch(base + path, { headers: { Authorization: key } })).status;
  },
};

async function post(result: unknown): Promise<void> {
  await fetch('/results', { method: 'POST', body: JSON.stringify(result) });
}

async function runAllFlows(client: ClientName): Promise<flows.FlowResult[]> {
  return Promise.all((Object.keys(FLOWS) as FlowName[]).map((flow) => window.haze.runFlow(flow, client)));
}

async function checkFlows(options: ConnectOptions): Promise<void> {
  const { mode, reason } = await window.haze.open(options);
  for (const client of ['axios', 'fetch'] as const) {
    await post({ name: options.database, client, mode, reason, results: await runAllFlows(client) });
  }
  await requireConnection().close();
}

async function checkWithoutNetwork(options: ConnectOptions): Promise<void> {
  await window.haze.open(options);
  await requireConnection().prepare();
  await requireConnection().close();
  await fetch('/go-away');
  await checkFlows(options);
}

/** Runs the checks for every browser, and posts the result of each. */
async function runChecks(): Promise<void> {
  const checks: [ConnectOptions, (options: ConnectOptions) => Promise<void>][] = [
    [{ base: '/haze', database: 'path' }, checkFlows],
    [{ base: 'https://api.haze.example/v1', database: 'foreign' }, checkFlows],
    [{ base: '/inside', database: 'inside', serviceWorker: false }, checkFlows],
    [{ base: '/away', database: 'away' }, checkWithoutNetwork],
  ];
  for (const [options, check] of checks) {
    await check(options).catch((error: unknown) =>
      post({ name: options.database, error: String((error as Error).stack ?? error) }),
    );
  }
  await post({ name: 'end', agent: navigator.userAgent });
}

if (new URLSearchParams(location.search).has('run')) await runChecks();
