// Storage that fills up while a page is building. A build in any language spends most of its time waiting for space, so
// the tests run concurrently, each with its own site and profile. They run in Chromium, since our own code handles the
// error; offline-firefox.test.ts covers Firefox's storage.
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';

const PAGE_BUILD = fileURLToPath(new URL('../../dist/page/', import.meta.url));

/**
 * Simulates a full disk, which a test cannot create in time: larger writes fail for lack of space. Runs in the page.
 */
function refuseWhatIsLarge(): void {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
    const { mostBytes = Number.POSITIVE_INFINITY } = window as { mostBytes?: number };
    const [value] = given;
    const size = value instanceof Uint8Array ? value.length : (JSON.stringify(value)?.length ?? 0);
    if (size > mostBytes) throw new DOMException('no room', 'QuotaExceededError');
    return put.apply(this, given);
  };
}

/**
 * Fills the storage as soon as the page reports that it is building, because the build may be over before a test
 * notices it. Runs in the page.
 */
function fillOnceBuilding(mostBytes: number): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('.phase')?.textContent?.includes('Building')) return;
    Object.assign(window, { mostBytes });
    observer.disconnect();
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test.concurrent.for([
    ['C', '#include <stdio.h>\nint main(void) { puts("N"); }\n', 'nothing'],
    ['C++', '#include <cstdio>\nint main() { std::puts("N"); }\n', 'little'],
    ['Fortran', "program full\n  print '(a)', 'N'\nend program\n", 'little'],
  ] as const)(
    'a %s build fails with a message when the storage is full, and succeeds once there is room',
    async ([language, source, room], { expect, onTestFinished }) => {
      const host = await StaticHost.open({ folder: PAGE_BUILD, path: '/some/folder/' });
      const context = await openContext(browser);
      onTestFinished(async () => {
        await context.close();
        await host.close();
      });
      // Prevents the page from prefetching files for later visits in the meantime.
      await context.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      );
      const page = await context.newPage();
      await page.addInitScript(refuseWhatIsLarge);
      const driver = new PlaygroundDriver(page as unknown as DrivenPage, host.address);
      await driver.open({ source: source.replace('N', 'first'), language });
      expect(await driver.run()).toBe('completed');
      await driver.open({ source: source.replace('N', 'second'), language });
      await page.evaluate(fillOnceBuilding, room === 'nothing' ? 0 : 1000);
      await driver.click('Run');
      const line = page.locator('.run-line[data-outcome]');
      // A browser may free space with a delay, so the test waits until it has.
      await line.waitFor({ timeout: scaleLimit(180_000) });
      expect(await line.getAttribute('data-outcome')).toBe('build-failed');
      await page
        .getByText(/The storage is full, so none of this was stored/)
        .first()
        .waitFor();
      // The page reports that the storage is full, stays responsive, and continues once there is space.
      await page.evaluate(() => void Object.assign(window, { mostBytes: undefined }));
      await driver.open({ source: source.replace('N', 'third'), language });
      expect(await driver.run()).toBe('completed');
      expect(await driver.text('haze-console .stdout')).toBe('third');
    },
  );
});
