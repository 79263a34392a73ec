// The service in real browsers other than Chromium: the page runs its checks on its own and posts the results to the
// site. chromium.test.ts covers Chromium, whose service worker a test can stop.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FlowResult } from '../jobs/sample-flows.ts';
import { isMissing } from './browsers.ts';
import { EVERY_BROWSER } from './every-browser.ts';
import { Site } from './site.ts';

interface Posted {
  readonly name: string;
  readonly client?: string;
  readonly mode?: string;
  readonly reason?: string;
  readonly error?: string;
  readonly agent?: string;
  readonly results?: readonly FlowResult[];
}

const BROWSERS = EVERY_BROWSER.filter(([name]) => name !== 'Chromium' && !isMissing(name));

describe.each(BROWSERS)('%s', (browserName, { open, agent: known }) => {
  let site: Site;
  let browser: { end(): Promise<void> };
  let posted: Posted[] = [];

  beforeAll(async () => {
    site = await Site.open();
    browser = await open(`${site.address}/service?run=all`);
    while (!site.results.some((result) => (result as Posted).name === 'end')) {
      await site.untilResults(site.results.length + 1);
    }
    posted = site.results as Posted[];
  });

  afterAll(async () => {
    await browser?.end();
    await site?.close();
  });

  test.each([
    ['path', 'service-worker', 'axios'],
    ['path', 'service-worker', 'fetch'],
    ['foreign', 'service-worker', 'axios'],
    ['foreign', 'service-worker', 'fetch'],
    ['inside', 'page', 'axios'],
    ['inside', 'page', 'fetch'],
    // The site is unreachable during the following checks.
    ['away', 'service-worker', 'axios'],
    ['away', 'service-worker', 'fetch'],
  ])('the sample flows run (check "%s", answered by the %s, client %s)', (name, mode, client) => {
    expect(posted.filter((result) => result.error)).toEqual([]);
    const found = posted.find((result) => result.name === name && result.client === client);
    expect(`${found?.mode} ${found?.reason}`).toContain(mode);
    expect(found?.results).toHaveLength(3);
    for (const { buildStatus, taskStatus, stdout } of found!.results!) {
      expect({ buildStatus, taskStatus }).toEqual({ buildStatus: 'Completed', taskStatus: 'Completed' });
      // The mean of the uniform distribution from 1 to 2, followed by the distribution itself.
      expect(stdout).toMatch(/^1\.5\d*Ux[0-9A-F]{42,}\n$/);
    }
  });

  test(`the checks were run in ${browserName}`, () => {
    expect(posted.at(-1)?.agent).toContain(known);
  });
});
