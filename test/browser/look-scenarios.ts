// Appearance and operation of the playground: with the keyboard and in both themes in every engine, and with a screen
// reader and axe in one engine.
import { expect, test } from 'vitest';
import { findFaults } from './find-faults.ts';
import type { Scenario } from './playground-scenarios.ts';
import { TWO_VALUES } from './two-values.ts';

export function testLooks(scenario: Scenario): void {
  test('the keyboard alone is enough to move from the editor past the divider and tabs to a value', async () => {
    const { driver } = scenario;
    const { keyboard } = driver.page;
    await driver.open({ source: TWO_VALUES });
    await driver.run();
    // Works wherever the focus is, as the button's label states.
    await driver.page.evaluate(() => (document.activeElement as HTMLElement).blur(), undefined);
    expect(await driver.run('anywhere')).toBe('completed');
    await driver.focusEditor();
    await keyboard.press('Escape');
    await keyboard.press('Tab');
    const focused = () =>
      driver.page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        return `${element.tagName} ${element.id} ${element.innerText?.trim().split('\n')[0]}`;
      }, undefined);
    // The divider moves with the arrow keys, and its position is stored.
    await expect.poll(focused).toMatch(/^HAZE-DIVIDER/);
    const place = () =>
      driver.page.evaluate(() => {
        const divider = document.querySelector('.work > haze-divider')!;
        const { width } = document.querySelector('.write')!.getBoundingClientRect();
        return [Number(divider.getAttribute('aria-valuenow')), Math.round((100 * width) / innerWidth)];
      }, undefined);
    await expect.poll(place).toEqual([52, 52]);
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowLeft');
    await expect.poll(place).toEqual([48, 48]);
    expect(await driver.page.evaluate(() => localStorage['haze-layout'], undefined)).toContain('"split":48');
    await keyboard.press('Enter');
    await expect.poll(place).toEqual([52, 52]);
    for (let presses = 0; !(await focused()).includes('tab-') && presses < 20; presses += 1)
      await keyboard.press('Tab');
    expect(await focused()).toContain('tab-output');
    await keyboard.press('ArrowRight');
    await expect.poll(focused).toContain('tab-runs');
    await keyboard.press('ArrowLeft');
    await expect.poll(focused).toContain('tab-output');
    for (let presses = 0; !(await focused()).includes('±') && presses < 10; presses += 1)
      await keyboard.press('Tab');
    await keyboard.press('Enter');
    await driver.until(() => document.querySelector('haze-value-viewer') !== null, undefined);
    const outline = await driver.page.evaluate(
      () => getComputedStyle(document.activeElement!).outlineStyle,
      undefined,
    );
    expect(outline).toBe('solid');
  });

  test('the theme can be set to dark or light, or follows the system', async () => {
    const { driver } = scenario;
    const scheme = () =>
      driver.page.evaluate(() => getComputedStyle(document.documentElement).colorScheme, undefined);
    for (const theme of ['dark', 'light'] as const) {
      await driver.chooseTheme(theme);
      expect(await scheme()).toBe(theme);
    }
    await driver.chooseTheme('auto');
    expect(await scheme()).toBe('light dark');
  });
}

export function testAccessibility(scenario: Scenario): void {
  test('screen readers announce the end of a run with its values', async () => {
    const { driver } = scenario;
    await driver.open({ source: TWO_VALUES });
    await driver.run();
    await driver.until(
      () => document.querySelector('.announcer')!.textContent!.includes('Completed'),
      undefined,
    );
    expect(await driver.text('.announcer')).toMatch(/width: mean 2(?:\.0+)?, standard deviation 0\.58/);
  });

  test.each(['light', 'dark'] as const)('axe finds no faults in the %s theme', async (theme) => {
    const { driver } = scenario;
    await driver.open({
      source: `${TWO_VALUES}\nint unused(void) { int x; return 0; }\n`,
      arguments: 'a',
      files: [{ path: 'a.txt', text: '' }],
    });
    await driver.chooseTheme(theme);
    await driver.run();
    await driver.click('2.00 ± 0.58');
    await driver.until(
      () => Boolean(document.querySelector('haze-value-viewer')?.shadowRoot?.querySelector('figure svg')),
      undefined,
    );
    for (const tab of ['Output', 'Requests', 'Records', 'Build log']) {
      await driver.click(tab, '[role=tab]');
      expect(await findFaults(driver)).toEqual([]);
    }
    await driver.click('Examples');
    expect(await findFaults(driver)).toEqual([]);
    await driver.click('Close', 'dialog button');
    await driver.chooseTheme('auto');
  });
}
