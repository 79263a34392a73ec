// The playground in Firefox: the scenarios that depend on the engine. `npm test` runs only the first visit.
import { describe } from 'vitest';
import { isMissing } from './browsers.ts';
import { adaptPage, openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import { type DrivenBrowser, openScenario, testTier } from './playground-scenarios.ts';

/** Firefox's message, without a URL, about requests that were pending when the user left a page. */
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
    return adaptPage(page);
  };
  const takeProblems = () => problems.splice(0).filter((text) => !text.includes(LEFT_BEHIND));
  return { newPage, takeProblems, end: () => browser.close() };
}

describe.skipIf(isMissing('Firefox'))('Firefox', () => {
  testTier(openScenario(start));
});
