// A page that the user leaves and returns to: browsers may suspend it and later show it unchanged (the back/forward
// cache). The page's database closes when the user leaves, so that no other tab waits for a suspended page, and the
// page reopens it on its own. A browser may reload the page instead, which also preserves the work, so the test is
// repeated with simulated events. It runs in three engines, because each engine has its own rules.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_START, isMissing, PATIENCE_MS } from './browsers.ts';
import { adaptPage, openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import { startWebKit } from './driven-webkit.ts';
import { ONCE_MORE_AFTER_CRASH } from './engine-crashed.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';

const PAGE_BUILD = new URL('../../dist/page/', import.meta.url).pathname;
const ELSEWHERE = '/elsewhere.html';

interface GoingBack extends DrivenPage {
  /** Goes back as the browser's own button would. */
  goBack(): Promise<unknown>;
}

interface Started {
  newPage(): Promise<GoingBack>;
  end(): Promise<unknown>;
}

/** Chromium with the back/forward cache, as users have it: Playwright disables the cache by default. */
async function startChromiumWithCache(): Promise<Started> {
  const profile = await mkdtemp(join(tmpdir(), 'haze-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...CHROMIUM_START,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return {
    newPage: async () => (await context.newPage()) as unknown as GoingBack,
    end: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function startFirefox(): Promise<Started> {
  const browser = await startDrivenFirefox();
  const newPage = async () => {
    const page = await openFirefoxPage(browser);
    return { ...adaptPage(page), goBack: () => page.goBack() };
  };
  return { newPage, end: () => browser.close() };
}

const BROWSERS = [
  ['Chromium', startChromiumWithCache],
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
] as const;

const printing = (text: string) =>
  `#include <stdio.h>\nint main(void) { FILE *file = fopen("out.txt", "w"); fputs("${text}", file); puts("${text}"); return fclose(file); }\n`;

for (const [name, start] of BROWSERS) {
  describe.skipIf(isMissing(name))(name, ONCE_MORE_AFTER_CRASH, () => {
    let host: StaticHost;
    let browser: Started;
    let page: GoingBack;
    let driver: PlaygroundDriver;

    beforeAll(async () => {
      const pages = { [ELSEWHERE]: '<!doctype html><title>elsewhere</title><h1>Elsewhere</h1>' };
      host = await StaticHost.open({ folder: PAGE_BUILD, path: '/some/folder/', pages });
      browser = await start();
      page = await browser.newPage();
      driver = new PlaygroundDriver(page, host.address);
    });
    afterAll(async () => {
      await browser?.end();
      await host?.close();
    });

    async function runsAndPrints(text: string): Promise<void> {
      expect(await driver.run()).toBe('completed');
      expect(await driver.text('haze-console .stdout')).toBe(text);
    }

    test('after going back in the history, the page still has its program and can run it, and it has not blocked other tabs', async () => {
      await driver.open({ source: printing('one'), language: 'C' });
      await runsAndPrints('one');
      await page.evaluate(() => {
        addEventListener('pageshow', (event) => {
          document.documentElement.dataset.cameBack = String((event as PageTransitionEvent).persisted);
        });
      }, undefined);
      await page.goto(new URL(ELSEWHERE, host.address).href);
      // The suspended page holds no lock or database that this page needs.
      const other = new PlaygroundDriver(await browser.newPage(), host.address);
      await other.open({ source: printing('other'), language: 'C' });
      expect(await other.run()).toBe('completed');
      await other.page.close();
      await page.goBack();
      await driver.until(
        () => /puts\("one"\)/.test(document.querySelector('.cm-content')?.textContent ?? ''),
        undefined,
      );
      const cameBack = await page.evaluate(
        () => document.documentElement.dataset.cameBack === 'true',
        undefined,
      );
      console.log(`${name}: ${cameBack ? 'the page came back as it was' : 'the page was loaded again'}`);
      await runsAndPrints('one');
      // Files are listed once the run has finished.
      await expect
        .poll(() => driver.texts('.output-files button'))
        .toEqual([expect.stringContaining('out.txt')]);
    });

    test("damaged files in storage are fetched again: the compiler's file list, compiler files, a page", async () => {
      await driver.open({ source: printing('whole'), language: 'C' });
      await runsAndPrints('whole');
      const damaged = await page.evaluate(async () => {
        const shelf = await caches.open('haze-toolchain');
        const kept = (await shelf.keys()).map(({ url }) => url);
        const lists = kept.filter((url) => /\/files-[^/]*\.json$/.test(url));
        const files = kept.filter((url) => /\/(guest\.json|llvm-resources\.tar)$/.test(url));
        for (const url of [...lists, ...files]) {
          const bytes = await (await shelf.match(url))!.arrayBuffer();
          await shelf.put(url, new Response(bytes.slice(0, bytes.byteLength / 2)));
        }
        // By now, the service worker has checked the stored page and found it intact.
        if (!(await (await fetch('embed.html')).text()).includes('</html>')) return ['damaged before'];
        const name = (await caches.keys()).find((cache) => cache.startsWith('haze-site:'))!;
        await (await caches.open(name)).put(new URL('embed.html', location.href), new Response('<!doct'));
        return [lists.length, files.length];
      }, undefined);
      expect(damaged).toEqual([1, 2]);
      await driver.openAfresh({ source: printing('healed'), language: 'C' });
      await runsAndPrints('healed');
      const embedded = await page.evaluate(async () => (await fetch('embed.html')).text(), undefined);
      expect(embedded).toContain('</html>');
    });

    test('a page that was suspended and restored can still run programs, and a run in progress finishes', async () => {
      await driver.open({ source: printing('two'), language: 'C' });
      await runsAndPrints('two');
      await page.evaluate(() => {
        dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      }, undefined);
      await runsAndPrints('two');
      // A run that is in progress during these events continues until it finishes.
      await driver.open({
        source: `#include <stdio.h>\n#include <time.h>\nint main(void) {\n  puts("begun"); fflush(stdout);\n  for (time_t end = time(0) + 3; time(0) < end;) {}\n  puts("ended");\n}\n`,
        language: 'C',
      });
      await driver.focusEditor();
      await page.keyboard.press('Control+Enter');
      await driver.until(
        () => /begun/.test(document.querySelector('haze-console .stdout')?.textContent ?? ''),
        undefined,
      );
      await page.evaluate(() => {
        dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      }, undefined);
      expect(await driver.untilEnded()).toBe('completed');
      expect(await driver.text('haze-console .stdout')).toBe('begun\nended');
    });
  });
}
