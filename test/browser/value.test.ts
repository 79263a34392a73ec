// The value viewer in Chromium and Firefox: its contents, its P(x < c) line by pointer and keyboard, saved files,
// screen readers, widths and themes. Also tests that the service's plots equal Node's byte for byte. Firefox runs the
// tests that depend on the engine: keys, colours and plots.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Browser as Firefox, Page as FirefoxPage } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { HazeConsole } from '../../src/ui/console/haze-console.ts';
import { ApiFixture } from '../api/api-fixture.ts';
import { isMissing, type StartedChromium, startChromium } from './browsers.ts';
import { openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import { Site } from './site.ts';
import type { GivenValue } from './value-page.ts';
import { AXE, EVEN, FIND_FAULTS, SAMPLES } from './value-shows.ts';

let site: Site;
/** Errors and warnings from all pages. */
const problems: string[] = [];

beforeAll(async () => {
  site = await Site.open();
});

afterEach(() => {
  expect(problems.splice(0)).toEqual([]);
});

afterAll(() => site?.close());

/** SHA-256 of Node's PNG for the same request. */
async function hashOfNode(query: string, payload: string): Promise<string> {
  const fixture = await ApiFixture.open();
  const { body } = await fixture.call('POST', `/plot${query}`, { body: { payload } });
  const answer = await fixture.api.fetch(new Request(body.presignedURL));
  return createHash('sha256')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('hex');
}

const QUERY = '?xLimMin=8&xLimMax=22&xAxisLabel=Pressure%20(Pa)%20%C2%B1%20%CF%83';

/** Returns the hash of the service's PNG for a value. Runs in the page. */
async function hashOfPage([query, payload, serviceWorker]: readonly [
  string,
  string,
  boolean,
]): Promise<string> {
  const options = { base: `/plots-${serviceWorker}`, database: `plots-${serviceWorker}` };
  const { mode } = await window.haze.open(serviceWorker ? options : { ...options, serviceWorker: false });
  const { body } = await window.haze.call('POST', `/plot${query}`, { payload });
  const address = (body as { presignedURL: string }).presignedURL;
  const answer = await window.haze.connection!.fetch(address);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()));
  await window.haze.connection!.close();
  const digits = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${mode} ${answer.headers.get('Content-Type')} ${digits}`;
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: StartedChromium;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
  });

  afterEach(async () => page?.close());
  afterAll(() => browser?.end());

  async function open(values: readonly GivenValue[], look: { width?: number; dark?: boolean } = {}) {
    page = await browser.context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.setViewportSize({ width: look.width ?? 1024, height: 800 });
    await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light' });
    await page.goto(`${site.address}/value`);
    await page.waitForFunction(() => 'show' in window);
    await page.evaluate((given) => window.show(given), values);
  }

  const slider = () => page.getByRole('slider');

  test('the viewer shows the density, moments, quantiles and deltas of a value, and describes it in a sentence', async () => {
    await open([EVEN]);
    await page
      .getByRole('paragraph')
      .filter({ hasText: 'mean 15.0, standard deviation 2.9; about equally likely' })
      .waitFor();
    const rows = await page.getByRole('row').allInnerTexts();
    const told = Object.fromEntries(rows.map((row) => row.split('\t') as [string, string]));
    expect(told).toMatchObject({
      mean: '15.0',
      'standard deviation': '2.89',
      median: '15.00',
      '25 % quantile': '12.50',
    });
    expect(await page.getByRole('img', { name: 'pressure: mean 15.0, standard deviation 2.9' }).count()).toBe(
      1,
    );
    await page.getByText('Deltas: pressure').click();
    expect(await page.getByRole('region', { name: 'Deltas of pressure' }).getByRole('row').count()).toBe(65);
  });

  test('raw output lists the same values, even if it is switched on while a value arrives', async () => {
    await open([EVEN]);
    const seen = await page.evaluate((ux) => {
      const output = document.createElement('haze-console') as HazeConsole;
      document.body.append(output);
      const text = `first: ${ux} m\nsecond: ${ux}`;
      const inValue = text.indexOf('Ux') + 20;
      output.write(text.slice(0, inValue));
      output.isRaw = true;
      output.isRaw = false;
      output.write(text.slice(inValue));
      output.end();
      const values = [...output.values];
      const buttons = output.querySelectorAll('.value').length;
      output.isRaw = true;
      const isSame = output.values.every((value, i) => value === values[i]);
      return {
        buttons,
        labels: output.values.map(({ label }) => label),
        isSame,
        // Long lines are separate blocks.
        isRaw: output.textContent.replaceAll('\n', '') === text.replaceAll('\n', ''),
      };
    }, EVEN.ux!);
    expect(seen).toEqual({ buttons: 2, labels: ['first', 'second'], isSame: true, isRaw: true });
  });

  test('a density is shown as a smooth curve with the mean and 95 % marked, or as steps on request', async () => {
    await open([EVEN]);
    const outline = () =>
      page.evaluate(
        () =>
          document
            .querySelector('haze-value-viewer')!
            .shadowRoot!.querySelector('figure svg svg path[fill="none"]')!
            .getAttribute('d')!,
      );
    expect(await outline()).not.toContain('H');
    // A dot marks the mean, in the middle of the bar.
    const figure = page.locator('haze-value-viewer figure');
    expect(await figure.locator('circle').count()).toBe(1);
    expect(await figure.getByText('95 %', { exact: true }).count()).toBe(1);
    const steps = page.getByRole('button', { name: '64 steps' });
    await steps.click();
    expect(await steps.getAttribute('aria-pressed')).toBe('true');
    expect((await outline()).match(/H/g)).toHaveLength(64);
    await page.getByRole('button', { name: 'Cumulative' }).click();
    expect(await steps.count()).toBe(0);
  });

  test('P(x < c) follows a line that can be dragged, moved by keyboard, or set by typing a number', async () => {
    await open([EVEN]);
    const figure = (await page.locator('figure').boundingBox())!;
    const at = async (part: number) => {
      const box = (await slider().boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(figure.x + figure.width * part, figure.y + figure.height / 2, { steps: 4 });
      await page.mouse.up();
      return Number(await slider().getAttribute('aria-valuenow'));
    };
    const left = await at(0.3);
    expect(left).toBeLessThan(13.5);
    expect(await at(0.7)).toBeGreaterThan(left + 3);
    await page.getByLabel('c =').fill('12');
    await page.keyboard.press('Enter');
    await page.getByText('P(x < c) = 0.2', { exact: true }).waitFor();
    await slider().focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    expect(Number(await slider().getAttribute('aria-valuenow'))).toBeGreaterThan(12.2);
    await page.keyboard.press('Home');
    expect(await slider().getAttribute('aria-valuetext')).toMatch(/P\(x < c\) = 0$/);
    await page.keyboard.press('End');
    expect(await slider().getAttribute('aria-valuetext')).toMatch(/P\(x < c\) = 1$/);
  });

  test('several values are overlaid, with the distance between them', async () => {
    await open([EVEN, SAMPLES]);
    expect(await page.locator('figure svg svg path[fill-opacity="0.12"]').count()).toBe(2);
    await page.getByRole('button', { name: 'Cumulative' }).click();
    expect(await page.locator('figure').getByText('P(X ≤ x)').count()).toBe(1);
    // Two uniform densities of the same width, 3 apart.
    const row = page.getByRole('row', { name: 'W1 distance to the first' });
    expect((await row.innerText()).split('\t')).toEqual(['W1 distance to the first', '–', '3.00']);
  });

  test('a value can be saved as SVG, PNG, CSV, JSON and Ux', async () => {
    await open([EVEN]);
    const save = async (format: string) => {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: format, exact: true }).click();
      const file = await coming;
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
    };
    expect(await save('SVG')).toMatchObject({ name: 'pressure.svg' });
    const png = await save('PNG');
    expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([1200, 800]);
    const csv = (await save('CSV')).bytes.toString();
    expect(csv.split('\r\n')[1]).toBe('pressure,Pa,10,10.15625,0.015625,0.1');
    expect(JSON.parse((await save('JSON')).bytes.toString())[0]).toMatchObject({
      label: 'pressure',
      mean: 15,
    });
    expect((await save('Ux')).bytes.toString()).toBe(`${EVEN.ux?.replace('15.000000', '15')}\n`);
  });

  test.each([
    { width: 320, dark: false },
    { width: 1024, dark: true },
    { width: 2560, dark: false },
  ])('nothing is cut off or hard to read at $width pixels, dark: $dark', async (look) => {
    await open([EVEN, SAMPLES], look);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.addScriptTag({ content: AXE });
    expect(await page.evaluate(FIND_FAULTS)).toEqual([]);
  });

  test('a PNG plot from the service has the same bytes as in Node, with and without a service worker', async () => {
    const hash = await hashOfNode(QUERY, EVEN.ux!);
    page = await browser.context.newPage();
    await page.goto(`${site.address}/service`);
    await page.waitForFunction(() => 'haze' in window);
    expect(await page.evaluate(hashOfPage, [QUERY, EVEN.ux!, true] as const)).toBe(
      `service-worker image/png ${hash}`,
    );
    expect(await page.evaluate(hashOfPage, [QUERY, EVEN.ux!, false] as const)).toBe(`page image/png ${hash}`);
  });
});

describe.skipIf(isMissing('Firefox'))('Firefox', () => {
  let browser: Firefox;
  let page: FirefoxPage;

  beforeAll(async () => {
    browser = await startDrivenFirefox();
    page = await openFirefoxPage(browser);
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) problems.push(message.text());
    });
  });

  afterAll(() => browser?.close());

  test('the line for P(x < c) moves by keyboard, and axe finds no faults', async () => {
    await page.goto(`${site.address}/value`);
    await page.waitForFunction(() => 'show' in window);
    await page.evaluate((given) => window.show(given), [EVEN, SAMPLES]);
    const cut = await page.waitForSelector('haze-value-viewer >>> .cut');
    await cut!.focus();
    const place = () => cut!.evaluate((line) => Number(line.getAttribute('aria-valuenow')));
    const before = await place();
    await page.keyboard.press('PageUp');
    await expect.poll(place).toBeGreaterThan(before);
    await page.keyboard.press('End');
    await expect
      .poll(() => cut!.evaluate((line) => line.getAttribute('aria-valuetext')))
      .toContain('pressure, P(x < c) = 1');
    await page.evaluate(AXE);
    expect(await page.evaluate(FIND_FAULTS)).toEqual([]);
  });

  test('a PNG plot from the service has the same bytes as in Node, with and without a service worker', async () => {
    const hash = await hashOfNode(QUERY, EVEN.ux!);
    await page.goto(`${site.address}/service`);
    await page.waitForFunction(() => 'haze' in window);
    expect(await page.evaluate(hashOfPage, [QUERY, EVEN.ux!, true] as const)).toBe(
      `service-worker image/png ${hash}`,
    );
    expect(await page.evaluate(hashOfPage, [QUERY, EVEN.ux!, false] as const)).toBe(`page image/png ${hash}`);
  });
});
