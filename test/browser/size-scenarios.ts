// The playground on small screens and with reduced motion, in Chromium, whose driver can change both: a phone, and a
// desktop at 200 %.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { takeFirstSteps } from './orientation-scenarios.ts';
import type { Scenario } from './playground-scenarios.ts';
import { TWO_VALUES } from './two-values.ts';

const PHONE = { width: 360, height: 740 };
/** 1280 by 800 pixels at double size. */
const DOUBLED = { width: 640, height: 400 };
/** 1280 pixels at 400 %, with the height from WCAG 1.4.10. */
const FOURFOLD = { width: 320, height: 256 };

/**
 * Elements that are too low to be tapped with a finger, in all shadow trees, except elements within lines of text. Runs
 * in the page.
 */
function findSmall(): string[] {
  const roots: (Document | ShadowRoot)[] = [document];
  for (let index = 0; index < roots.length; index += 1)
    for (const { shadowRoot } of roots[index]!.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
  const modal = document.querySelector('dialog:modal');
  const pressed = 'button, summary, select, input:not([type=file], [type=checkbox], [type=radio]), .check';
  return roots
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>(pressed)])
    .filter((one) => one.checkVisibility() && !one.matches('.value, .cm-editor *'))
    .filter((one) => !modal || modal.contains(one))
    .filter((one) => one.getBoundingClientRect().height < 43.5)
    .map((one) => `${one.getBoundingClientRect().height}: ${one.outerHTML.slice(0, 200)}`);
}

/** Scrolls the output to its end or back to its start, and returns the distance. Runs in the page. */
async function scrollOutput(): Promise<number> {
  let pane = document.querySelector('haze-console') as Element;
  while (pane.scrollHeight === pane.clientHeight || getComputedStyle(pane).overflowY === 'visible')
    pane = pane.parentElement!;
  const before = pane.scrollTop;
  pane.scrollTop = before === 0 ? pane.scrollHeight : 0;
  await new Promise((done) => void requestAnimationFrame(() => requestAnimationFrame(done)));
  return Math.abs(pane.scrollTop - before);
}

export function testSizes(scenario: Scenario): void {
  const pageOf = () => scenario.driver.page as unknown as Page;

  test('on a phone, a new visitor needs only three actions to change the program and see the result', async () => {
    const tab = await scenario.newTab();
    await (tab.page as unknown as Page).setViewportSize(PHONE);
    await takeFirstSteps(tab, '.bottom-bar button');
    await tab.click('Code', '.bottom-bar button');
    // The tools above the editor stay in a single line.
    await tab.until(() => document.querySelector('.editor-tools')!.clientHeight > 0, undefined);
    expect(
      await tab.page.evaluate(() => document.querySelector('.editor-tools')!.clientHeight, undefined),
    ).toBeLessThan(60);
  });

  test('on a phone, controls in all panels and dialogs are large enough to tap, and the core table is reachable', async () => {
    const { driver } = scenario;
    const page = pageOf();
    await page.setViewportSize(PHONE);
    await driver.open({ source: TWO_VALUES, core: 'C0-S+' });
    expect(await driver.run()).toBe('completed');
    await driver.until(
      () => Boolean(document.querySelector('haze-value-viewer')?.shadowRoot?.querySelector('figure svg')),
      undefined,
    );
    const small: string[] = [];
    const look = async (where: string) =>
      small.push(...(await page.evaluate(findSmall)).map((one) => `${where}: ${one}`));
    await driver.click('What makes it uncertain?');
    await driver.until(
      () =>
        document
          .querySelector('haze-uncertainty')
          ?.shadowRoot?.querySelector('haze-budget')
          ?.shadowRoot?.querySelector('tbody tr') != null,
      undefined,
    );
    await look('result');
    for (const tab of ['Runs', 'Cores', 'Build log', 'Records', 'Requests']) {
      await driver.click(tab, '.result [role=tab]');
      await look(tab);
    }
    await driver.click('Cores', '.result [role=tab]');
    await driver.click('Run on these');
    await driver.until(
      () =>
        document.querySelector('haze-core-table tbody tr:last-child')?.textContent?.includes('completed') ===
        true,
      undefined,
    );
    const isInReach = await page.evaluate(() => {
      const row = document.querySelector('haze-core-table tbody tr:last-child')!;
      row.scrollIntoView({ block: 'center' });
      const { left, top, height } = row.getBoundingClientRect();
      return row.contains(document.elementFromPoint(left + 20, top + height / 2));
    });
    expect(isInReach).toBe(true);
    await driver.click('Output', '.result [role=tab]');
    await driver.click('Close', '.uncertainty button');
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    for (const tab of ['Inputs', 'Files', 'Build', 'Program']) {
      await driver.click(tab, '.write [role=tab]');
      await look(tab);
    }
    for (const name of ['Help', 'Embed']) {
      await driver.click('More', '[aria-haspopup]');
      await driver.click(name, '[role=menuitem]');
      await driver.until(() => document.querySelector('dialog:modal header button') !== null, undefined);
      await look(name);
      await page.keyboard.press('Escape');
    }
    for (const name of ['Examples', 'Functions']) {
      await driver.click(name);
      await driver.until(() => document.querySelector('dialog:modal li button') !== null, undefined);
      await look(name);
      await page.keyboard.press('Escape');
    }
    expect(small).toEqual([]);
  });

  test('a tablet shows both the program and the result; a phone shows the values, and a tapped value opens at the top', async () => {
    const { driver } = scenario;
    const page = pageOf();
    const inSight = (selector: string) =>
      page.evaluate((name) => {
        const { top, bottom, left, right } = document.querySelector(name)!.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && bottom > top;
      }, selector);
    await driver.open({ source: TWO_VALUES, core: 'C0-S+' });
    for (const size of [
      { width: 820, height: 1180 },
      { width: 900, height: 600 },
    ]) {
      await page.setViewportSize(size);
      await page.locator('.bottom-bar .primary').click();
      expect(await driver.untilEnded()).toBe('completed');
      for (const part of ['.editor', '.run-line', 'button.value'])
        expect(await inSight(part), part).toBe(true);
    }
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Result', exact: true }).click();
    expect(await inSight('button.value')).toBe(true);
    await page.locator('button.value').first().click();
    await page.waitForFunction(() => {
      const [viewer, frame] = ['section.viewer', '.result'].map(
        (name) => document.querySelector(name)!.getBoundingClientRect().top,
      );
      return Math.abs(viewer! - frame!) < 4;
    });
  });

  test('the list of runs and the budget fit within the page width, and sliders stay wide enough', async () => {
    const { driver } = scenario;
    const page = pageOf();
    await driver.open({ source: TWO_VALUES, core: 'C0-Joint' });
    await driver.run();
    // The list of runs then also shows how the source has changed since the previous run.
    await driver.run();
    await driver.click('Runs', '[role=tab]');
    for (const width of [390, 600, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      if (width < 768) await page.getByRole('button', { name: 'Result', exact: true }).click();
      await driver.until(() => document.querySelector('haze-runs td[data-name=Seed]') !== null, undefined);
      const { cut, outcomeCount, brokenCount } = await page.evaluate(() => {
        const list = document.querySelector('.all-runs')!;
        const { right } = list.getBoundingClientRect();
        const cells = [...list.querySelectorAll('td')];
        // A word that is broken in the middle spans several lines.
        const outcomes = [...list.querySelectorAll<HTMLElement>('td[data-name=Outcome]')];
        const broken = outcomes.filter(
          (cell) => cell.getBoundingClientRect().height > 0 && countLines(cell) > 1,
        );
        function countLines(text: Node): number {
          const range = document.createRange();
          range.selectNodeContents(text);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size;
        }
        const cut = [
          list.scrollWidth - list.clientWidth,
          ...cells.map((cell) => cell.getBoundingClientRect().right - right),
        ];
        return { cut, outcomeCount: outcomes.length, brokenCount: broken.length };
      });
      expect(outcomeCount, `at ${width} pixels`).toBeGreaterThan(0);
      expect(brokenCount, `at ${width} pixels`).toBe(0);
      expect(Math.max(...cut), `at ${width} pixels`).toBeLessThanOrEqual(1);
    }
    await driver.click('Output', '.result [role=tab]');
    await driver.click('What makes it uncertain?', '.output-tools button');
    const budget = page.locator('haze-budget');
    const deviation = budget.getByRole('columnheader', { name: 'u(x)' });
    await deviation.waitFor();
    const [frame, head] = [await budget.boundingBox(), await deviation.boundingBox()];
    expect(head!.x + head!.width).toBeLessThanOrEqual(frame!.x + frame!.width);
    await driver.click('Inputs', '[role=tab]:not(.write *)');
    for (const width of [360, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const slider = page.locator('haze-controls input[type=range]').first();
      await slider.waitFor();
      expect((await slider.boundingBox())!.width, `at ${width} pixels`).toBeGreaterThanOrEqual(160);
    }
  });

  test('at 200 % zoom, the offer after the third run leaves room for the editor', async () => {
    const tab = await scenario.newTab();
    const page = tab.page as unknown as Page;
    await page.setViewportSize(DOUBLED);
    await tab.open({ source: TWO_VALUES });
    await page.evaluate(() => localStorage.setItem('haze-completed-runs', '2'));
    expect(await tab.run()).toBe('completed');
    await page.getByRole('button', { name: 'Download all' }).waitFor();
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    await page.locator('.cm-content').click();
    const box = await page.locator('.cm-scroller').boundingBox();
    expect(box!.height).toBeGreaterThan(60);
  });

  test('at 200 % zoom, a program runs, its value is reachable, and dialogs can be closed', async () => {
    const { driver } = scenario;
    const page = pageOf();
    await page.setViewportSize(DOUBLED);
    await driver.open({ source: TWO_VALUES });
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await over()).toBeLessThanOrEqual(0);
    await page.locator('.bottom-bar .primary').click();
    expect(await driver.untilEnded()).toBe('completed');
    await page.locator('button.value').first().click();
    // A click waits until its target is visible and can be reached.
    await page.locator('haze-value-viewer').getByRole('button', { name: 'Cumulative' }).click();
    for (const tab of ['Runs', 'Cores', 'Build log', 'Records', 'Requests', 'Output']) {
      await page.locator('.result').getByRole('tab', { name: tab }).click();
      expect(await over(), tab).toBeLessThanOrEqual(0);
    }
    for (const name of ['Help', 'Embed']) {
      await page.locator('haze-menu.more button').first().click();
      // Output that scrolls, as it does during a run, leaves the list open.
      expect(await page.evaluate(scrollOutput)).toBeGreaterThan(0);
      await page.getByRole('menuitem', { name }).click();
      await page.locator('dialog:modal').getByRole('button', { name: 'Close' }).first().click();
      await driver.until(() => document.querySelector('dialog:modal') === null, undefined);
    }
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    await page.locator('.cm-content').click();
    expect(await over()).toBeLessThanOrEqual(0);
  });

  test('at 400 % zoom, the program can be edited, and values and their budget are reachable', async () => {
    const { driver } = scenario;
    const page = pageOf();
    await page.setViewportSize(FOURFOLD);
    await driver.open({ source: TWO_VALUES });
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('// here');
    await page.locator('.cm-line', { hasText: '// here' }).click();
    await page.getByRole('tab', { name: 'Inputs' }).click();
    await page.getByLabel('Standard input').fill('text');
    await page.getByRole('tab', { name: 'Program' }).click();
    await page.locator('.bottom-bar .primary').click();
    expect(await driver.untilEnded()).toBe('completed');
    await page.locator('button.value').first().click();
    await page.locator('haze-value-viewer').getByRole('button', { name: 'Cumulative' }).click();
    await page.getByRole('button', { name: 'What makes it uncertain?' }).first().click();
    await page.locator('haze-budget tbody tr').first().click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });

  test('with forced colours, selected tabs and pressed buttons are highlighted', async () => {
    const { driver } = scenario;
    const page = pageOf();
    await driver.open({ source: TWO_VALUES });
    await driver.run();
    await page.locator('button.value').first().click();
    await page.emulateMedia({ forcedColors: 'active' });
    try {
      const isHighlighted = (role: 'button' | 'tab', name: string) =>
        page.getByRole(role, { name, exact: true }).evaluate((element) => {
          const probe = element.appendChild(document.createElement('i'));
          probe.style.cssText = 'background: Highlight; forced-color-adjust: none';
          const [own, highlight] = [element, probe].map((one) => getComputedStyle(one).backgroundColor);
          probe.remove();
          return own === highlight;
        });
      expect(await isHighlighted('tab', 'Output')).toBe(true);
      expect(await isHighlighted('tab', 'Runs')).toBe(false);
      expect(await isHighlighted('button', 'Density')).toBe(true);
      expect(await isHighlighted('button', 'Cumulative')).toBe(false);
    } finally {
      await page.emulateMedia({ forcedColors: null });
    }
  });

  test('the divider between program and result can be dragged, and keeps its position after a reload', async () => {
    const { driver } = scenario;
    const page = pageOf();
    await driver.open({ source: TWO_VALUES });
    const width = () =>
      page.locator('.write').evaluate((pane) => Math.round(pane.getBoundingClientRect().width));
    const before = await width();
    // The code for this is lazy-loaded on the first mouse movement.
    await page.mouse.move(600, 400);
    await page.mouse.move(610, 400);
    await page.waitForFunction(() => customElements.get('haze-divider') !== undefined);
    await page.mouse.move(before, 400);
    await page.mouse.down();
    await page.mouse.move(before - 100, 400, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBeLessThan(before - 80);
    const after = await width();
    await page.reload();
    await expect.poll(width).toBe(after);
    await page.evaluate(() => localStorage.removeItem('haze-layout'));
    await page.reload();
    await expect.poll(width).toBe(before);
  });

  test('with reduced motion, nothing is animated while a program runs', async () => {
    const { driver } = scenario;
    const page = pageOf();
    const countMoving = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
    await driver.open({ source: 'int main(void) { volatile int go = 1; while (go) {} }\n' });
    await driver.focusEditor();
    await page.keyboard.press('Control+Enter');
    await driver.until(() => document.querySelector('.run-line.running') !== null, undefined);
    try {
      expect(await countMoving()).toBeGreaterThan(0);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expect.poll(countMoving).toBe(0);
    } finally {
      await page.emulateMedia({ reducedMotion: null });
    }
    await driver.click('Stop');
    expect(await driver.untilEnded()).toBe('cancelled');
  });
}
