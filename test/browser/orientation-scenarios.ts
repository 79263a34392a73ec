// First steps in the playground, in every browser: from opening it to seeing the result of a changed program, then the
// tour, the help, and the empty states.
import { expect, test } from 'vitest';
import { findFaults } from './find-faults.ts';
import type { PlaygroundDriver } from './playground-driver.ts';
import type { Scenario } from './playground-scenarios.ts';

/** The number of characters on a typewritten page. */
const PAGE_OF_TEXT = 1800;

/** All text on the page except the program and the names in its lists. Runs in the page. */
function readPage(): string {
  const isRead = (node: Node) =>
    node.parentElement?.checkVisibility() === true &&
    !node.parentElement.closest('.cm-editor, select, script, style');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    isRead(node) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  );
  const words: string[] = [];
  while (walker.nextNode()) words.push(walker.currentNode.textContent!.trim());
  return words.filter((text) => text !== '').join(' ');
}

/**
 * Selects a string in the program, as a double click would, and does so again if the editor sets its own selection on
 * focus. Returns true once more than ten checks in a row find the string still selected. Runs in the page.
 */
function isMarkedInProgram(text: string): boolean {
  const editor = document.querySelector<HTMLElement>('.cm-content');
  if (!editor) return false;
  if (document.activeElement === editor && getSelection()!.toString() === text) {
    const looks = Number(editor.dataset.looks ?? 0) + 1;
    editor.dataset.looks = String(looks);
    return looks > 10;
  }
  editor.focus();
  editor.dataset.looks = '0';
  const walker = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const at = node.textContent!.indexOf(text);
    if (at >= 0) getSelection()!.setBaseAndExtent(node, at, node, at + text.length);
  }
  return false;
}

/**
 * Opens the page as on a first visit, reads it, and performs the three actions that lead to a changed program with a
 * visible result.
 */
export async function takeFirstSteps(tab: PlaygroundDriver, runButton: string): Promise<void> {
  // A first visit has no drafts, so this clears them, from a page of the site that stores no drafts itself.
  await tab.page.goto(`${tab.address}docs/index.html`);
  await tab.page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  }, undefined);
  await tab.page.goto(tab.address);
  await tab.until(
    () => /Press a value/.test(document.querySelector('.before-run')?.textContent ?? ''),
    undefined,
  );
  expect((await tab.page.evaluate(readPage, undefined)).length).toBeLessThan(PAGE_OF_TEXT);
  await tab.until(isMarkedInProgram, '29.01696');
  await tab.page.keyboard.type('35.0');
  await tab.until(() => {
    const program = document.querySelector('.cm-content')?.textContent ?? '';
    return program.includes('35.0') && !program.includes('29.01696');
  }, undefined);
  await tab.click('Run', runButton);
  expect(await tab.untilEnded()).toBe('completed');
  // The mean is half the density times the area times the coefficient, 0.5 · 1.225 · 1.389845, times E[v²] = 35² +
  // 0.29². The density is uniform to within one percent; together with twice the speed's 0.83 %, that gives a relative
  // deviation of 1.76 %.
  expect(await tab.text('haze-console')).toMatch(/lift \(N\):\s+1043 ± 18/);
  await tab.until(() => {
    const [, lift] = [...document.querySelectorAll('haze-console button.value')];
    if (!lift) return false;
    const { top, bottom } = lift.getBoundingClientRect();
    return lift.checkVisibility() && top >= 0 && bottom <= innerHeight;
  }, undefined);
}

export function testOrientation(scenario: Scenario): void {
  /** Presses Tab until the focused element begins with this text. */
  async function tabTo(text: string): Promise<void> {
    const { driver } = scenario;
    for (let presses = 0; presses < 60; presses += 1) {
      await driver.page.keyboard.press('Tab');
      const isThere = await driver.page.evaluate(
        (wanted) => document.activeElement?.textContent?.trim().startsWith(wanted) === true,
        text,
      );
      if (isThere) return;
    }
    throw new Error(`No Tab resolves to "${text}".`);
  }

  test('a new visitor needs three actions and less than a page of text to change the program and see the result', async () => {
    const tab = await scenario.newTab();
    await takeFirstSteps(tab, '.run-buttons button');
    expect(await tab.text('.tagline')).toBe(
      'Run C, C++ and Fortran in this page, with numbers that carry their uncertainty.',
    );
  });

  test('empty panels explain what will appear in them', async () => {
    const { driver } = scenario;
    await driver.open({ source: '// nothing yet\nint main(void) { return 0; }\n' });
    const steps = {
      Output: /^Press Run: every number that the program prints will appear here/,
      Runs: /will be listed here/,
      Cores: /Each core gets a row here/,
      'Build log': /will appear here after the first run/,
      Records: /will appear here after the first run/,
    };
    for (const [tab, pattern] of Object.entries(steps)) {
      await driver.click(tab, '.result [role=tab]');
      await driver.until(
        ([name, source]) => {
          const [panel] = [...document.querySelectorAll<HTMLElement>('.result .panel')].filter((one) =>
            one.checkVisibility(),
          );
          return panel !== undefined && new RegExp(source!, 'm').test(panel.innerText) && name !== '';
        },
        [tab, pattern.source],
      );
    }
    await driver.click('Files', '.write [role=tab]');
    await driver.until(() => /A new file turns it into a project/.test(document.body.innerText), undefined);
    await driver.click('Program', '.write [role=tab]');
    await driver.click('Output', '.result [role=tab]');
  });

  test('the tour starts from Help and goes forwards and backwards by keyboard, and axe finds no faults in any step', async () => {
    const { driver } = scenario;
    const { keyboard } = driver.page;
    await driver.open({ source: 'int main(void) { return 0; }\n' });
    await driver.page.evaluate(
      () => document.querySelector<HTMLElement>('.toolbar button')!.focus(),
      undefined,
    );
    await tabTo('Help');
    await keyboard.press('Enter');
    await driver.until(() => document.querySelectorAll('dialog.help[open] tbody tr').length > 9, undefined);
    const addresses = await driver.page.evaluate(
      () => Array.from(document.querySelectorAll<HTMLAnchorElement>('dialog.help a'), ({ href }) => href),
      undefined,
    );
    expect(addresses.map((address) => address.slice(driver.address.length))).toEqual([
      'docs/index.html',
      'docs/uxhw.html',
      'licenses.txt',
    ]);
    const statuses = await driver.page.evaluate(
      (all) => Promise.all(all.map(async (address) => (await fetch(address)).status)),
      addresses,
    );
    expect(statuses).toEqual([200, 200, 200]);
    // The dialog has moved the focus to its first button.
    if (!(await driver.page.evaluate(() => document.activeElement?.textContent?.includes('tour'), undefined)))
      await tabTo('Take the tour');
    await keyboard.press('Enter');
    const untilStep = (step: number) =>
      driver.until(
        (wanted) =>
          document.querySelector('.tour .muted')?.textContent === `Step ${wanted} of 7` &&
          document.activeElement?.matches('.tour') === true,
        step,
      );
    const titles: string[] = [];
    const faults: string[] = [];
    for (let step = 1; step <= 7; step += 1) {
      await untilStep(step);
      titles.push(await driver.text('.tour h2'));
      await driver.page.evaluate(
        (theme) => {
          document.documentElement.dataset.theme = theme;
        },
        step % 2 === 0 ? 'dark' : 'light',
      );
      faults.push(...(await findFaults(driver)).map((fault) => `step ${step}: ${fault}`));
      if (step === 7) break;
      await tabTo('Next');
      await keyboard.press('Enter');
      if (step !== 2) continue;
      await untilStep(3);
      await tabTo('Back');
      await keyboard.press('Enter');
      await untilStep(2);
      await tabTo('Next');
      await keyboard.press('Enter');
    }
    await driver.page.evaluate(() => delete document.documentElement.dataset.theme, undefined);
    expect(titles).toEqual([
      'A program',
      'A core',
      'Run',
      'The result',
      'Which input matters',
      'What if',
      'Your own',
    ]);
    expect(faults).toEqual([]);
    await keyboard.press('Escape');
    await driver.until(
      () =>
        !document.querySelector('.tour, .tour-shown') &&
        document.activeElement?.textContent?.trim() === 'Help',
      undefined,
    );
  });
}
