// Time until the playground's editor shows a typed character in a full page: a program of 5 000 lines that has
// printed 5 000 values, and a list of a hundred runs. The time runs from the key event to the end of the frame that
// shows the character. Keys arrive at typing speed, while all work triggered by keys continues: drafts, error marks,
// completion.
import type { Page } from 'playwright-core';
import { type Measurement, measurement, median, quantile } from '../../scripts/measurement.ts';
import { describeProgram } from '../../src/ui/draft/program.ts';
import { packShareFragment } from '../../src/ui/share/share-link.ts';
import { onSite } from './open-site.ts';

const LINES = 5000;
const VALUES = 5000;
const RUNS = 100;
const PATIENCE_MS = 120_000;
/** Pause between keystrokes: ten keystrokes per second. */
const PAUSE_MS = 100;
const WORDS = '  double typed_here = 1.5 * 2; // and so on\n';

/** A program that prints the number of values specified by its argument. */
function writeProgram(): string {
  const parts = [
    '#include <stdio.h>\n#include <stdlib.h>\n#include <uxhw.h>\n',
    ...Array.from(
      { length: Math.floor((LINES - 16) / 5) },
      (_, i) =>
        `/* Part ${i} of many. */\ndouble part${i}(double x) {\n  double y = x + ${i};\n  return y * 0.5;\n}\n`,
    ),
    `int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 1;
  for (int i = 0; i < count; i++)
    printf("value %d: %lf\\n", i, part1(UxHwDoubleGaussDist(i, 1.0)));
  return 0;
}
`,
  ];
  return parts.join('');
}

/** Runs in the page: presses the Run key, and waits until the run finishes. */
async function runOnce(): Promise<string> {
  const line = () => document.querySelector('.run-line')!.getAttribute('data-outcome');
  return new Promise((resolve) => {
    let hasBegun = false;
    const observer = new MutationObserver(() => {
      const outcome = line();
      if (outcome === null) hasBegun = true;
      else if (hasBegun) {
        observer.disconnect();
        resolve(outcome);
      }
    });
    observer.observe(document.querySelector('.result')!, {
      attributes: true,
      childList: true,
      subtree: true,
      attributeFilter: ['data-outcome'],
    });
    // Before the first run, there is no outcome.
    hasBegun = line() === null;
    const init = { key: 'Enter', ctrlKey: true, bubbles: true };
    document.querySelector('.cm-content')!.dispatchEvent(new KeyboardEvent('keydown', init));
  });
}

/** Runs in the page: starts recording the time from each keystroke to the end of its frame. */
function watchKeys(): void {
  const tookMs: number[] = [];
  Object.assign(window, { tookMs });
  const { port1, port2 } = new MessageChannel();
  const waiting: number[] = [];
  port1.onmessage = () => {
    for (const startMs of waiting.splice(0)) tookMs.push(performance.now() - startMs);
  };
  const note = (event: Event) =>
    requestAnimationFrame(() => {
      waiting.push(event.timeStamp);
      // The message arrives only after the frame.
      port2.postMessage(undefined);
    });
  document.addEventListener('keydown', note, { capture: true });
}

/** Types at one end of the program; returns the time for each key, and the CPU time of the page's own thread. */
async function measureTyping(
  page: Page,
  end: 'Home' | 'End',
  readBusyMs: () => Promise<number>,
): Promise<{ tookMs: number[]; usedMs: number }> {
  await page.locator('.cm-content').click();
  await page.keyboard.press(`Control+${end}`);
  await page.waitForTimeout(1000);
  await page.evaluate(() => {
    (window as unknown as { tookMs: number[] }).tookMs.length = 0;
  });
  const beforeMs = await readBusyMs();
  await page.keyboard.type(WORDS.trimEnd(), { delay: PAUSE_MS });
  // The last keystroke's frame also counts.
  await page.waitForTimeout(500);
  const tookMs = await page.evaluate(() => [...(window as unknown as { tookMs: number[] }).tookMs]);
  const usedMs = (await readBusyMs()) - beforeMs;
  for (let i = 0; i < WORDS.trimEnd().length; i += 1) await page.keyboard.press('Backspace');
  return { tookMs, usedMs };
}

async function prepare(page: Page, address: string): Promise<void> {
  const program = describeProgram({ source: writeProgram(), language: 'C' });
  await page.goto(`${address}#${await packShareFragment(program)}`);
  await page.locator('.cm-content', { hasText: 'Part 0 of many' }).waitFor();
  for (let run = 1; run < RUNS; run += 1) {
    const outcome = await page.evaluate(runOnce);
    if (outcome !== 'completed') throw new Error(`run ${run}: ${outcome}`);
  }
  await page.locator('.write').getByRole('tab', { name: 'Inputs' }).click();
  await page.getByLabel('Arguments').fill(String(VALUES));
  await page.locator('.write').getByRole('tab', { name: 'Program' }).click();
  if ((await page.evaluate(runOnce)) !== 'completed') throw new Error('the last run');
  await page.waitForFunction(
    (count) => document.querySelectorAll('haze-console button.value').length === count,
    VALUES,
  );
}

export function run(): Promise<Measurement[]> {
  return onSite(async ({ context, address }) => {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.setViewportSize({ width: 1440, height: 900 });
    await prepare(page, address);
    await page.evaluate(watchKeys);
    const devtools = await context.newCDPSession(page);
    // The thread's own CPU time, which excludes other load on the machine.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const readBusyMs = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
    };
    let busyMs = 0;
    const measured: Measurement[] = [];
    const all: number[] = [];
    for (const tab of ['Output', 'Runs']) {
      await page.locator('.result').getByRole('tab', { name: tab }).click();
      if (tab === 'Runs')
        await page.waitForFunction(
          (count) => document.querySelectorAll('haze-runs tbody tr').length >= count,
          RUNS,
        );
      for (const end of ['Home', 'End'] as const) {
        const { tookMs, usedMs } = await measureTyping(page, end, readBusyMs);
        busyMs += usedMs;
        all.push(...tookMs);
        const where = `${tab} in sight, ${end === 'Home' ? 'first' : 'last'} line`;
        measured.push(measurement(`key to frame, ${where}, median`, median(tookMs), 'ms'));
      }
    }
    await page.close();
    return [
      measurement('key to frame, 5 000 lines, 5 000 values, 100 runs: median', median(all), 'ms', 50),
      measurement('the same, 95 of 100 keys within', quantile(all, 0.95), 'ms', 50),
      measurement('the same, longest', Math.max(...all), 'ms'),
      measurement('CPU time of the page per key', busyMs / all.length, 'ms'),
      ...measured,
    ];
  });
}
