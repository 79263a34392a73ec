// A Reference task in a page: many runs on Web Workers, with the same samples as in Node for the same seed. Runs only
// in Chromium; same-bytes.test.ts covers all kinds of cores in every engine.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build, run } from '../../src/node/library.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { isMissing, type StartedChromium, startChromium } from './browsers.ts';
import { Site } from './site.ts';

const RUNS = 3000;
const PROGRAM = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(3, 1);
  if (x > 3) printf("%f\\n", x);
  double square = x * x;
  printf("%f\\n", square);
  return 0;
}
`;

interface Task {
  readonly TaskID: string;
  readonly Status: string;
  readonly StatusTransitions: readonly { readonly Message: string }[];
}

let site: Site;
let browser: StartedChromium;
let page: Page;
const complaints: string[] = [];

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const wish = [method, path, body] as const;
  const reply = await page.evaluate(([a, b, c]) => window.haze.call(a, b, c), wish);
  return reply.body as T;
}

async function untilEnded<T extends { Status: string }>(path: string): Promise<T> {
  for (;;) {
    const job = await call<T>('GET', path);
    if (['Completed', 'Stopped', 'Cancelled'].includes(job.Status)) return job;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A finished task. */
async function runTask(more: object): Promise<Task> {
  const CoreID = findDefaultCore('C0-Reference').CoreID;
  const wish = { Code: PROGRAM, Language: 'C', CoreID, ...more };
  const { BuildID } = await call<{ BuildID: string }>('POST', '/sourcecode/builds', wish);
  await untilEnded(`/builds/${BuildID}`);
  const { TaskID } = await call<Task>('POST', `/builds/${BuildID}/tasks`, { Runs: RUNS });
  return untilEnded<Task>(`/tasks/${TaskID}`);
}

describe.skipIf(isMissing('Chromium'))('Reference tasks in Chromium', () => {
  beforeAll(async () => {
    site = await Site.open();
    browser = await startChromium();
    page = await browser.context.newPage();
    page.on('console', (message) => {
      // The test site has no icon, but the browser requests one automatically.
      const isIcon = message.location().url.endsWith('/favicon.ico');
      if (['error', 'warning'].includes(message.type()) && !isIcon) {
        complaints.push(`${message.text()} ${message.location().url}`);
      }
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${site.address}/service`);
    await page.waitForFunction(() => 'haze' in window);
    await page.evaluate(() => window.haze.open({ base: '/reference', database: 'reference' }));
  });

  afterAll(async () => {
    await browser?.end();
    await site?.close();
  });

  test('a task has the same output and samples as in Node for the same seed', async () => {
    const task = await runTask({});
    expect(task.Status).toBe('Completed');
    expect(task.StatusTransitions.at(-1)!.Message).toMatch(
      /^exit status 0; 3000 runs; \d+ runs took a different path from the first; 1 of 2 printed values was not printed in every run$/,
    );
    const stdout = await page.evaluate(async (id) => {
      const { Stdout } = (await window.haze.call('GET', `/tasks/${id}/outputs`)).body as { Stdout: string };
      return (await window.haze.connection!.fetch(Stdout)).text();
    }, task.TaskID);
    const built = await build(PROGRAM, { language: 'C' });
    if (!built.ok) throw new Error(built.log);
    const seed = BigInt(`0x${task.TaskID.slice(-16)}`);
    const inNode = await run(built.module, { core: 'C0-Reference', runs: RUNS, seed });
    expect(stdout).toBe(inNode.stdout);
    for (const value of inNode.reference!.values) {
      const path = `/tasks/${task.TaskID}/values/${value.valueId}/samples?count=1000`;
      const { Samples } = await call<{ Samples: number[] }>('GET', path);
      expect(Samples).toEqual([...value.samples().subarray(0, 1000)]);
    }
  });

  test('a traced variable is reported with its mean over all runs', async () => {
    const TraceVariables = [{ File: 'main.c', LineNumber: 6, Expression: 'square' }];
    const task = await runTask({ TraceVariables });
    const traced = await page.evaluate(async (id) => {
      const { Trace } = (await window.haze.call('GET', `/tasks/${id}/outputs`)).body as { Trace: string };
      return (await window.haze.connection!.fetch(Trace)).json();
    }, task.TaskID);
    // x² for a normal x: mean μ² + σ².
    expect(traced).toMatchObject([
      { Expression: 'square', Occurrence: 1, Runs: RUNS, Mean: expect.closeTo(10, -0.3) },
    ]);
  });

  test('the console contains no errors or warnings', () => {
    expect(complaints).toEqual([]);
  });
});
