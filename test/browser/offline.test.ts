// Downloads, versions and offline use, on a plain static host under a path, in Chromium. offline-firefox.test.ts covers
// the parts that depend on the engine.
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { untilLoadedKept, untilPiecesKept, untilServiceKept } from './kept-whole.ts';
import { OFFLINE_SITES as sites } from './offline-build.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';
import { piecesOf } from './toolchain-pieces.ts';

/** The result begins with the particle of the program's value, followed by the distribution itself. */
const RESULT = /^Completed Completed result 5\.\d+Ux[0-9A-F]+/;
const PATH = '/some/folder/';
const PLAYGROUND = fileURLToPath(new URL('../../dist/page/', import.meta.url));

let browser: Browser;

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
  });

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  /** A page from the host. Collects the page's errors and warnings. */
  async function openPage(context: BrowserContext, host: StaticHost, problems: string[] = []): Promise<Page> {
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(host.address);
    await page.waitForSelector('body[data-connected]');
    return page;
  }

  async function run(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Run' }).click();
    await page.waitForFunction(() =>
      (document.querySelector('#output')?.textContent ?? '').includes('Completed'),
    );
    expect(await page.textContent('#output')).toMatch(RESULT);
  }

  test('a download can be cancelled and continued, is verified, and makes the page work offline', async () => {
    const host = await StaticHost.open({ folder: sites.first, path: PATH });
    const context = await openContext(browser);
    const problems: string[] = [];
    try {
      // After the first chunks, every other chunk of the compiler waits until the download has been cancelled, and the
      // first waiting chunk arrives damaged once. If small files were delayed as well, they would occupy all of the
      // browser's connections, and the chunk could not be fetched again before its timeout.
      let waitingCount = 0;
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const sent: { readonly path: string; readonly bytes: number }[] = [];
      const sum = (list: typeof sent) => list.reduce((total, { bytes }) => total + bytes, 0);
      const ofCompiler = piecesOf(sites.first, 'llvm.core.wasm');
      let damaged: { readonly path: string; readonly bytes: number } | undefined;
      host.onFile = async (path, bytes) => {
        if (!path.startsWith('toolchain/')) return bytes;
        if (ofCompiler.has(path) && sum(sent) > 1_200_000 && path !== damaged?.path) {
          waitingCount += 1;
          await released;
        }
        const piece = { path, bytes: bytes.length };
        sent.push(piece);
        if (damaged || !ofCompiler.has(path)) return bytes;
        damaged = piece;
        return Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]);
      };
      const page = await openPage(context, host, problems);
      // No part of the compiler arrives with the page itself.
      expect(host.requests.filter((path) => path.startsWith('toolchain/'))).toEqual([]);
      await page.getByRole('button', { name: 'Download' }).click();
      const arrived = page.locator('haze-download-panel .size').first();
      // All chunks that were sent have arrived and are counted, except for the damaged one.
      await expect.poll(() => waitingCount).toBeGreaterThan(0);
      await expect
        .poll(async () => Math.abs(Number(await arrived.innerText()) - (sum(sent) - damaged!.bytes) / 1e6))
        .toBeLessThan(0.11);
      // Once a file is complete, its chunks are no longer stored.
      await untilPiecesKept(
        page,
        sent.map(({ path }) => path).filter((path) => ofCompiler.has(path)),
      );
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText(/Download cancelled at [\d.]+ of \d+\.\d MB/).waitFor();
      const before = sent.length;
      release();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: /Cancel|Continue/ }).waitFor({ state: 'detached' });
      // Chunks that had already arrived are not fetched again, and the damaged chunk is fetched immediately.
      expect(sum(sent.slice(0, before))).toBeGreaterThan(1_200_000);
      const later = new Set(sent.slice(before).map(({ path }) => path));
      const early = sent.slice(0, before).filter(({ path }) => ofCompiler.has(path));
      expect(early.filter(({ path }) => later.has(path))).toEqual([]);
      expect(early.filter(({ path }) => path === damaged!.path)).toHaveLength(2);
      await run(page);
      expect(problems).toEqual([]);
      await untilLoadedKept(page, host.address);
      await page.close();

      host.isAway = true;
      const again = await openPage(context, host, problems);
      expect(await again.textContent('#version')).toBe('version 1');
      expect(await again.evaluate(() => crossOriginIsolated)).toBe(true);
      await run(again);
      expect(problems).toEqual([]);
    } finally {
      await host.close();
    }
  });

  test('a new version is announced and loaded with a button, and other open pages keep the old version', async () => {
    const host = await StaticHost.open({ folder: sites.first, path: PATH });
    const context = await openContext(browser);
    const problems: string[] = [];
    try {
      await untilLoadedKept(await openPage(context, host, problems), host.address);
      host.folder = sites.second;
      // This visit is still served from storage, while the new version is being fetched.
      const page = await openPage(context, host, problems);
      const other = await openPage(context, host, problems);
      expect(await page.textContent('#version')).toBe('version 1');
      const listVersions = () =>
        page.evaluate(
          async () => (await caches.keys()).filter((name) => name.startsWith('haze-site:')).length,
        );
      await page.getByText('A newer version of Haze is available').waitFor();
      expect(await listVersions()).toBe(2);
      await page.getByRole('button', { name: 'Use the new version' }).click();
      await page.getByText('version 2').waitFor();
      expect(await other.textContent('#version')).toBe('version 1');
      await page.waitForSelector('body[data-connected]');
      expect(await listVersions()).toBe(2);
      // Once no page uses the old version, none of its files remain.
      for (const open of context.pages()) if (open !== page) await open.close();
      await page.reload();
      await page.waitForSelector('body[data-connected]');
      await expect.poll(listVersions).toBe(1);
      expect(problems).toEqual([]);
    } finally {
      await host.close();
    }
  });

  test('a new version that arrives incomplete is not used until a complete copy arrives', async () => {
    const host = await StaticHost.open({ folder: sites.first, path: PATH });
    const context = await openContext(browser);
    try {
      const page = await openPage(context, host);
      await untilLoadedKept(page, host.address);
      host.folder = sites.second;
      let damagedCount = 0;
      host.onFile = (path, bytes) => {
        if (!path.endsWith('index.html')) return bytes;
        damagedCount += 1;
        return bytes.subarray(0, 20);
      };
      // Resolves with the final state of the new version's worker, which is tracked from the moment of its creation.
      const update = () =>
        page.evaluate(async () => {
          const registration = (await navigator.serviceWorker.getRegistration())!;
          const ended = new Promise<string>((resolve) => {
            const watch = () => {
              const worker = registration.installing!;
              const look = () => worker.state === 'installing' || resolve(worker.state);
              worker.addEventListener('statechange', look);
              look();
            };
            registration.addEventListener('updatefound', watch, { once: true });
          });
          await registration.update().catch(() => undefined);
          return ended;
        });
      const listHeld = () =>
        page.evaluate(async () => {
          const names = (await caches.keys()).filter((name) => name.startsWith('haze-site:'));
          const own = new URL('./index.html', location.href).href;
          const held = names.map(async (name) => (await (await caches.open(name)).match(own)) !== undefined);
          return (await Promise.all(held)).filter(Boolean).length;
        });
      expect(await update()).toBe('redundant');
      expect(damagedCount).toBeGreaterThan(0);
      // Checks that only one of the stored versions contains this page.
      expect(await listHeld()).toBe(1);
      const later = await openPage(context, host);
      expect(await later.textContent('#version')).toBe('version 1');
      await later.close();
      host.onFile = (_path, bytes) => bytes;
      expect(await update()).toBe('installed');
      expect(await listHeld()).toBe(2);
      await page.getByText('A newer version of Haze is available').waitFor();
    } finally {
      await host.close();
    }
  });

  test('without service workers, the page says so, and still builds and runs programs', async () => {
    const host = await StaticHost.open({ folder: sites.first, path: PATH });
    const context = await openContext(browser, { serviceWorkers: 'block' });
    try {
      const page = await openPage(context, host);
      await page.getByText(/There is no service worker \(.+\): .+ still work\./).waitFor();
      await run(page);
    } finally {
      await host.close();
    }
  });

  test('when storage is full, the compiler stays in memory, and the page says so', async () => {
    const host = await StaticHost.open({ folder: sites.first, path: PATH });
    const context = await openContext(browser);
    try {
      const page = await openPage(context, host);
      const devtools = await context.newCDPSession(page);
      const origin = new URL(host.address).origin;
      await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 8_000_000 });
      await page.getByRole('button', { name: 'Download' }).click();
      await page
        .getByText(/no room for the compiler: it stays in memory .* Programs can be built and run/)
        .waitFor();
      await run(page);
    } finally {
      await host.close();
    }
  });

  test.each([
    [
      'missing WebAssembly',
      () => Reflect.deleteProperty(globalThis, 'WebAssembly'),
      /has no WebAssembly, .* still work/,
    ],
    [
      'missing SIMD',
      () => {
        WebAssembly.validate = () => false;
      },
      /does not support SIMD instructions: .* still work/,
    ],
    [
      'missing storage',
      () => Object.defineProperty(globalThis, 'indexedDB', { get: () => undefined }),
      /is not allowed to store data \(.+\): .* still work/,
    ],
  ])('%s is reported, along with the features that still work', async (_name, remove, sentence) => {
    const host = await StaticHost.open({ folder: sites.first, path: PATH });
    const context = await openContext(browser);
    try {
      await context.addInitScript(remove);
      const page = await openPage(context, host);
      await page.getByText(sentence).waitFor();
    } finally {
      await host.close();
    }
  });

  test('without JavaScript, the playground says that it is required, and suggests `npx haze run`', async () => {
    const host = await StaticHost.open({ folder: PLAYGROUND, path: PATH });
    const context = await openContext(browser, { javaScriptEnabled: false });
    try {
      const page = await context.newPage();
      await page.goto(host.address);
      expect(await page.textContent('body')).toMatch(/needs JavaScript.*Without it,.*npx haze run/s);
    } finally {
      await host.close();
    }
  });

  test('a first visit loads only what the first run needs, while other languages and the documentation follow on request', async () => {
    const host = await StaticHost.open({ folder: PLAYGROUND, path: PATH });
    const context = await openContext(browser);
    try {
      const page = await context.newPage();
      // Records the requests at the end of the run, because the page fetches the rest a few seconds later.
      let requests: readonly string[] = [];
      await page.exposeFunction('noteRequests', () => {
        requests = [...host.requests];
      });
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('.run-line[data-outcome=completed]')) return;
          observer.disconnect();
          void (window as unknown as { noteRequests(): Promise<void> }).noteRequests();
        }).observe(document, { subtree: true, childList: true, attributes: true });
      });
      await page.goto(host.address);
      await page.getByRole('button', { name: /^Run/ }).click();
      await expect.poll(() => requests.length).toBeGreaterThan(0);
      const early = /^docs\/|^licenses\.txt$|compile-fortran|isomorphic-git/;
      const rest = piecesOf(PLAYGROUND, 'llvm.core-rest.wasm');
      expect(requests.filter((path) => early.test(path) || rest.has(path))).toEqual([]);
      await untilServiceKept(page, host.address);
      // Documents and other languages are fetched only when a program or the user needs them.
      expect(host.requests.filter((path) => early.test(path) || rest.has(path))).toEqual([]);
      await page.getByRole('button', { name: 'Help' }).first().click();
      await page
        .getByRole('button', {
          name: /^Download all, \d+\.\d MB$/,
        })
        .click();
      await page.getByText('All languages and the documentation are available offline.').waitFor();
      expect(new Set(host.requests.filter((path) => rest.has(path))).size).toBe(rest.size);
      // The formatter is fetched on first use. Offline, the page reports that it is missing; once loaded, it stays
      // available.
      const format = async (isAway: boolean) => {
        host.isAway = isAway;
        await page.goto(host.address);
        const editor = page.locator('.cm-content[contenteditable=true]');
        await editor.fill('int main(void){return 0;}');
        await page.getByRole('button', { name: 'Format' }).click();
        return editor;
      };
      await format(true);
      await page
        .locator('.sentence')
        .getByText('To format offline, first format once while online.')
        .waitFor();
      for (const isAway of [false, true])
        await (await format(isAway)).getByText('int main(void) { return 0; }').waitFor();
      // A page that has already used the formatter need not fetch it again, even if the browser could not store it.
      await page.evaluate(() => caches.delete('haze-toolchain'));
      await page.locator('.cm-content').fill('int main(void){return 1;}');
      await page.getByRole('button', { name: 'Format' }).click();
      await page.locator('.cm-content').getByText('int main(void) { return 1; }').waitFor();
      await page.goto(new URL('docs/cores.html', host.address).href);
      await page.getByRole('heading', { name: 'Which one' }).waitFor();
    } finally {
      await host.close();
    }
  });

  test('after the third run, the page offers once to make all languages available offline', async () => {
    const host = await StaticHost.open({ folder: PLAYGROUND, path: PATH });
    const context = await openContext(browser);
    try {
      const page = await context.newPage();
      const offer = page.getByRole('button', {
        name: /^Download all, \d+\.\d MB$/,
      });
      const driver = new PlaygroundDriver(page as unknown as DrivenPage, host.address);
      const run = async () => expect(await driver.run('anywhere')).toBe('completed');
      await page.goto(host.address);
      await page.locator('.cm-content[contenteditable=true]').waitFor();
      for (const isOffered of [false, false, true]) {
        expect(await offer.count()).toBe(0);
        await run();
        if (isOffered) await offer.waitFor();
      }
      await page.getByRole('button', { name: 'Not now' }).click();
      await offer.waitFor({ state: 'detached' });
      await run();
      await page.reload();
      await run();
      expect(await offer.count()).toBe(0);
    } finally {
      await host.close();
    }
  });

  test('the playground runs its first program on a plain host, and again without a network', async () => {
    const host = await StaticHost.open({ folder: PLAYGROUND, path: PATH });
    const context = await openContext(browser);
    const problems: string[] = [];
    try {
      for (const isAway of [false, true]) {
        host.isAway = isAway;
        const page = await context.newPage();
        page.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
        });
        page.on('pageerror', (error) => problems.push(String(error)));
        await page.goto(host.address);
        await page.getByRole('button', { name: /^Run/ }).click();
        await page.locator('.run-line[data-outcome=completed]').waitFor();
        // Files that have arrived are stored once the program has run.
        if (!isAway) await untilServiceKept(page, host.address);
        await page.close();
      }
      expect(problems).toEqual([]);
    } finally {
      await host.close();
    }
  });
});
