// Response times of a page's service worker in Chromium, without network access.
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { buildPage } from '../../scripts/build-page.ts';
import { measurement, quantile } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { startChromium } from '../../test/browser/browsers.ts';

const STATUS_REQUESTS = 300;
const BUILDS = 40;
const PROGRAM = { Code: '#include <stdio.h>\nint main(void) { puts("x"); }\n', Language: 'C' };
const PAGE = `<!doctype html><title>Haze</title>
<script type="module">import * as haze from '/haze.js'; globalThis.haze = haze;</script>`;
/** A service worker that responds immediately, to measure the browser's own overhead. */
const IDLE_WORKER = `addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.url.endsWith('/status')) event.respondWith(Response.json({ Status: 'Completed' }));
});`;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

export async function run() {
  const site = join(findProjectRoot(), 'dist/page');
  if (!existsSync(join(site, 'haze.js'))) await buildPage({ isQuick: true });
  const server = await serveFolder(site);
  const { port } = server.address() as AddressInfo;
  const browser = await startChromium();
  try {
    const page = await browser.context.newPage();
    await page.goto(`http://127.0.0.1:${port}/bench.html`);
    await page.waitForFunction(() => 'haze' in globalThis);
    const asked = { program: PROGRAM, statusRequests: STATUS_REQUESTS, builds: BUILDS };
    const { mode, statusMs, buildMs } = await page.evaluate(measureInPage, asked);
    if (mode !== 'service-worker') throw new Error(`requests were answered by the ${mode}`);
    await page.goto(`http://127.0.0.1:${port}/idle/page.html`);
    const idleMs = await page.evaluate(measureIdle, STATUS_REQUESTS);
    return [
      measurement('GET of a status, median', quantile(statusMs, 0.5), 'ms', 2),
      measurement('GET of a status, 95 %', quantile(statusMs, 0.95), 'ms'),
      measurement('GET from a service worker that does nothing, median', quantile(idleMs, 0.5), 'ms'),
      measurement('POST of a build, median', quantile(buildMs, 0.5), 'ms', 20),
      measurement('POST of a build, 95 %', quantile(buildMs, 0.95), 'ms'),
    ];
  } finally {
    await browser.end();
    server.closeAllConnections();
    server.close();
  }
}

interface Asked {
  readonly program: object;
  readonly statusRequests: number;
  readonly builds: number;
}

/** Runs in the page, so it cannot use this module's variables. */
async function measureInPage({ program, statusRequests, builds }: Asked) {
  const { connect } = (globalThis as unknown as { haze: typeof import('../../src/client/index.ts') }).haze;
  const { base, key, mode } = await connect({ base: '/api', database: 'bench' });
  const call = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: key, 'Content-Type': 'application/json' };
    const startedMs = performance.now();
    const request = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = (await (await fetch(base + path, request)).json()) as Record<string, string>;
    return { answer, tookMs: performance.now() - startedMs };
  };
  const ended = async (path: string) => {
    while (!['Completed', 'Stopped', 'Cancelled'].includes((await call('GET', path)).answer.Status ?? ''))
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const first = (await call('POST', '/sourcecode/builds', program)).answer.BuildID;
  await ended(`/builds/${first}`);
  const statusMs: number[] = [];
  for (let i = 0; i < statusRequests; i++) statusMs.push((await call('GET', `/builds/${first}`)).tookMs);
  const buildMs: number[] = [];
  for (let i = 0; i < builds; i++) {
    const { answer, tookMs } = await call('POST', '/sourcecode/builds', program);
    buildMs.push(tookMs);
    // Runs one job after another, to measure the response time rather than the queueing time.
    await ended(`/builds/${answer.BuildID}`);
  }
  return { mode, statusMs, buildMs };
}

/** Also runs in the page. */
async function measureIdle(count: number): Promise<number[]> {
  const { serviceWorker } = navigator;
  const taken = new Promise((done) => serviceWorker.addEventListener('controllerchange', done));
  await serviceWorker.register('/idle/worker.js');
  await taken;
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const startedMs = performance.now();
    await (await fetch('/idle/status')).json();
    times.push(performance.now() - startedMs);
  }
  return times;
}

async function serveFolder(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(folder, pathname);
    if (pathname === '/bench.html' || pathname === '/idle/page.html') {
      response.setHeader('Content-Type', 'text/html').end(pathname === '/bench.html' ? PAGE : '');
    } else if (pathname === '/idle/worker.js') {
      response.setHeader('Content-Type', 'text/javascript').end(IDLE_WORKER);
    } else if (existsSync(file)) {
      response.setHeader('Content-Type', TYPES[extname(pathname)] ?? 'application/octet-stream');
      createReadStream(file).pipe(response);
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
