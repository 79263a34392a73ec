// Tests that programs cannot import JavaScript objects, and tests the second line of defence against such programs: in
// Chromium, in the playground, in a frame of `<haze-program>` on another site, and in the workers that run programs.
// Every engine isolates frames from other sites in its own way, so frames are tested in all three engines. The
// playground is also tested in every engine (testImports in message-scenarios.ts).
import type { Frame, Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, type StartedChromium, startChromium } from './browsers.ts';
import { adaptPage, openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import { startWebKit } from './driven-webkit.ts';
import { EmbedSite } from './embed-site.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';

const MAKES_CODE = `__attribute__((import_module("toString"), import_name("constructor"))) int F(int);
int main(void) { return F(7); }
`;
const REFUSED = 'declares `F` as a function from the environment, `toString.constructor`; programs may call';

let site: EmbedSite;
let browser: StartedChromium;

beforeAll(async () => {
  site = await EmbedSite.open();
  site.files.other.set('/risk.html', {
    text: `<!doctype html><meta charset="utf-8"><title>x</title><script src="${site.haze}/haze-program.js"></script>
<haze-program label="risk">${MAKES_CODE}</haze-program>`,
    type: 'text/html',
  });
});
afterAll(() => site?.close());

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.end());

  /**
   * Returns `made 1` if a page's own scripts can compile strings as code, otherwise the error's name. Runs in a timer,
   * because drivers are exempt from the page's policy.
   */
  function makesCode(page: Page | Frame): Promise<string> {
    return page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          setTimeout(() => {
            try {
              resolve(`made ${new Function('return 1')()}`);
            } catch (error) {
              resolve((error as Error).name);
            }
          });
        }),
    );
  }

  test('the playground rejects programs that import JavaScript objects, and neither it nor its workers can evaluate strings', async () => {
    const page = await browser.context.newPage();
    const driver = new PlaygroundDriver(page, `${site.haze}/index.html`);
    const workers: Worker[] = [];
    page.on('worker', (worker) => workers.push(worker));
    await driver.open({ source: MAKES_CODE });
    expect(await driver.run()).toBe('build-failed');
    await expect.poll(() => driver.text('haze-problems')).toContain(REFUSED);
    expect(await makesCode(page)).toBe('EvalError');

    await driver.open({ source: 'int main(void) { return 0; }\n', core: 'C0-Reference' });
    expect(await driver.run()).toBe('completed');
    // The driver needs `eval`, which a locked-down worker no longer has.
    const closed = workers.filter((worker) => /run-worker/.test(worker.url()));
    const answers = closed.map((worker) => worker.evaluate(() => 'open').catch(String));
    expect(await Promise.all(answers)).toContainEqual(expect.stringContaining('eval is not a function'));
    await page.close();
  });

  test("a frame on another site's page rejects programs that import JavaScript objects, and cannot evaluate strings", async () => {
    const page = await browser.context.newPage();
    await page.goto(`${site.other}/risk.html`);
    const handle = await page.locator('haze-program iframe').first().elementHandle();
    const frame = (await handle!.contentFrame())!;
    await frame.getByRole('button', { name: 'Run' }).click();
    await frame.getByText(REFUSED).first().waitFor();
    expect(await makesCode(frame)).toBe('EvalError');
    await page.close();
  });
});

/** Returns the outcome of the element's run. Runs in the page. */
async function runElement(): Promise<{ kind: string; problem: string }> {
  await customElements.whenDefined('haze-program');
  const element = document.querySelector('haze-program') as HTMLElement & { run(): void };
  const ended = new Promise<{ kind: string; problem: string }>((done) =>
    element.addEventListener('haze-end', (event) => done((event as CustomEvent).detail)),
  );
  element.run();
  return ended;
}

async function expectRefusal(page: DrivenPage): Promise<void> {
  await page.goto(`${site.other}/risk.html`);
  const end = await page.evaluate(runElement, undefined);
  expect(end).toMatchObject({ kind: 'not-built', problem: expect.stringContaining(REFUSED) });
}

test.skipIf(isMissing('Firefox'))(
  "Firefox: a frame on another site's page rejects programs that import JavaScript objects",
  async () => {
    const firefox = await startDrivenFirefox();
    try {
      await expectRefusal(adaptPage(await openFirefoxPage(firefox)));
    } finally {
      await firefox.close();
    }
  },
);

test.skipIf(isMissing('WebKit'))(
  "WebKit: a frame on another site's page rejects programs that import JavaScript objects",
  async () => {
    const webkit = await startWebKit();
    try {
      await expectRefusal(await webkit.newPage());
    } finally {
      await webkit.end();
    }
  },
);
