// The playground in Firefox.
import type { Page } from 'puppeteer-core';
import { describe } from 'vitest';
import { isMissing } from './browsers.ts';
import { openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import type { DrivenPage } from './playground-driver.ts';
import { type DrivenBrowser, openScenario, testPlayground } from './playground-scenarios.ts';

/** Keys by Puppeteer's ways: one with a modifier is two. */
function adapt(page: Page): DrivenPage {
  return {
    goto: (address) => page.goto(address),
    reload: () => page.reload(),
    evaluate: (work, argument) => page.evaluate(work as never, argument as never),
    close: () => page.close(),
    keyboard: {
      type: (text) => page.keyboard.type(text),
      press: async (keys) => {
        const [key, modifier] = keys.split('+').reverse();
        if (modifier) await page.keyboard.down(modifier as never);
        await page.keyboard.press(key as never);
        if (modifier) await page.keyboard.up(modifier as never);
      },
    },
  };
}

/** Firefox says so, without an address, of requests that a page still waited for when it was left. */
const LEFT_BEHIND = 'Failed to load ‘’. A ServiceWorker intercepted the request';

async function start(): Promise<DrivenBrowser> {
  const browser = await startDrivenFirefox();
  const problems: string[] = [];
  const newPage = async () => {
    const page = await openFirefoxPage(browser);
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    return adapt(page);
  };
  const takeProblems = () => problems.splice(0).filter((text) => !text.includes(LEFT_BEHIND));
  return { newPage, takeProblems, end: () => browser.close() };
}

describe.skipIf(isMissing('Firefox'))('Firefox', () => {
  testPlayground(openScenario(start));
});
