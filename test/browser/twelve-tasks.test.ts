// Twelve tasks for a newcomer. Runs only in Chromium, because the number of clicks does not depend on the engine.
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { StaticHost } from './static-host.ts';

const SITE = fileURLToPath(new URL('../../dist/page/', import.meta.url));
/** The limit for all twelve tasks together. */
const MOST_CLICKS = 20;

const ZIPPED = { 'sums/src/main.c': '#include <stdio.h>\nint main(void) { puts("from a zip"); }\n' };
const ECHO = '#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) > 0) putchar(c); }\n';

describe.skipIf(isMissing('Chromium'))('twelve tasks for a newcomer', () => {
  let browser: Browser;
  let host: StaticHost;
  let page: Page;

  beforeAll(async () => {
    host = await StaticHost.open({ folder: SITE, path: '/' });
    browser = await launchChromium();
    const context = await openContext(browser);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // Counts a user's clicks. A click event that comes from a key press on a button has a detail of 0.
    await context.addInitScript(() => {
      const count = ({ isTrusted, detail }: MouseEvent) => {
        if (isTrusted && detail > 0)
          sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1));
      };
      addEventListener('click', count, true);
    });
    page = await context.newPage();
    await page.goto(host.address);
  });

  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  test('all tasks together take at most twenty clicks', async () => {
    const button = (name: string | RegExp) =>
      page.getByRole('button', { name, exact: typeof name === 'string' }).first();
    const output = page.locator('haze-console');
    const ended = () => page.locator('.run-line[data-outcome]').waitFor();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const menu = async (name: string, item: string) => {
      await button(name).click();
      await page.getByRole('menuitem', { name: item }).click();
    };

    // 1. Run. 2. Look at a distribution.
    await button(/^Run/).click();
    await ended();
    await output.getByRole('button', { name: /^717 ± 15/ }).click();
    await page.locator('haze-value-viewer').waitFor();

    // 3. Change a number and run again, with the keyboard shortcut shown on the button.
    await page.locator('.cm-line', { hasText: 'coefficient = 1.389845' }).getByText('1.389845').dblclick();
    await page.keyboard.type('2.5');
    await page.keyboard.press('Control+Enter');
    await output.getByRole('button', { name: /^1289 ± 27/ }).waitFor();
    // A number has no completions, even if the editor's help arrived while the number was typed.
    expect(await page.locator('.cm-tooltip-autocomplete').count()).toBe(0);

    // 4. Ask which input matters. 5. Adjust an input.
    await button('What makes it uncertain?').click();
    await page.getByText('first-order').waitFor();
    await page.locator('haze-uncertainty').getByText('Inputs', { exact: true }).click();
    const slider = page.locator('input[type=range]').first();
    const { x, y, width, height } = (await slider.boundingBox())!;
    await page.mouse.click(x + 0.8 * width, y + height / 2);
    await page.getByText('with these inputs').waitFor();

    // 6. Compare cores.
    await page.getByRole('tab', { name: 'Cores' }).click();
    await button(/^Run on these/).click();
    await page.getByRole('region', { name: 'The program on several cores' }).getByText('C0-Joint').waitFor();
    await expect.poll(() => page.getByRole('cell', { name: 'completed' }).count()).toBe(3);

    // 7. Open a zip file. The browser's own dialog does not count as a click on the page.
    const choosing = page.waitForEvent('filechooser');
    await menu('Open', 'Zip…');
    const zip = zipSync(
      Object.fromEntries(
        Object.entries(ZIPPED).map(([path, text]) => [path, new TextEncoder().encode(text)]),
      ),
    );
    await (await choosing).setFiles({
      name: 'sums.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(zip),
    });
    await page.locator('.cm-content').getByText('from a zip').waitFor();
    await page.keyboard.press('Control+Enter');
    await output.getByText('from a zip').waitFor();

    // 8. Provide standard input.
    await page.locator('.cm-content').fill(ECHO);
    await page.getByRole('tab', { name: 'Inputs' }).first().click();
    await page.getByLabel('Standard input').fill('some input\n');
    await page.keyboard.press('Control+Enter');
    await output.getByText('some input').waitFor();

    // 9. Share. 10. Embed.
    await button('Share').click();
    await page
      .getByText(/The link to this program is on the clipboard/)
      .first()
      .waitFor();
    expect(await clipboard()).toContain('#haze1=');
    await button('Embed').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).first().click();
    expect(await clipboard()).toContain('<haze-program');
    await page.keyboard.press('Escape');

    // 11. Save the output.
    const [saved] = await Promise.all([page.waitForEvent('download'), menu('Save', 'Output as printed')]);
    expect(saved.suggestedFilename()).toMatch(/\.txt$/);

    // 12. Go back to the previous program.
    await menu('Open', 'My programs…');
    await page.getByRole('dialog').getByRole('button', { name: /^Lift/ }).first().click();
    await page.locator('.cm-content').getByText('coefficient = 2.5').waitFor();

    const clicks = await page.evaluate(() => Number(sessionStorage.getItem('clicks')));
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(clicks).toBeGreaterThan(12);
  });
});
