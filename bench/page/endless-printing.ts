// Programs that print without end for ten seconds, lines and text without any line's end, on a plain host whose pages have no shared memory: in the playground
// at its first visit, and in <haze-program> on a page of another site. How long the page does not answer, how soon the
// first output is shown, how soon Stop is heard, and the memory of the whole browser above that before Run: it has the
// compiler's in it, which builds the program that is measured, so a program that loops and prints nothing stands beside it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';
import { describeProgram } from '../../src/ui/playground/program.ts';
import { packShareFragment } from '../../src/ui/share/share-link.ts';
import type { Measurement } from '../measurement.ts';
import { type OpenedSite, onSite } from './open-site.ts';
import { measureBrowserBytes } from './process-memory.ts';

const PRINTING_MS = 10_000;
const LOOK_MS = 200;
const PATIENCE_MS = 120_000;
const WARM = '#include <stdio.h>\nint main(void) { puts("warm"); }\n';
/** What is printed, by the program that does. */
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
/** The same server by another name is another site. Its element comes from the first. */
const PAGE = `<!doctype html><title>bench</title><body><script>
const script = document.createElement('script');
script.src = location.origin.replace('localhost', '127.0.0.1') + '/haze-program.js';
document.head.append(script);
</script><haze-program language="C" core="C0-S">int main(void) { return 0; }</haze-program>`;

/** Where a run is to be seen; the selectors are of the document, or of the element's own tree. */
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

/** What a page has noted of a run, in its own milliseconds. */
interface Watch {
  longestMs: number;
  runningMs: number;
  outputMs: number;
  clickedMs: number;
  stoppedMs: number;
}

declare global {
  interface Window {
    watch: Watch;
  }
}

/** Runs in the page: notes what happens from now on. Without a sight only how long the page does not answer. */
function startWatch(sight: Sight | undefined): void {
  const tickMs = 4;
  const watch: Watch = { longestMs: 0, runningMs: 0, outputMs: 0, clickedMs: 0, stoppedMs: 0 };
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
    }
    setTimeout(tick, tickMs);
  };
  setTimeout(tick, tickMs);
}

interface Scene {
  readonly name: string;
  /** The document that shows the run. */
  readonly shown: Page | Frame;
  readonly sight: Sight;
  /** The page around it, if that is another. */
  readonly around?: Page;
  start(): Promise<unknown>;
  stop(): Promise<unknown>;
}

async function measureScene(
  { name, shown, sight, around, start, stop }: Scene,
  profile: string,
): Promise<Measurement[]> {
  if (await shown.evaluate(() => crossOriginIsolated)) throw new Error(`${name}: has shared memory`);
  // What the warm program needed is let go of first.
  await sleep(3000);
  const startBytes = measureBrowserBytes(profile);
  await shown.evaluate(startWatch, sight);
  await around?.evaluate(startWatch, undefined);
  await start();
  await shown.waitForFunction(() => window.watch.runningMs > 0, undefined, { timeout: PATIENCE_MS });
  let mostBytes = 0;
  for (const endMs = performance.now() + PRINTING_MS; performance.now() < endMs; await sleep(LOOK_MS))
    mostBytes = Math.max(mostBytes, measureBrowserBytes(profile));
  await stop();
  await shown.waitForFunction(() => window.watch.stoppedMs > 0, undefined, { timeout: PATIENCE_MS });
  const watch = await shown.evaluate(() => window.watch);
  const aroundMs = await around?.evaluate(() => window.watch.longestMs);
  const memory = {
    name: `${name}, memory above the start at most`,
    value: (mostBytes - startBytes) / 1e6,
    unit: 'MB',
  };
  if (watch.outputMs === 0) return [memory];
  return [
    { name: `${name}, longest time without an answer`, value: watch.longestMs, unit: 'ms', goal: 100 },
    ...(aroundMs === undefined
      ? []
      : [{ name: `${name}, the same of the page around it`, value: aroundMs, unit: 'ms', goal: 100 }]),
    {
      name: `${name}, running to the first output shown`,
      value: watch.outputMs - watch.runningMs,
      unit: 'ms',
      goal: 200,
    },
    {
      name: `${name}, Stop pressed to stopped`,
      value: watch.stoppedMs - watch.clickedMs,
      unit: 'ms',
      goal: 1000,
    },
    { ...memory, goal: 150 },
  ];
}

async function measurePlayground(
  { context, address, profile }: OpenedSite,
  { what, call }: Printed,
): Promise<Measurement[]> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const fragment = await packShareFragment(describeProgram({ source: WARM, language: 'C' }));
  await page.goto(`${address}#${fragment}`);
  const run = () => page.getByRole('button', { name: 'Run' }).first().click();
  await page.locator('.cm-content', { hasText: 'warm' }).waitFor();
  await run();
  await page.locator('.run-line[data-outcome=completed]').waitFor();
  await page.locator('.cm-content').fill(endlessOf(call));
  const measured = await measureScene(
    {
      name: `playground, ${what}`,
      shown: page,
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
): Promise<Measurement[]> {
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

export async function run(): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  // A fresh browser for each: what one run leaves would count as the next one's.
  for (const printed of [SILENT, ...PRINTED]) {
    measured.push(...(await onSite((site) => measurePlayground(site, printed))));
    measured.push(...(await onSite((site) => measureElement(site, printed), PAGE)));
  }
  return measured;
}
