// Downloads and offline use on a plain static host, messages about missing parts, and a foreign compiler, in Firefox.
// They are tested here because storage and service workers are part of the engine.
import type { Browser, Page } from 'puppeteer-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from './browsers.ts';
import { openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import { buildForeignCompiler } from './foreign-compiler.ts';
import { OFFLINE_SITES } from './offline-build.ts';
import { StaticHost } from './static-host.ts';

const RESULT = /^Completed Completed result 5\.\d+Ux[0-9A-F]+/;

describe.skipIf(isMissing('Firefox'))('Firefox', () => {
  let host: StaticHost;
  let browser: Browser | undefined;
  let compiler: Uint8Array;
  const problems: string[] = [];

  beforeAll(async () => {
    compiler = await buildForeignCompiler();
  });

  afterEach(async () => {
    await browser?.close();
    await host?.close();
    browser = undefined;
  });

  async function open(preferences: Readonly<Record<string, unknown>> = {}): Promise<Page> {
    host = await StaticHost.open({ folder: OFFLINE_SITES.first, path: '/some/folder/' });
    browser = await startDrivenFirefox(preferences);
    return visit();
  }

  async function visit(): Promise<Page> {
    const page = await openFirefoxPage(browser!);
    problems.length = 0;
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn') problems.push(message.text());
    });
    await page.goto(host.address);
    await page.waitForSelector('body[data-connected]');
    return page;
  }

  const untilText = (page: Page, pattern: RegExp) =>
    page.waitForFunction(
      (source) => {
        const roots = [...document.body.querySelectorAll('*')].map(
          (element) => element.shadowRoot?.textContent,
        );
        return new RegExp(source).test(
          [document.body.textContent, ...roots].join(' ').replaceAll(/\s+/g, ' '),
        );
      },
      {},
      pattern.source,
    );

  async function run(page: Page, program?: string): Promise<string> {
    await page.evaluate((code) => Object.assign(window, { program: code }), program);
    await page.locator('body > button').click();
    await page.waitForFunction(() => {
      const text = document.querySelector('#output')?.textContent ?? '';
      return text !== '' && text !== 'running';
    });
    return page.$eval('#output', (element) => element.textContent ?? '');
  }

  test('a first visit downloads the compiler and runs a program, a second accepts another compiler, and a third needs no network', async () => {
    const first = await open();
    expect(await run(first)).toMatch(RESULT);
    expect(problems).toEqual([]);
    await first.close();
    // Loads everything, so that the runner for foreign compilers is also available.
    const page = await visit();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await page.evaluate(
      async (bytes) => {
        const { connection } = window as unknown as {
          connection: { useToolchain(toolchain: object): Promise<void> };
        };
        const source = { kind: 'file', bytes: new Uint8Array(bytes) };
        await connection.useToolchain({ name: 'other', source, arguments: '{source} -o {object}' });
      },
      [...compiler],
    );
    expect(await run(page, 'answer 4711')).toMatch(/the other compiler says 4711, 3\.0*Ux[0-9A-F]+/);
    expect(problems).toEqual([]);
    await page.close();
    host.isAway = true;
    const away = await visit();
    expect(await away.$eval('#version', (element) => element.textContent)).toBe('version 1');
    expect(await run(away)).toMatch(RESULT);
    expect(problems).toEqual([]);
  });

  test('without service workers, the page says so, and still builds and runs programs', async () => {
    const page = await open({ 'dom.serviceWorkers.enabled': false });
    await untilText(page, /There is no service worker \(.+\): .+ still work\./);
    expect(await run(page)).toMatch(RESULT);
  });

  test('without WebAssembly, the page lists the features that still work', async () => {
    const page = await open({ 'javascript.options.wasm': false });
    await untilText(page, /has no WebAssembly, .+ still work\./);
  });

  test('when storage is full, the compiler stays in memory, and the page says so', async () => {
    // The limit is in kilobytes.
    const page = await open({ 'dom.quotaManager.temporaryStorage.fixedLimit': 12_000 });
    await page.locator('haze-download-panel >>> button').click();
    await untilText(page, /no room for the compiler: it stays in memory .* Programs can be built and run/);
    expect(await run(page)).toMatch(RESULT);
  });
});
