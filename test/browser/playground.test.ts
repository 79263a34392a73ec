// The playground in Chromium: all common scenarios, plus those that only Chromium's driver can measure.
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { isMissing, launchChromium, openContext, startChromium } from './browsers.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { type DrivenBrowser, openScenario, testPlayground } from './playground-scenarios.ts';
import { testSizes } from './size-scenarios.ts';

/** Chromium's message about a page that was closed before its icon had loaded. The manifest has its own test. */
const LEFT_BEHIND = 'Error while trying to use the following icon from the Manifest';
const opened: { context?: BrowserContext; page?: Page } = {};

/** Records all layout shifts in `window.shifts`, including those that have already happened. Runs in the page. */
function recordShifts(): void {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  // Includes shifts right after a key press, which the browser's own score excludes.
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as unknown as {
        value: number;
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      };
      for (const { node, previousRect, currentRect } of sources) {
        const name = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent;
        shifts.push(
          `${value} ${name}: ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`,
        );
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Watches every frame from the start of the page, because a short message may disappear before a test looks. */
function watchDownload(): void {
  const look = () => {
    const text = document.querySelector('haze-download-panel')?.shadowRoot?.textContent;
    if (text?.includes('Downloading the compiler')) Object.assign(window, { sawDownload: true });
    else requestAnimationFrame(look);
  };
  look();
}

/** The fraction of pixels whose colours differ visibly between two PNG images. Runs in the page. */
async function compareColours(pictures: readonly [string, string]): Promise<number> {
  const [one, other] = await Promise.all(
    pictures.map(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height).data;
    }),
  );
  let differing = 0;
  for (let i = 0; i < one!.length; i += 4)
    if ([0, 1, 2].some((channel) => Math.abs(one![i + channel]! - other![i + channel]!) > 12)) differing += 1;
  return differing / (one!.length / 4);
}

async function start(): Promise<DrivenBrowser> {
  const { context, end } = await startChromium();
  opened.context = context;
  const problems: string[] = [];
  const newPage = async () => {
    const page = await context.newPage();
    opened.page ??= page;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error.stack)));
    return page as unknown as DrivenPage;
  };
  const takeProblems = () => problems.splice(0).filter((text) => !text.includes(LEFT_BEHIND));
  return { newPage, takeProblems, end };
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  const scenario = openScenario(start);
  // Also runs after a failed test, so that the next test's page has the expected width.
  afterEach(() => opened.page?.setViewportSize({ width: 1280, height: 800 }));
  testPlayground(scenario);
  testSizes(scenario);

  test('on a narrow page, buttons are large enough to tap, and Run scrolls the result into view', async () => {
    const page = opened.page!;
    const { driver } = scenario;
    // The styles of previously opened tabs stay in the page.
    await driver.click('Cores', '[role=tab]');
    await driver.until(() => document.querySelector('haze-core-table form') !== null, undefined);
    await driver.click('Output', '[role=tab]');
    await page.setViewportSize({ width: 360, height: 700 });
    await driver.open({
      source: '#include <stdio.h>\nint main(void) { puts("seen"); return 0; }\n',
    });
    const measure = () => ({
      head: document.querySelector('.toolbar')!.getBoundingClientRect().height,
      // Finds touch targets that are too small, except targets within lines of text.
      small: [...document.querySelectorAll<HTMLElement>('button, summary, .bottom-bar button')]
        .filter((one) => one.checkVisibility() && !one.matches('.value, .cm-editor *'))
        .filter((one) => one.getBoundingClientRect().height < 44)
        .map(({ outerHTML }) => outerHTML),
    });
    for (const side of ['Result', 'Code']) {
      await page.getByRole('button', { name: side, exact: true }).click();
      const { head, small } = await page.evaluate(measure);
      expect(head).toBeLessThanOrEqual(96);
      expect(small, side).toEqual([]);
    }
    expect(await page.locator('.hint, kbd').filter({ visible: true }).count()).toBe(0);
    await page.click('.bottom-bar .primary');
    await page.waitForFunction(() => {
      const line = document.querySelector('.run-line')!;
      const { top, bottom } = line.getBoundingClientRect();
      return line.checkVisibility() && top >= 0 && bottom <= window.innerHeight;
    });
    await page.waitForFunction(() => document.querySelector('.run-line.completed'));
    await page.getByRole('button', { name: 'Code' }).click();
    expect(await page.locator('.cm-content').isVisible()).toBe(true);
  });

  test('a double click selects an entire number, and the selection is visible on its line in both themes', async () => {
    const page = opened.page!;
    const { driver } = scenario;
    await driver.open({ source: 'double x = 0.2901696;\n' });
    const line = page.locator('.cm-line').first();
    const takePicture = async () => (await line.screenshot({ caret: 'hide' })).toString('base64');
    for (const theme of ['light', 'dark'] as const) {
      await driver.chooseTheme(theme);
      await driver.focusEditor();
      await page.keyboard.press('Control+Home');
      const before = await takePicture();
      await line.getByText('0.2901696').dblclick();
      expect(await page.evaluate(() => getSelection()!.toString())).toBe('0.2901696');
      const share = await page.evaluate(compareColours, [before, await takePicture()] as const);
      // The selection covers nine of about ninety letters that fit on the line.
      expect(share, theme).toBeGreaterThan(0.04);
    }
    await driver.chooseTheme('auto');
  });

  test('at widths of 320, 768, 1024 and 2560 pixels, nothing overflows the page, and no card is cut off', async () => {
    const { driver } = scenario;
    const page = opened.page!;
    // A saved program is named after its first word, which can be of any length.
    const longWord = 'antidisestablishmentarianism'.repeat(2);
    await driver.typeAtStart(`${longWord}\n`);
    await driver.until(
      (word) => Object.keys(localStorage).some((key) => localStorage[key].includes(word)),
      longWord,
    );
    await driver.openAfresh({
      source:
        '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%lf\\n", UxHwDoubleGaussDist(1, 0.1)); return 0; }\n',
    });
    await driver.run();
    await driver.click('Completed');
    for (const width of [320, 768, 1024, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await driver.click('Output', '[role=tab]');
      await driver.click('1.00 ± 0.10');
      await driver.until(
        () => Boolean(document.querySelector('haze-value-viewer')?.shadowRoot?.querySelector('figure svg')),
        undefined,
      );
      for (const tab of ['Output', 'Build log', 'Records', 'Requests']) {
        await driver.click(tab, '[role=tab]');
        const [over, below] = await page.evaluate(() => {
          const { scrollWidth, scrollHeight } = document.documentElement;
          return [scrollWidth - innerWidth, scrollHeight - innerHeight];
        });
        expect(over, `${tab} at ${width} pixels`).toBeLessThanOrEqual(0);
        // The panes scroll, but the page itself never does: otherwise a needless scroll bar would appear next to the
        // panes' own.
        expect(below, `${tab} at ${width} pixels`).toBeLessThanOrEqual(0);
      }
      await driver.click('Examples');
      await driver.until(() => document.querySelectorAll('haze-gallery .card').length > 11, undefined);
      await page.getByText(longWord).waitFor();
      const [seen, cut] = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll('.figures, .figures > div, haze-gallery .card')].filter(
          (box) => box.checkVisibility(),
        );
        const isCut = (box: Element) =>
          box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
        return [boxes.length, boxes.filter(isCut).map((box) => box.textContent)] as const;
      });
      // The list includes the cards and the run's figures.
      expect(seen).toBeGreaterThan(18);
      expect(cut, `at ${width} pixels`).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });

  test('the layout does not shift on a first visit while the page and the compiler load, or during the first run', async () => {
    const { host } = scenario;
    const browser = await launchChromium();
    try {
      const page = await (await openContext(browser, { viewport: { width: 1280, height: 800 } })).newPage();
      await page.addInitScript(recordShifts);
      await page.addInitScript(watchDownload);
      const driver = new PlaygroundDriver(page as unknown as DrivenPage, host.address);
      await page.goto(host.address);
      // A click would move the text cursor, which is not part of the page.
      await page.locator('.cm-content').focus();
      await page.waitForFunction(() => 'sawDownload' in window);
      expect(await driver.run()).toBe('completed');
      await page.locator('haze-download-panel[hidden]').waitFor({ state: 'attached' });
      await driver.click('Share');
      await page.locator('.passing .sentence').waitFor();
      expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  test('the layout does not shift while a program runs', async () => {
    const { driver } = scenario;
    const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  for (int i = 0; i < 20; i++) {
    for (volatile int k = 0; k < 8000000; k++) {}
    printf("value %d: %lf\\n", i, UxHwDoubleGaussDist(i, 0.1));
    fflush(stdout);
  }
  return 0;
}
`;
    // Uses a separate page, because shifts that happened earlier are also recorded.
    await driver.openAfresh({ source });
    await opened.page!.evaluate(recordShifts);
    expect(await driver.run()).toBe('completed');
    const shifts = await opened.page!.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
    expect(shifts).toEqual([]);
  });

  test('work survives a tab crash', async () => {
    const { newTab, host } = scenario;
    const tab = await newTab();
    await tab.page.goto(host.address);
    await tab.until(() => document.querySelector('.cm-content') !== null, undefined);
    await tab.typeAtStart('// before the crash\n');
    await tab.until(
      () => Object.keys(localStorage).some((key) => localStorage[key].includes('// before the crash')),
      undefined,
    );
    const crashed = tab.page as unknown as Page;
    await crashed.goto('chrome://crash').catch(() => undefined);
    const after = await newTab();
    await after.page.goto(host.address);
    await after.until(
      () => document.querySelector('.cm-content')?.textContent?.startsWith('// before the crash') === true,
      undefined,
    );
  });

  test('text typed before a tab has loaded its draft is saved as well', async () => {
    const { newTab, host } = scenario;
    const tab = await newTab();
    await (tab.page as unknown as Page).addInitScript(() => {
      const request = navigator.locks.request.bind(navigator.locks) as (
        ...given: unknown[]
      ) => Promise<unknown>;
      const late = async (...given: unknown[]) => {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        return request(...given);
      };
      Object.assign(navigator.locks, { request: late });
    });
    await tab.page.goto(host.address);
    await tab.until(() => document.querySelector('.cm-content') !== null, undefined);
    await tab.typeAtStart('// typed early\n');
    await tab.until(
      () => Object.keys(localStorage).some((key) => localStorage[key].includes('// typed early')),
      undefined,
    );
    await tab.page.close();
  });

  test('after forty runs, the page uses at most one and a half times as much memory as after ten', async () => {
    const { driver } = scenario;
    const devtools = await opened.context!.newCDPSession(opened.page!);
    const measure = async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      return (await devtools.send('Runtime.getHeapUsage')).usedSize;
    };
    await driver.open({
      source:
        '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%lf\\n", UxHwDoubleGaussDist(1, 0.1)); return 0; }\n',
    });
    for (let run = 0; run < 10; run += 1) await driver.run();
    const early = await measure();
    for (let run = 0; run < 30; run += 1) await driver.run();
    expect(await measure()).toBeLessThan(1.5 * early);
  });
});
