// The service in a real Chromium: sample flows, work without a network, a service worker that is stopped repeatedly,
// and tabs that close. service-by-itself.test.ts covers the sample flows in the other engines. Only Chromium lets a
// test stop a service worker.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectOptions } from '../../src/client/index.ts';
import type { FlowResult } from '../jobs/sample-flows.ts';
import { DEFAULT_CORE_ID, longProgram, SAMPLE, slowSample } from '../jobs/sample-flows.ts';
import { isMissing, type StartedChromium, startChromium } from './browsers.ts';
import { Site } from './site.ts';
import type { ClientName, FlowName } from './test-page.ts';

const FLOWS: FlowName[] = ['runBasicSample', 'runBackOffSample', 'runChunkSample'];
const ENDED = ['Completed', 'Cancelled', 'Stopped'];

interface Job {
  readonly Status: string;
  readonly StatusTransitions: readonly { readonly Status: string }[];
}

let site: Site;
let context: BrowserContext;
let browser: StartedChromium;
let nextDatabase = 1;

function expectSampleOutput(result: FlowResult): void {
  const { buildStatus, taskStatus, stdout } = result;
  expect({ buildStatus, taskStatus }).toEqual({ buildStatus: 'Completed', taskStatus: 'Completed' });
  // The mean of the uniform distribution from 1 to 2, followed by the distribution itself.
  expect(stdout).toMatch(/^1\.5\d*Ux[0-9A-F]{42,}\n$/);
}

/** Options for a separate service that shares nothing with other tests. */
function freshOptions(more: Partial<ConnectOptions> = {}): ConnectOptions {
  const database = `test-${nextDatabase++}`;
  return { base: `/${database}`, database, ...more };
}

async function openPage(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site.address}/service`);
  await page.waitForFunction(() => 'haze' in window);
  return page;
}

async function openConnected(options: ConnectOptions, mode = 'service-worker'): Promise<Page> {
  const page = await openPage();
  const opened = await page.evaluate((wish) => window.haze.open(wish), options);
  expect(`${opened.mode} ${opened.reason}`).toContain(mode);
  return page;
}

function runFlow(page: Page, flow: FlowName, client: ClientName): Promise<FlowResult> {
  return page.evaluate(([name, by]) => window.haze.runFlow(name, by), [flow, client] as const);
}

async function call<T = Job>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  const reply = await page.evaluate(
    ([a, b, c]) => window.haze.call(a as string, b as string, c),
    [method, path, body],
  );
  return reply.body as T;
}

async function until(page: Page, path: string, isThere: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = await call(page, 'GET', path);
    if (isThere(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const untilEnded = (page: Page, path: string) => until(page, path, ({ Status }) => ENDED.includes(Status));
const statusesOf = (job: Job) => job.StatusTransitions.map(({ Status }) => Status);

async function newBuild(page: Page, code: string): Promise<string> {
  const body = { Code: code, Language: 'C', CoreID: DEFAULT_CORE_ID };
  return (await call<{ BuildID: string }>(page, 'POST', '/sourcecode/builds', body)).BuildID;
}

async function newTask(page: Page, code: string): Promise<string> {
  const build = await newBuild(page, code);
  await untilEnded(page, `/builds/${build}`);
  return (await call<{ TaskID: string }>(page, 'POST', `/builds/${build}/tasks`, {})).TaskID;
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  beforeAll(async () => {
    site = await Site.open();
    browser = await startChromium();
    context = browser.context;
  });

  afterEach(async () => {
    await context.setOffline(false);
    for (const page of context.pages()) await page.close();
  });

  afterAll(async () => {
    await browser?.end();
    await site?.close();
  });

  test.each(['axios', 'fetch'] as const)('the sample flows run with %s at a base path', async (client) => {
    const page = await openConnected(freshOptions());
    const before = site.requests.length;
    for (const result of await Promise.all(FLOWS.map((flow) => runFlow(page, flow, client)))) {
      expectSampleOutput(result);
    }
    // The page sent no request to the network.
    expect(site.requests.slice(before).filter((path) => path.startsWith('/test-'))).toEqual([]);
  });

  test.each(['axios', 'fetch'] as const)(
    'the sample flows run with %s at a different origin',
    async (client) => {
      const page = await openConnected(freshOptions({ base: 'https://api.haze.example/v1' }));
      for (const result of await Promise.all(FLOWS.map((flow) => runFlow(page, flow, client)))) {
        expectSampleOutput(result);
      }
    },
  );

  test.each(['axios', 'fetch'] as const)(
    "the sample flows run with %s without a service worker, through the connection's fetch",
    async (client) => {
      const page = await openConnected(freshOptions({ serviceWorker: false }), 'page');
      for (const result of await Promise.all(FLOWS.map((flow) => runFlow(page, flow, client)))) {
        expectSampleOutput(result);
      }
    },
  );

  test('a build that needs too much memory is stopped at the limit, and the next build works', async () => {
    const page = await openConnected(freshOptions());
    const large = await newBuild(page, 'char a[1500000000] = {1};\nint main(void) { return a[5]; }\n');
    const stopped = await untilEnded(page, `/builds/${large}`);
    expect(stopped.StatusTransitions.at(-1)).toMatchObject({
      Status: 'Stopped',
      Message: expect.stringContaining('it needs more than 512 MiB of memory'),
    });
    const small = await untilEnded(page, `/builds/${await newBuild(page, SAMPLE.code)}`);
    expect(small.Status).toBe('Completed');
  });

  test('a 404 from the service reaches the page, and requests outside the base go to the network', async () => {
    const page = await openConnected(freshOptions());
    const known = await page.evaluate(async () => {
      const { base } = window.haze.connection!;
      const unknown = await fetch(`${base}/nowhere`);
      const other = await fetch('/elsewhere');
      return [unknown.status, (await unknown.json()).code, other.status, await other.text()];
    });
    expect(known).toEqual([404, 'unknown-path', 404, 'not here']);
    expect(site.requests).toContain('/elsewhere');
    expect(site.requests.filter((path) => path.endsWith('/nowhere'))).toEqual([]);
  });

  test.each(['service-worker', 'page'])(
    'output over 5 MB is fetched by following a redirect, which is answered by the %s',
    async (mode) => {
      const options = mode === 'page' ? freshOptions({ serviceWorker: false }) : freshOptions();
      const page = await openConnected(options, mode);
      const line = 'x'.repeat(99);
      const code = `#include <stdio.h>\nint main(void) { for (int i = 0; i < 60000; i++) puts("${line}"); return 0; }\n`;
      const task = await newTask(page, code);
      await untilEnded(page, `/tasks/${task}`);
      const length = await page.evaluate(
        async (id) => ((await window.haze.call('GET', `/tasks/${id}/output/Stdout`)).body as string).length,
        task,
      );
      expect(length).toBe(6_000_000);
    },
  );

  test('without a network, a prepared page still builds and runs programs, even in new workers', async () => {
    const options = freshOptions();
    const page = await openConnected(options);
    await page.evaluate(() => window.haze.connection!.prepare());
    await context.setOffline(true);
    expectSampleOutput(await runFlow(page, 'runBasicSample', 'axios'));
    // Closes the connection, so that another connection must load the compiler and kernels again.
    await page.evaluate(() => window.haze.connection!.close());
    await page.evaluate((wish) => window.haze.open(wish), { ...options, base: options.base });
    for (const result of await Promise.all(FLOWS.map((flow) => runFlow(page, flow, 'fetch')))) {
      expectSampleOutput(result);
    }
    const task = await newTask(page, slowSample(1).code);
    expect((await untilEnded(page, `/tasks/${task}`)).Status).toBe('Completed');
  });

  test('the sample flows run even if the service worker is stopped before every request', async () => {
    const page = await openConnected(freshOptions());
    const devtools = await context.newCDPSession(page);
    await devtools.send('ServiceWorker.enable');
    let stops = 0;
    await page.exposeFunction('beforeRequest', async () => {
      await devtools.send('ServiceWorker.stopAllWorkers');
      stops += 1;
    });
    for (const client of ['axios', 'fetch'] as const) {
      for (const flow of FLOWS) expectSampleOutput(await runFlow(page, flow, client));
    }
    expect(stops).toBeGreaterThan(40);
  });

  test('requests still work after 35 s of inactivity', async () => {
    const page = await openConnected(freshOptions());
    const build = await newBuild(page, SAMPLE.code);
    await untilEnded(page, `/builds/${build}`);
    await new Promise((resolve) => setTimeout(resolve, 35_000));
    const { TaskID } = await call<{ TaskID: string }>(page, 'POST', `/builds/${build}/tasks`, {});
    expect((await untilEnded(page, `/tasks/${TaskID}`)).Status).toBe('Completed');
  });

  test('when a tab closes during a build or a task, another tab takes over', async () => {
    const options = freshOptions();
    const first = await openConnected(options);
    await first.waitForFunction(() => window.haze.connection!.isExecutor());
    const second = await openConnected(options);
    const build = await newBuild(second, longProgram(150));
    await until(second, `/builds/${build}`, ({ Status }) => Status === 'Building');
    await first.close();
    expect(statusesOf(await untilEnded(second, `/builds/${build}`))).toEqual(
      'Accepted Initialising Building Rescheduled Initialising Building Completed'.split(' '),
    );
    const third = await openConnected(options);
    expect(await third.evaluate(() => window.haze.connection!.isExecutor())).toBe(false);
    const task = await newTask(third, slowSample(6).code);
    await until(third, `/tasks/${task}/outputs`, (answer) => 'StdoutChunks' in answer);
    await second.close();
    expect(statusesOf(await untilEnded(third, `/tasks/${task}`))).toEqual([
      'Accepted',
      'Initialising',
      'In Progress',
      'Rescheduled',
      'Initialising',
      'In Progress',
      'Completed',
    ]);
    const lines = Array.from({ length: 60 }, (_, line) => `line ${line}\n`);
    expect(await call<string>(third, 'GET', `/tasks/${task}/output/Stdout`)).toBe(lines.join(''));
  });

  test('only one of two tabs is the executor, and each job runs once', async () => {
    const options = freshOptions();
    const pages = [await openConnected(options), await openConnected(options)];
    const keys = await Promise.all(pages.map((page) => page.evaluate(() => window.haze.connection!.key)));
    expect(keys[0]).toBe(keys[1]);
    const build = await newBuild(pages[0]!, SAMPLE.code);
    await untilEnded(pages[0]!, `/builds/${build}`);
    const posts = Array.from({ length: 12 }, (_, index) =>
      call<{ TaskID: string }>(pages[index % 2]!, 'POST', `/builds/${build}/tasks`, {}),
    );
    for (const { TaskID } of await Promise.all(posts)) {
      const job = await untilEnded(pages[1]!, `/tasks/${TaskID}`);
      expect(statusesOf(job)).toEqual(['Accepted', 'Initialising', 'In Progress', 'Completed']);
    }
    const leading = pages.map((page) => page.evaluate(() => window.haze.connection!.isExecutor()));
    expect((await Promise.all(leading)).sort()).toEqual([false, true]);
  });

  test('a cancelled task or build ends, and its slot becomes free', async () => {
    const page = await openConnected(freshOptions({ limits: { parallelJobs: 1 } }));
    const task = await newTask(page, 'int main(void) { volatile int go = 1; while (go) {} return 0; }');
    await until(page, `/tasks/${task}`, ({ Status }) => Status === 'In Progress');
    expect((await call(page, 'POST', `/tasks/${task}/cancel`)).Status).toBe('Cancelled');
    const build = await newBuild(page, SAMPLE.code);
    await until(page, `/builds/${build}`, ({ Status }) => Status !== 'Accepted');
    await call(page, 'POST', `/builds/${build}/cancel`);
    // The only slot is free again.
    expectSampleOutput(await runFlow(page, 'runChunkSample', 'fetch'));
    expect((await call(page, 'GET', `/tasks/${task}`)).Status).toBe('Cancelled');
  });

  test('a new version that arrives during a task is reported to the page and does not interrupt the task', async () => {
    const page = await openPage();
    const options = freshOptions();
    await page.evaluate(async (wish) => {
      const told = new Promise((onUpdate) => {
        void window.haze.open({ ...wish, onUpdate }).then(() => Object.assign(window, { isOpen: true }));
      });
      Object.assign(window, { told });
    }, options);
    await page.waitForFunction(() => 'isOpen' in window);
    const task = await newTask(page, slowSample(3).code);
    await until(page, `/tasks/${task}`, ({ Status }) => Status === 'In Progress');
    site.version += 1;
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
      await (window as unknown as { told: Promise<unknown> }).told;
    });
    expect(statusesOf(await untilEnded(page, `/tasks/${task}`))).toEqual([
      'Accepted',
      'Initialising',
      'In Progress',
      'Completed',
    ]);
  });

  test('after a reload that bypasses the service worker, the page connects through it again', async () => {
    const options = freshOptions();
    const page = await openConnected(options);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.reload', { ignoreCache: true });
    await page.waitForFunction(() => 'haze' in window && document.readyState === 'complete');
    const opened = await page.evaluate((wish) => window.haze.open(wish), options);
    expect(opened).toMatchObject({ mode: 'service-worker' });
  });
});
