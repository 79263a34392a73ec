// C++ with streams in a page, in Chromium: the very first build, builds after an edit, a build with another include,
// and the first build of the next visit. Each build is timed from the request to the printed value.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { CLIENT_PAGE, FIRST_PROGRAMS, open } from './client-page.ts';
import { onSite } from './open-site.ts';

const ROUNDS = 7;
const VISITS = 3;
/** Idle time in which a page precompiles headers, and the browser stores compiled code. */
const PAUSE_MS = 12_000;

const { code } = FIRST_PROGRAMS.find(({ language }) => language === 'C++')!;
/** A different program for each number, so that no cache contains any part of it. */
const programOf = (round: number) => code.replace('5.0', `${5 + round}.0`);

function timeRun(page: Page, text: string): Promise<number> {
  return page.evaluate(async (program) => {
    const startMs = performance.now();
    const { text: printed, endMs } = await window.run(program, 'C++');
    if (!printed.includes('Ux')) throw new Error(printed);
    return endMs - startMs;
  }, text);
}

export function run(): Promise<Measurement[]> {
  return onSite(async ({ address, context }) => {
    const first = await open(context, address);
    const firstMs = await timeRun(first, programOf(0));
    await sleep(PAUSE_MS);
    const edits: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) edits.push(await timeRun(first, programOf(round)));
    const moreMs = await timeRun(
      first,
      programOf(ROUNDS + 1).replace('int main', '#include <map>\nint main'),
    );
    await sleep(PAUSE_MS);
    await first.close();
    const visits: number[] = [];
    for (let visit = 1; visit <= VISITS; visit += 1) {
      const page = await open(context, address);
      visits.push(await timeRun(page, programOf(100 + visit)));
      await page.close();
    }
    return [
      measurement('C++ with streams, first build of a first visit', firstMs, 'ms'),
      measurement('the same after an edit', median(edits), 'ms'),
      measurement('the same with one more include', moreMs, 'ms'),
      measurement('the first build of the next visit', median(visits), 'ms'),
    ];
  }, CLIENT_PAGE);
}
