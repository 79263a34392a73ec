// The playground in WebKit, Safari's engine: the scenarios that depend on the engine. `npm test` runs only the first
// visit.
import { describe } from 'vitest';
import { isMissing } from './browsers.ts';
import { startWebKit } from './driven-webkit.ts';
import { ONCE_MORE_AFTER_CRASH } from './engine-crashed.ts';
import { type DrivenBrowser, openScenario, testTier } from './playground-scenarios.ts';

async function start(): Promise<DrivenBrowser> {
  const browser = await startWebKit();
  console.log('not seen in WebKit: warnings and errors of the console, which its driver does not tell');
  return { ...browser, takeProblems: () => [] };
}

describe.skipIf(isMissing('WebKit'))('WebKit', ONCE_MORE_AFTER_CRASH, () => {
  testTier(openScenario(start));
});
