// The playground in Chromium: all that every browser must do, and what only Chromium lets a test measure.
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isMissing, launchChromium, openContext, startChromium } from './browsers.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { type DrivenBrowser, openScenario, testPlayground } from './playground-scenarios.ts';

const opened: { context?: BrowserContext; page?: Page } = {};

/** Runs in the page: everything that moves by itself goes into `window.shifts`, what has moved already too. */
function recordShifts(): void {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  // Also those right after a key, which the browser's own score would leave out.
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
  return { newPage, takeProblems: () => problems.splice(0), end };
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  const scenario = openScenario(start);
  testPlayground(scenario);

  test('on a narrow page, Run brings the result into sight', async () => {
    const page = opened.page!;
    await page.setViewportSize({ width: 360, height: 700 });
    await scenario.driver.open({
      source: '#include <stdio.h>\nint main(void) { puts("seen"); return 0; }\n',
    });
    await page.click('.run-buttons .primary');
    await page.waitForFunction(() => {
      const { top, bottom } = document.querySelector('.run-line')!.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
    await page.waitForFunction(() => document.querySelector('.run-line.completed'));
    await scenario.driver.open({
      source:
        '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%lf\\n", UxHwDoubleGaussDist(1, 0.1)); return 0; }\n',
    });
    await page.evaluate(() => scrollTo(0, 0));
    const places = () => page.evaluate(() => [scrollY, document.activeElement!.className]);
    await scenario.driver.focusEditor();
    const before = await places();
    await scenario.driver.run();
    await scenario.driver.until(
      () => Boolean(document.querySelector('haze-value-viewer')?.shadowRoot?.querySelector('figure svg')),
      undefined,
    );
    expect(await places()).toEqual(before);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test.each([320, 768, 1024, 2560])('at %i pixels nothing reaches over the side', async (width) => {
    const { driver } = scenario;
    await opened.page!.setViewportSize({ width, height: 900 });
    await driver.open({
      source:
        '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%lf\\n", UxHwDoubleGaussDist(1, 0.1)); return 0; }\n',
    });
    await driver.run();
    await driver.click('Completed');
    await driver.click('1.00 ± 0.10');
    await driver.until(
      () => Boolean(document.querySelector('haze-value-viewer')?.shadowRoot?.querySelector('figure svg')),
      undefined,
    );
    for (const tab of ['Output', 'Build log', 'Records', 'Requests']) {
      await driver.click(tab, '[role=tab]');
      const room = await opened.page!.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(room).toBeLessThanOrEqual(0);
    }
    await driver.click('Examples');
    await driver.until(() => document.querySelectorAll('haze-gallery .card').length > 11, undefined);
    const cut = await opened.page!.evaluate(() =>
      [...document.querySelectorAll('.figures, .figures > div, haze-gallery .card')]
        .filter((box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight)
        .map((box) => box.textContent),
    );
    expect(cut).toEqual([]);
    await opened.page!.keyboard.press('Escape');
    await opened.page!.setViewportSize({ width: 1280, height: 800 });
  });

  test('nothing moves on a first visit: not while the page comes, nor while the compiler does, nor in the first run', async () => {
    const { host } = scenario;
    const browser = await launchChromium();
    try {
      const page = await (await openContext(browser, { viewport: { width: 1280, height: 800 } })).newPage();
      await page.addInitScript(recordShifts);
      const driver = new PlaygroundDriver(page as unknown as DrivenPage, host.address);
      await page.goto(host.address);
      await page.getByText('Downloading the compiler').first().waitFor();
      expect(await driver.run()).toBe('completed');
      await page.locator('haze-download-panel[hidden]').waitFor({ state: 'attached' });
      await driver.click('Share');
      await page.locator('.notices .sentence').waitFor();
      expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  test('nothing moves while a program runs', async () => {
    const { driver } = scenario;
    const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  for (int i = 0; i < 40; i++) {
    for (volatile int k = 0; k < 20000000; k++) {}
    printf("value %d: %lf\\n", i, UxHwDoubleGaussDist(i, 0.1));
    fflush(stdout);
  }
  return 0;
}
`;
    await driver.open({ source });
    await opened.page!.evaluate(recordShifts);
    expect(await driver.run()).toBe('completed');
    const shifts = await opened.page!.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
    expect(shifts).toEqual([]);
  });

  test('work survives a crash of the tab', async () => {
    const { newTab, host } = scenario;
    const tab = await newTab();
    await tab.page.goto(host.address);
    await tab.until(() => document.querySelector('.cm-content') !== null, undefined);
    await tab.focusEditor();
    await tab.page.keyboard.type('// before the crash\n');
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

  test('what is typed before the browser has said which draft is this tab’s is kept too', async () => {
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
    await tab.focusEditor();
    await tab.page.keyboard.type('// typed early\n');
    await tab.until(
      () => Object.keys(localStorage).some((key) => localStorage[key].includes('// typed early')),
      undefined,
    );
    await tab.page.close();
  });

  test('after forty runs the page needs at most half as much again as after ten', async () => {
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
