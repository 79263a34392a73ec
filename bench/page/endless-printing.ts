// Programs that print endlessly for ten seconds, either lines or text without line breaks, on a plain host whose pages
// have no shared memory. They run in three environments: the playground on a first visit, <haze-program> on another
// site's page, and the playground on a later visit. On the later visit, the page and the program share memory. Measures
// how long the page is blocked, the times until the first output and until Stop takes effect, and the memory of the
// whole browser. Memory is measured relative to its level once the browser has released the remaining memory of a first
// build: three seconds after a build, readings differ by 160 MB. The build of the measured program accounts for part of
// the memory. A program that prints nothing is therefore run as well, and the extra memory caused by printing is
// reported separately.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';
import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { describeProgram } from '../../src/ui/draft/program.ts';
import { packShareFragment } from '../../src/ui/share/share-link.ts';
import { type OpenedSite, onSite } from './open-site.ts';
import { measureBrowserBytes } from './process-memory.ts';

const PRINTING_MS = 10_000;
const LOOK_MS = 200;
/** Time without a decrease after which memory counts as settled. */
const SETTLED_MS = 8000;
/** Maximum wait for memory to settle. */
const SETTLING_MS = 60_000;
/** Time after the program's start by which the build's memory has been released. */
const BUILD_GONE_MS = 4000;
const PATIENCE_MS = 120_000;
const WARM = '#include <stdio.h>\nint main(void) { puts("warm"); }\n';
/** Kinds of output, each with a program. */
const PRINTED = [
  { what: 'lines', call: 'puts("spam")' },
  { what: 'one line', call: 'printf("spam ")' },
  { what: 'one line, by character', call: "putchar('x')" },
] as const;
const SILENT = { what: 'nothing', call: 'turns++' };
const endlessOf = (call: string) =>
  `#include <stdio.h>\nvolatile int turns;\nint main(void) {\n  for (;;) ${call};\n}\n`;
interface Printed {
  readonly what: string;
  readonly call: string;
}
/**
 * A page on the same server under another host name, which makes it another site. The page loads the element from the
 * first site.
 */
const PAGE = `<!doctype html><title>bench</title><body><script>
const script = document.createElement('script');
script.src = location.origin.replace('localhost', '127.0.0.1') + '/haze-program.js';
document.head.append(script);
</script><haze-program language="C" core="C0-S">int main(void) { return 0; }</haze-program>`;

/** Location of a run in the page; the selectors apply to the document, or to the element's shadow tree. */
interface Sight {
  readonly host?: string;
  readonly phase: string;
  readonly running: string;
  readonly output: string;
  readonly stopped: string;
}

const PLAYGROUND: Sight = {
  phase: '.phase',
  running: 'Running',
  output: 'haze-console .stdout',
  stopped: 'Stopped by you',
};
const ELEMENT: Sight = {
  host: 'haze-program',
  phase: '[part=status]',
  running: 'Running',
  output: '[part=output]',
  stopped: 'Stopped',
};

/** Times of a run's events in the page, in milliseconds of the page's clock. */
interface Watch {
  longestMs: number;
  runningMs: number;
  outputMs: number;
  clickedMs: number;
  stoppedMs: number;
  /** Time at which the run finished or failed, for whatever reason. */
  endedMs: number;
}

declare global {
  interface Window {
    watch: Watch;
  }
}

/** Runs in the page: starts recording events. If `sight` is undefined, it only records how long the page is blocked. */
function startWatch(sight: Sight | undefined): void {
  const tickMs = 4;
  const watch: Watch = { longestMs: 0, runningMs: 0, outputMs: 0, clickedMs: 0, stoppedMs: 0, endedMs: 0 };
  window.watch = watch;
  addEventListener('click', () => (watch.clickedMs = performance.now()), { capture: true });
  let beforeMs = performance.now();
  const tick = () => {
    const nowMs = performance.now();
    if (!sight || (watch.runningMs && !watch.stoppedMs))
      watch.longestMs = Math.max(watch.longestMs, nowMs - beforeMs - tickMs);
    beforeMs = nowMs;
    if (sight && !watch.stoppedMs) {
      const root = sight.host ? document.querySelector(sight.host)!.shadowRoot! : document;
      const phase = root.querySelector(sight.phase)?.textContent ?? '';
      if (!watch.runningMs && phase.includes(sight.running)) watch.runningMs = nowMs;
      if (watch.runningMs && !watch.outputMs && root.querySelector(sight.output)?.textContent)
        watch.outputMs = nowMs;
      if (watch.runningMs && phase.includes(sight.stopped)) watch.stoppedMs = nowMs;
      if (watch.runningMs && !watch.endedMs && !phase.includes(sight.running)) watch.endedMs = nowMs;
    }
    setTimeout(tick, tickMs);
  };
  setTimeout(tick, tickMs);
}

interface Scene {
  readonly name: string;
  /** The document that shows the run. */
  readonly shown: Page | Frame;
  /** True if page and program share memory; false by default. */
  readonly isShared?: boolean;
  readonly sight: Sight;
  /** The surrounding page, if different. */
  readonly around?: Page;
  start(): Promise<unknown>;
  stop(): Promise<unknown>;
}

/** Number of bytes that the browser uses once it no longer decreases. */
async function measureSettledBytes(profile: string): Promise<number> {
  const endMs = performance.now() + SETTLING_MS;
  let least = measureBrowserBytes(profile);
  let sinceMs = performance.now();
  while (performance.now() < endMs && performance.now() - sinceMs < SETTLED_MS) {
    await sleep(LOOK_MS);
    const bytes = measureBrowserBytes(profile);
    if (bytes < 0.99 * least) sinceMs = performance.now();
    least = Math.min(least, bytes);
  }
  return least;
}

interface Scened {
  readonly measured: readonly Measurement[];
  /** Peak memory above the initial level while the program ran, after the build's memory was released. */
  readonly laterBytes: number;
}

async function measureScene(
  { name, shown, isShared = false, sight, around, start, stop }: Scene,
  profile: string,
): Promise<Scened> {
  if ((await shown.evaluate(() => crossOriginIsolated)) !== isShared)
    throw new Error(`${name}: ${isShared ? 'has no' : 'has'} shared memory`);
  const startBytes = await measureSettledBytes(profile);
  await shown.evaluate(startWatch, sight);
  await around?.evaluate(startWatch, undefined);
  await start();
  await shown.waitForFunction(() => window.watch.runningMs > 0, undefined, { timeout: PATIENCE_MS });
  let [mostBytes, laterBytes] = [0, 0];
  const beganMs = performance.now();
  for (; performance.now() < beganMs + PRINTING_MS; await sleep(LOOK_MS)) {
    const bytes = measureBrowserBytes(profile) - startBytes;
    mostBytes = Math.max(mostBytes, bytes);
    if (performance.now() > beganMs + BUILD_GONE_MS) laterBytes = Math.max(laterBytes, bytes);
  }
  // With shared memory, the program may already have reached the output limit.
  const isRunning = await shown.evaluate(() => window.watch.endedMs === 0);
  if (isRunning) {
    await stop();
    await shown.waitForFunction(() => window.watch.stoppedMs > 0, undefined, { timeout: PATIENCE_MS });
  }
  const watch = await shown.evaluate(() => window.watch);
  const aroundMs = await around?.evaluate(() => window.watch.longestMs);
  const memory = measurement(`${name}, memory above the start at most`, mostBytes / 1e6, 'MB');
  if (watch.outputMs === 0) return { measured: [memory], laterBytes };
  const measured = [
    measurement(`${name}, longest time without an answer`, watch.longestMs, 'ms', 100),
    ...(aroundMs === undefined
      ? []
      : [measurement(`${name}, the same of the page around it`, aroundMs, 'ms', 100)]),
    measurement(`${name}, running to the first output shown`, watch.outputMs - watch.runningMs, 'ms', 200),
    ...(isRunning
      ? [measurement(`${name}, Stop pressed to stopped`, watch.stoppedMs - watch.clickedMs, 'ms', 1000)]
      : []),
    { ...memory, goal: 150 },
  ];
  return { measured, laterBytes };
}

/** The service worker from a first visit enables shared memory for later visits. */
async function visitFirst(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('about:blank');
}

async function measurePlayground(
  { context, address, profile }: OpenedSite,
  { what, call }: Printed,
  isShared: boolean,
): Promise<Scened> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  if (isShared) await visitFirst(page, address);
  const fragment = await packShareFragment(describeProgram({ source: WARM, language: 'C' }));
  await page.goto(`${address}#${fragment}`);
  const run = () => page.getByRole('button', { name: 'Run' }).first().click();
  await page.locator('.cm-content', { hasText: 'warm' }).waitFor();
  await run();
  await page.locator('.run-line[data-outcome=completed]').waitFor();
  await page.locator('.cm-content').fill(endlessOf(call));
  const measured = await measureScene(
    {
      name: `playground${isShared ? ' with shared memory' : ''}, ${what}`,
      shown: page,
      isShared,
      sight: PLAYGROUND,
      start: run,
      stop: () => page.getByRole('button', { name: 'Stop' }).click(),
    },
    profile,
  );
  await page.close();
  return measured;
}

async function measureElement(
  { context, address, profile }: OpenedSite,
  { what, call }: Printed,
): Promise<Scened> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${address.replace('127.0.0.1', 'localhost')}bench.html`);
  const around = page.locator('haze-program');
  await around.locator('iframe').waitFor();
  const frame = (await (await around.locator('iframe').elementHandle())!.contentFrame())!;
  const program = frame.locator('haze-program');
  await program.getByRole('button', { name: 'Run' }).waitFor();
  const give = (source: string) =>
    around.evaluate((element, text) => Object.assign(element, { source: text }), source);
  const run = () => program.getByRole('button', { name: 'Run' }).click();
  await give(WARM);
  await run();
  await program.getByText(/^Completed in/).waitFor();
  await give(endlessOf(call));
  const measured = await measureScene(
    {
      name: `framed element, ${what}`,
      shown: frame,
      sight: ELEMENT,
      around: page,
      start: run,
      stop: () => program.getByRole('button', { name: 'Stop' }).click(),
    },
    profile,
  );
  await page.close();
  return measured;
}

/**
 * Environments to measure. Each uses a fresh browser, because memory left over from one run would count towards the
 * next.
 */
const PLACES: Readonly<Record<string, (printed: Printed) => Promise<Scened>>> = {
  playground: (printed) => sceneOn((site) => measurePlayground(site, printed, false)),
  'playground with shared memory': (printed) => sceneOn((site) => measurePlayground(site, printed, true)),
  'framed element': (printed) => sceneOn((site) => measureElement(site, printed), PAGE),
};

async function sceneOn(measure: (site: OpenedSite) => Promise<Scened>, benchPage?: string): Promise<Scened> {
  let scened: Scened | undefined;
  await onSite(async (site) => {
    scened = await measure(site);
    return [];
  }, benchPage);
  return scened!;
}

export async function run(): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const [place, measure] of Object.entries(PLACES)) {
    const silent = await measure(SILENT);
    measured.push(...silent.measured);
    for (const printed of PRINTED) {
      const printing = await measure(printed);
      measured.push(
        ...printing.measured,
        measurement(
          `${place}, ${printed.what}, memory that printing adds`,
          (printing.laterBytes - silent.laterBytes) / 1e6,
          'MB',
        ),
      );
    }
  }
  return measured;
}
