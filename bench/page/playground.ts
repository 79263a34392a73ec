// The playground in Chromium, on the built site: time until a user can type, time until values appear, cost of a
// thousand runs in one tab, and size of the page's own JavaScript.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { onSite } from './open-site.ts';

const VISITS = 5;
const EDITS = 20;
const RUNS = 1000;
const EARLY_RUNS = 10;
/** Every tenth run is of a new program, which must be built. */
const EDIT_EVERY = 10;

/** Time from navigation until the editor accepts keystrokes. */
async function open(context: BrowserContext, address: string): Promise<{ page: Page; readyMs: number }> {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector('.cm-content[contenteditable=true]');
  return { page, readyMs: await page.evaluate(() => performance.now()) };
}

/** Presses the Run key and waits for the printed value; returns the page's time when the value appears. */
async function runProgram(page: Page): Promise<{ tookMs: number; atMs: number }> {
  return page.evaluate(async () => {
    const startedMs = performance.now();
    const editor = document.querySelector<HTMLElement>('.cm-content')!;
    editor.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
    const isThere = () => document.querySelector('haze-console button.value') !== null;
    const isEnded = () => document.querySelector('.run-line.completed') !== null;
    const until = (isTrue: () => boolean) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!isTrue()) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
      });
    // By the first change, the run has cleared the previous run's values.
    await until(isThere);
    const atMs = performance.now();
    if (!isEnded()) await until(isEnded);
    return { tookMs: atMs - startedMs, atMs };
  });
}

async function edit(page: Page, text: string): Promise<void> {
  await page.click('.cm-content');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

async function measureVisits(context: BrowserContext, address: string): Promise<Measurement[]> {
  const first = await open(context, address);
  await runProgram(first.page);
  // Waits, because the browser continues to store compiled code for a while.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await first.page.close();
  const ready: number[] = [];
  const values: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const { page, readyMs } = await open(context, address);
    ready.push(readyMs);
    await edit(page, ' ');
    values.push((await runProgram(page)).atMs);
    await page.close();
  }
  const { page } = await open(context, address);
  await runProgram(page);
  const edits: number[] = [];
  for (let round = 0; round < EDITS; round += 1) {
    await edit(page, ` // ${round}`);
    edits.push((await runProgram(page)).tookMs);
  }
  await page.close();
  return [
    measurement('first visit, navigation to an editor that takes keys', first.readyMs, 'ms', 1000),
    measurement('second visit, the same', median(ready), 'ms', 1000),
    measurement('second visit, navigation to values on the page', median(values), 'ms', 1500),
    measurement('edited C program to its values on the page', median(edits), 'ms', 400),
  ];
}

async function measureMemory(context: BrowserContext, address: string): Promise<Measurement[]> {
  const { page } = await open(context, address);
  const devtools = await context.newCDPSession(page);
  const usedBytes = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize = 0 } = (await devtools.send('Runtime.getHeapUsage')) as {
      usedSize: number;
      backingStorageSize?: number;
    };
    return usedSize + backingStorageSize;
  };
  let early = 0;
  for (let count = 1; count <= RUNS; count += 1) {
    if (count % EDIT_EVERY === 0) await edit(page, '/');
    await runProgram(page);
    if (count === EARLY_RUNS) early = await usedBytes();
  }
  const late = await usedBytes();
  await page.close();
  return [
    measurement(`heap of the page after ${EARLY_RUNS} runs`, early / 1e6, 'MB'),
    measurement(`heap after ${RUNS} runs, against that`, late / early, '×', 1.5),
  ];
}

/** Compressed size of all modules that the page loads before the first click. */
async function measureScripts(folder: string): Promise<Measurement[]> {
  const seen = new Set<string>();
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const waiting = [...html.matchAll(/<script[^>]* src="\.\/([^"]+)"/g)].map(([, path]) => path!);
  let bytes = 0;
  for (const path of waiting) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = await readFile(join(folder, path), 'utf8');
    bytes += gzipSync(text).length;
    for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      waiting.push(`assets/${name}`);
  }
  return [measurement('JavaScript of the page, gzip', bytes / 1000, 'kB', 350)];
}

export function run(): Promise<Measurement[]> {
  return onSite(async ({ folder, address, context }) => [
    ...(await measureScripts(folder)),
    ...(await measureVisits(context, address)),
    ...(await measureMemory(context, address)),
  ]);
}
