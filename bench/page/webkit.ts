// First builds in WebKit, Safari's engine, which takes longest to optimise the compiler. Each build is timed from the
// request to the printed value, on the built site: a program in each language, a second program, and the first program
// of the next visit.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { startWebKit, type WebKitPage } from '../../test/browser/driven-webkit.ts';
import { CLIENT_PAGE, FIRST_PROGRAMS } from './client-page.ts';
import { onSite } from './open-site.ts';

/** Idle time in which a page precompiles headers, which takes as long as a build in this engine. */
const PAUSE_MS = 30_000;
const GOALS: Readonly<Record<string, number>> = { 'C++': 6000 };

export function run(): Promise<Measurement[]> {
  return onSite(async ({ address }) => {
    const webkit = await startWebKit();
    try {
      // The driver opens all other tabs from the first tab, which stays empty.
      await webkit.newPage();
      const openPage = async () => {
        const page = await webkit.newPage();
        await page.goto(`${address}bench.html`);
        return page;
      };
      const timeRun = (page: WebKitPage, code: string, language: string) =>
        page.evaluate(
          async ([text, name]) => {
            while (!('connectedMs' in window)) await new Promise((done) => setTimeout(done, 20));
            const startMs = performance.now();
            const { text: printed, endMs } = await window.run(text!, name);
            if (!printed.includes('Ux')) throw new Error(printed);
            return endMs - startMs;
          },
          [code, language],
        );
      const measured: Measurement[] = [];
      const page = await openPage();
      for (const { code, language } of FIRST_PROGRAMS) {
        const goal = GOALS[language];
        const first = await timeRun(page, code, language);
        measured.push(measurement(`WebKit, first program in ${language} to its value`, first, 'ms', goal));
        const later = await timeRun(page, code.replaceAll('5.0', '6.0'), language);
        measured.push(measurement(`WebKit, another one in ${language}`, later, 'ms'));
        await sleep(PAUSE_MS);
      }
      await page.close();
      for (const { code, language } of FIRST_PROGRAMS) {
        const next = await openPage();
        const value = await timeRun(next, code.replaceAll('5.0', '7.0'), language);
        measured.push(measurement(`WebKit, first program in ${language} of the next visit`, value, 'ms'));
        await next.close();
      }
      return measured;
    } finally {
      await webkit.end();
    }
  }, CLIENT_PAGE);
}
