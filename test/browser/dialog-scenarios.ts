// The page's dialogs, menus and tabs. Opening, closing and keyboard focus are tested in every engine; axe (in both
// themes) and the module view are tested in one engine.
import { afterEach, describe, expect, test } from 'vitest';
import { findFaults } from './find-faults.ts';
import type { PlaygroundDriver } from './playground-driver.ts';
import type { Scenario } from './playground-scenarios.ts';

const SOURCE = `#include <stdio.h>
#include <uxhw.h>
__attribute__((noinline)) double twice(double x) { return 2 * x; }
int main(void) {
  printf("width (m) = %lf\\n", twice(UxHwDoubleUniformDist(1.0, 3.0)));
  return 0;
}
`;

/** Functions that each open a dialog; Escape closes it. */
const DIALOGS: Readonly<Record<string, (driver: PlaygroundDriver) => Promise<void>>> = {
  Examples: async (driver) => {
    await driver.click('Examples');
    await driver.until(() => document.querySelectorAll('haze-examples .card path').length > 5, undefined);
  },
  Help: async (driver) => {
    await driver.click('Help');
    await driver.until(() => document.querySelector('haze-help dialog[open] table') !== null, undefined);
  },
  Functions: async (driver) => {
    await driver.click('Functions');
    await driver.until(
      () => document.querySelector('haze-functions dialog[open] button[aria-label^=Insert]') !== null,
      undefined,
    );
  },
  Embed: async (driver) => {
    await driver.click('Embed');
    await driver.until(() => document.querySelector('dialog.take haze-program') !== null, undefined);
  },
  Module: openModule,
  'Open menu': (driver) => openMenu(driver, 'Open'),
  'Save menu': (driver) => openMenu(driver, 'Save'),
  'view menu': (driver) => openMenu(driver, 'How the program is shown'),
  'Colours menu': (driver) => openMenu(driver, 'Colours'),
};

async function openMenu(driver: PlaygroundDriver, label: string): Promise<void> {
  await driver.click(label, '[aria-haspopup]');
  await driver.until(() => document.querySelector('[role=menu] [role^=menuitem]') !== null, undefined);
}

async function openModule(driver: PlaygroundDriver): Promise<void> {
  await driver.click('Save', '[aria-haspopup]');
  await driver.click('Module', '[role=menuitem]');
  await driver.until(() => document.querySelector('dialog.take input[type=search]') !== null, undefined);
}

/** Opens the program and runs it. */
async function openRun(driver: PlaygroundDriver): Promise<void> {
  await driver.open({ source: SOURCE });
  expect(await driver.run()).toBe('completed');
}

export function testDialogKeys(scenario: Scenario): void {
  test('dialogs open and close by keyboard, and the focus returns to the button that opened them', async () => {
    const { driver } = scenario;
    const { keyboard } = driver.page;
    await openRun(driver);
    const focused = () =>
      driver.page.evaluate(() => document.activeElement?.textContent?.trim().split(/\s/)[0] ?? '', undefined);
    for (const name of ['Examples', 'Help', 'Functions', 'Embed']) {
      await driver.page.evaluate((text) => {
        const buttons = [...document.querySelectorAll<HTMLElement>('button')];
        buttons.find((one) => one.textContent?.trim() === text && one.checkVisibility())!.focus();
      }, name);
      await keyboard.press('Enter');
      await driver.until(
        () => document.querySelector('dialog[open]')?.contains(document.activeElement) === true,
        undefined,
      );
      // WebKit loses the focus of a dialog that closes before it has been drawn, which only a script can do.
      await driver.page.evaluate(
        () => new Promise((done) => void requestAnimationFrame(() => requestAnimationFrame(done))),
        undefined,
      );
      await keyboard.press('Escape');
      await driver.until(() => document.querySelector('dialog[open]') === null, undefined);
      await expect.poll(focused).toBe(name);
    }
  });
}

export function testDialogs(scenario: Scenario): void {
  describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
    afterEach(() => scenario.driver.chooseTheme('auto'));

    test('axe finds no faults in dialogs and menus', async () => {
      const { driver } = scenario;
      await openRun(scenario.driver);
      await driver.chooseTheme(theme);
      const found: string[] = [];
      for (const [name, open] of Object.entries(DIALOGS)) {
        await open(driver);
        found.push(...(await findFaults(driver)).map((fault) => `${name}: ${fault}`));
        await driver.page.keyboard.press('Escape');
        await driver.until(() => document.querySelector('dialog[open], [role=menu]') === null, undefined);
      }
      expect(found).toEqual([]);
    });

    test('axe finds no faults in tabs, or in the form for a new file', async () => {
      const { driver } = scenario;
      await openRun(scenario.driver);
      await driver.chooseTheme(theme);
      const found: string[] = [];
      for (const tab of ['Inputs', 'Build', 'Files', 'Cores', 'Runs', 'Build log', 'Records', 'Requests']) {
        await driver.click(tab, '[role=tab]');
        found.push(...(await findFaults(driver)).map((fault) => `${tab}: ${fault}`));
      }
      await driver.click('Files', '[role=tab]');
      await driver.click('New file', 'haze-project button');
      found.push(...(await findFaults(driver)).map((fault) => `New file: ${fault}`));
      await driver.click('Program', '[role=tab]');
      await driver.click('Output', '[role=tab]');
      expect(found).toEqual([]);
    });
  });

  test('a function in the module is found by name and shown as text', async () => {
    const { driver } = scenario;
    await openRun(scenario.driver);
    await openModule(driver);
    await driver.page.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>('dialog.take input[type=search]')!;
      field.value = 'twice';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, undefined);
    await driver.click('twice', 'dialog.take button');
    const text = await driver.text('.function-text pre');
    // the panel that explains a spread opens even if the tab draws no animation frames
    expect(text).toMatch(/^\(func \(;\d+ twice;\) \(type \d+\) \(param f64\) \(result f64\)\n/);
    expect(text).toMatch(/\n {2}local\.get 0\n/);
    expect(text).toMatch(/f64\.(?:add|mul)/);
    await driver.page.keyboard.press('Escape');
  });

  test('the panel that explains a spread opens even if the tab draws no animation frames', async () => {
    const { driver } = scenario;
    await openRun(scenario.driver);
    await driver.page.evaluate(() => {
      const { requestAnimationFrame } = window;
      Object.assign(window, { keptFrames: requestAnimationFrame, requestAnimationFrame: () => 0 });
    }, undefined);
    await driver.click('What makes it uncertain?');
    await driver.until(() => document.activeElement?.matches('section.uncertainty') === true, undefined);
    await driver.page.evaluate(() => {
      Object.assign(window, { requestAnimationFrame: Reflect.get(window, 'keptFrames') });
    }, undefined);
    await driver.click('Close', '.uncertainty button');
  });
}
