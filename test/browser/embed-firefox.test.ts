// <haze-program> in examples/embed, in Firefox, which has its own rules for frames from other sites and for their
// storage.
import type { Browser as Firefox, Page as FirefoxPage } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from './browsers.ts';
import { openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import { LABELS, SHOWN } from './embed-example.ts';
import { EmbedSite } from './embed-site.ts';

describe.skipIf(isMissing('Firefox'))('Firefox', () => {
  let site: EmbedSite;
  let browser: Firefox;
  let page: FirefoxPage;
  /** Errors and warnings from all pages and their frames. */
  const problems: string[] = [];

  beforeAll(async () => {
    site = await EmbedSite.open();
    browser = await startDrivenFirefox();
  });

  afterEach(() => {
    expect(problems.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test.each(['haze', 'other'] as const)('the programs on the page run (site: %s)', async (where) => {
    page = await openFirefoxPage(browser);
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) problems.push(message.text());
    });
    await page.goto(`${site[where]}/example.html`);
    for (const [i, label] of LABELS.slice(0, 2).entries()) {
      const host = `haze-program[label="${label}"]`;
      const frame = await (where === 'haze' ? undefined : page.waitForSelector(`${host} >>> iframe`));
      const inside = frame ? (await frame.contentFrame())! : page.mainFrame();
      const root = frame ? 'haze-program' : host;
      const button = (await inside.waitForSelector(`${root} >>> button.main`))!;
      // Clicks the element itself, because a click at a position depends on where its frame is, which some Firefox
      // versions do not report.
      await button.evaluate((element) => (element as HTMLElement).click());
      await page.waitForFunction(
        (text) => document.getElementById('last')!.textContent!.includes(text),
        {},
        `${label}: exited, exit status 0.`,
      );
      const output = await inside.waitForSelector(`${root} >>> [part=output]`);
      expect(await output!.evaluate((element) => element.textContent)).toMatch(SHOWN[i]!);
    }
    await page.close();
  });
});
