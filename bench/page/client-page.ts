// A page of the built site that requests runs from the service, and programs for that page. Page benchmarks visit this
// page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { findProjectRoot } from '../../scripts/project-root.ts';
import type { Connection } from '../../src/client/index.ts';

/** Query string that makes the page run a program as soon as it is connected. */
const AT_ONCE = '?at-once';

/** A page that does only the service part of the playground's work, so that the figures cover only the service. */
export const CLIENT_PAGE = `<!doctype html><title>bench</title><script type="module">
import { connect } from './haze.js';
const isAtOnce = location.search === '${AT_ONCE}';
const connection = await connect({ base: './api', ...(isAtOnce && { downloadWhen: Promise.resolve() }) });
const { base, key, fetch } = connection;
const headers = { Authorization: key, 'Content-Type': 'application/json' };
const ask = async (path, body) =>
  (await fetch(base + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).json();
// Waits for events instead of polling, which would take a fifth of two processors from a slow compiler.
const untilEnded = async (path) => {
  for (;;) {
    const changed = new Promise((heard) => {
      const leave = connection.onJobChange(() => (leave(), heard()));
    });
    const { Status } = await ask(path);
    if (['Completed', 'Stopped', 'Cancelled'].includes(Status)) return Status;
    await changed;
  }
};
window.run = async (Code, Language = 'C') => {
  const { BuildID } = await ask('/sourcecode/builds', { Code, Language });
  await untilEnded('/builds/' + BuildID);
  const builtMs = performance.now();
  const { TaskID } = await ask('/builds/' + BuildID + '/tasks', {});
  await untilEnded('/tasks/' + TaskID);
  const text = await (await fetch(base + '/tasks/' + TaskID + '/output/Stdout', { headers })).text();
  return { text, builtMs, endMs: performance.now() };
};
window.connection = connection;
window.connectedMs = performance.now();
</script>`;

/** Output of a run, and the page's times at the end of the build and of the run. */
export interface Run {
  readonly text: string;
  readonly builtMs: number;
  readonly endMs: number;
}

declare global {
  interface Window {
    run: (code: string, language?: string) => Promise<Run>;
    connection: Connection;
    connectedMs: number;
  }
}

/** A two-line program, different for each number. */
export const programOf = (round: number) =>
  `#include <stdio.h>\n#include <math.h>\n#include <uxhw.h>\nint main(void) {\n` +
  `  double v = UxHwDoubleGaussDist(5.0 + ${round}, 0.05);\n  printf("%lf\\n", sqrt(v) * v);\n  return 0;\n}\n`;

/**
 * Opens the page and waits until it is connected; with `isAtOnce`, the page has announced that it will run a program
 * immediately.
 */
export async function open(
  context: BrowserContext,
  address: string,
  { isAtOnce = false } = {},
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${address}bench.html${isAtOnce ? AT_ONCE : ''}`);
  await page.waitForFunction(() => 'connectedMs' in window);
  return page;
}

const readProgram = (name: string) =>
  readFileSync(join(findProjectRoot(), 'bench/page/first-programs', name), 'utf8');

/** A first program in each language, and the maximum number of megabytes until its value is printed. */
export const FIRST_PROGRAMS = [
  { language: 'C', megabytes: 7, code: readProgram('root.c') },
  { language: 'C++', megabytes: 9, code: readProgram('root.cpp') },
  { language: 'Fortran', megabytes: 8, code: readProgram('root.f90') },
] as const;
