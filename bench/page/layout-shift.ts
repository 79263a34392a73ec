// Measures the playground's layout shifts, as reported by the browser, at desktop and phone size: a first visit with
// its first run, a second run, the opening of a value, and a message that appears and stays.
import type { Page } from 'playwright-core';
import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { onSite } from './open-site.ts';

const SIZES = [
  { where: 'desk', width: 1440, height: 900, run: '.run-buttons .primary' },
  { where: 'phone', width: 360, height: 740, run: '.bottom-bar .primary' },
] as const;

/** Runs in the page, from the moment it starts to load. */
function recordShifts(): void {
  const score = { unasked: 0, all: 0 };
  Object.assign(window, { score });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
      score.all += value;
      if (!hadRecentInput) score.unasked += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function visit(page: Page, address: string, run: string): Promise<void> {
  await page.goto(address);
  await page.getByText('Recorded when this page was built').waitFor({ state: 'attached' });
  for (let round = 0; round < 2; round += 1) {
    await page.locator(run).click();
    await page.locator('.run-line:not([data-outcome])').waitFor();
    await page.locator('.run-line[data-outcome=completed]').waitFor();
    await page.locator('haze-value-viewer figure svg').first().waitFor();
  }
  await page.locator('haze-console button.value').nth(1).click();
  await page.waitForTimeout(1000);
}

export function run(): Promise<Measurement[]> {
  return onSite(async ({ address, visitAfresh }) => {
    const measured: Measurement[] = [];
    for (const { where, width, height, run: button } of SIZES) {
      const score = await visitAfresh(async (context) => {
        const page = await context.newPage();
        page.setDefaultTimeout(120_000);
        await page.setViewportSize({ width, height });
        await page.addInitScript(recordShifts);
        await visit(page, address, button);
        return page.evaluate(() => (window as unknown as { score: { unasked: number; all: number } }).score);
      });
      const name = `layout shift, first visit with two runs and a value, ${where}`;
      measured.push(measurement(name, score.unasked, '', 0));
      measured.push(measurement(`${name}, right after a key or click too`, score.all, ''));
    }
    return measured;
  });
}
