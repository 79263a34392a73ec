// Memory used by a warm compile worker: the memory of the whole browser with a connected page, and its growth after a
// first program in each language, once temporary memory has been released.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { CLIENT_PAGE, FIRST_PROGRAMS, open } from './client-page.ts';
import { onSite } from './open-site.ts';
import { measureBrowserBytes } from './process-memory.ts';

/** Time until rarely used parts are loaded too, and the browser has released unused memory. */
const SETTLE_MS = 15_000;

export function run(): Promise<Measurement[]> {
  return onSite(async ({ address, context, profile }) => {
    const settledMegabytes = async () => {
      await sleep(SETTLE_MS);
      return measureBrowserBytes(profile) / 1e6;
    };
    const page = await open(context, address);
    const connected = await settledMegabytes();
    const measured: Measurement[] = [measurement('browser with the page connected', connected, 'MB')];
    for (const { code, language } of FIRST_PROGRAMS) {
      const { text } = await page.evaluate((program) => window.run(program.code, program.language), {
        code,
        language,
      });
      if (!text.includes('Ux')) throw new Error(text);
      const more = (await settledMegabytes()) - connected;
      measured.push(measurement(`more with a compile worker that has built ${language}`, more, 'MB'));
    }
    return measured;
  }, CLIENT_PAGE);
}
