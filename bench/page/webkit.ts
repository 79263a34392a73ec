// First builds in WebKit, Safari's engine, which takes longest to make the compiler fast: from the question to the printed
// value, on the built site, for a program in each language, and for another one of the same.
import { startWebKit } from '../../test/browser/driven-webkit.ts';
import type { Measurement } from '../measurement.ts';
import { CLIENT_PAGE, FIRST_PROGRAMS } from './client-page.ts';
import { onSite } from './open-site.ts';

const GOALS: Readonly<Record<string, number>> = { 'C++': 6000 };

export function run(): Promise<Measurement[]> {
  return onSite(async ({ address }) => {
    const webkit = await startWebKit();
    try {
      const page = await webkit.newPage();
      await page.goto(`${address}bench.html`);
      const timeRun = (code: string, language: string) =>
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
      for (const { code, language } of FIRST_PROGRAMS) {
        const goal = GOALS[language];
        const first = await timeRun(code, language);
        measured.push({
          name: `WebKit, first program in ${language} to its value`,
          value: first,
          unit: 'ms',
          ...(goal === undefined ? {} : { goal }),
        });
        const later = await timeRun(code.replaceAll('5.0', '6.0'), language);
        measured.push({ name: `WebKit, another one in ${language}`, value: later, unit: 'ms' });
      }
      return measured;
    } finally {
      await webkit.end();
    }
  }, CLIENT_PAGE);
}
