// Checks with Chromium's own traces that the compiler's compiled code is still available on the next visit. Precompiled
// C++ headers are in the page's storage.
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchChromium, openContext, PATIENCE_MS } from './browsers.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';

const PLAYGROUND = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8.wasm'];
/** The engine writes the code to its cache only when idle, several seconds after functions were optimised. */
const BETWEEN_VISITS_MS = 15_000;

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly url?: string };
}

/** Returns the browser's events about compiled modules during some work. */
async function traceWhile(session: CDPSession, work: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: CATEGORIES },
    transferMode: 'ReportEvents',
  });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return events.filter(({ name }) => name.startsWith('v8.wasm.'));
}

/** Lists the precompiled headers in the page's storage, each with its name and the name of its contents. */
async function listHeaders(
  page: Page,
): Promise<readonly { readonly key: string; readonly blobId: string }[]> {
  const rows = await page.evaluate(
    () =>
      new Promise<{ key: string; blobId: string; sizeBytes: number }[]>((resolve, reject) => {
        const opening = indexedDB.open('haze');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const { result: database } = opening;
          const asking = database.transaction('blobs').objectStore('blobs').getAll();
          asking.onsuccess = () => {
            database.close();
            resolve(asking.result);
          };
        };
      }),
  );
  return rows
    .filter(({ key }) => key.startsWith('cache/headers/header-'))
    .map(({ key, blobId }) => ({ key, blobId }));
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: Browser;
  let host: StaticHost;

  beforeAll(async () => {
    browser = await launchChromium({ isUsual: true });
    host = await StaticHost.open({ folder: PLAYGROUND, path: '/' });
  });

  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  test('the second visit loads the code compiled on the first visit', async () => {
    const context = await openContext(browser);
    const session = await browser.newBrowserCDPSession();
    const visit = async () => {
      const page = await context.newPage();
      const events = await traceWhile(session, async () => {
        // Unlike the first example, this program needs the compiler.
        const driver = new PlaygroundDriver(page as unknown as DrivenPage, host.address);
        await driver.open({ source: 'int main(void) { return 0; }\n' });
        expect(await driver.run()).toBe('completed');
      });
      await page.waitForTimeout(BETWEEN_VISITS_MS);
      await page.close();
      const found = events.filter(({ name }) => name === 'v8.wasm.moduleCacheHit');
      return found.map(({ args }) => args.url);
    };
    expect(await visit()).toEqual([]);
    await expect
      .poll(visit, { timeout: 2 * PATIENCE_MS })
      .toEqual([expect.stringMatching(/\/llvm\.core\.wasm$/)]);
    await context.close();
  });

  test('the second visit uses the precompiled C++ headers from the first visit', async () => {
    const context = await openContext(browser);
    const build = async (visit: number) => {
      const page = await context.newPage();
      const driver = new PlaygroundDriver(page as unknown as DrivenPage, host.address);
      const source = `#include <iostream>\nint main() { std::cout << ${visit} << std::endl; }\n`;
      await driver.open({ language: 'C++', source });
      expect(await driver.run()).toBe('completed');
      return page;
    };
    const first = await build(1);
    await expect.poll(() => listHeaders(first), { timeout: PATIENCE_MS }).toHaveLength(1);
    const kept = await listHeaders(first);
    await first.close();
    const second = await build(2);
    // Waits longer than the first page needed to precompile a header.
    await second.waitForTimeout(BETWEEN_VISITS_MS);
    expect(await listHeaders(second)).toEqual(kept);
    await context.close();
  });
});
