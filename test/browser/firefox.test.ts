// The service in a real Firefox. No protocol reaches into Debian's: the page runs its checks itself and posts what came
// of each to the site.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FlowResult } from '../jobs/sample-flows.ts';
import { Site } from './site.ts';

const FIREFOX = '/usr/bin/firefox-esr';

/** Nothing that asks, updates or reports. */
const PREFERENCES = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

interface Posted {
  readonly name: string;
  readonly client?: string;
  readonly mode?: string;
  readonly reason?: string;
  readonly error?: string;
  readonly agent?: string;
  readonly results?: readonly FlowResult[];
}

const isMissing = !existsSync(FIREFOX);
if (isMissing) console.log(`skipped: ${FIREFOX} is not installed`);

describe.skipIf(isMissing)('Firefox', () => {
  let site: Site;
  let profile = '';
  let browser: ChildProcess;
  let posted: Posted[] = [];

  beforeAll(async () => {
    site = await Site.open();
    profile = await mkdtemp(join(tmpdir(), 'haze-firefox-'));
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    await writeFile(join(profile, 'user.js'), lines.join('\n'));
    const words = ['--headless', '--no-remote', '--profile', profile, `${site.address}/?run=all`];
    browser = spawn(FIREFOX, words, { stdio: 'ignore', env: { ...process.env, HOME: profile } });
    while (!site.results.some((result) => (result as Posted).name === 'end')) {
      await site.untilResults(site.results.length + 1);
    }
    posted = site.results as Posted[];
  });

  afterAll(async () => {
    const ended = new Promise((resolve) => browser.once('exit', resolve));
    browser.kill();
    await ended;
    await site.close();
    await rm(profile, { recursive: true, force: true });
  });

  test.each([
    ['path', 'service-worker', 'axios'],
    ['path', 'service-worker', 'fetch'],
    ['foreign', 'service-worker', 'axios'],
    ['foreign', 'service-worker', 'fetch'],
    ['inside', 'page', 'axios'],
    ['inside', 'page', 'fetch'],
    // The site stopped answering before this one.
    ['away', 'service-worker', 'axios'],
    ['away', 'service-worker', 'fetch'],
  ])('the sample flows run: check "%s", answered by the %s, with %s', (name, mode, client) => {
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

  test('it was Firefox', () => {
    expect(posted.at(-1)?.agent).toContain('Firefox/');
  });
});
