// Files, stored work and menus in the playground, used only with the keyboard and checked with axe, in every browser.
import { expect, test } from 'vitest';
import { findFaults } from './find-faults.ts';
import type { Scenario } from './playground-scenarios.ts';

/** Focuses the first visible element that matches the selector and the text. Runs in the page. */
function focusOn([selector, text]: readonly [string, string]): void {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (one) => one.checkVisibility() && one.textContent!.trim().startsWith(text),
  );
  found!.focus();
}

/**
 * True if the focused element's text begins with a given string, or if the element is a field with this name. Runs in
 * the page.
 */
function hasFocus(wanted: string): boolean {
  const element = document.activeElement as HTMLInputElement | null;
  return element?.name === wanted || element?.textContent?.trim().startsWith(wanted) === true;
}

export function testKeys(scenario: Scenario): void {
  const focus = (selector: string, text: string) =>
    scenario.driver.page.evaluate(focusOn, [selector, text] as const);
  const untilFocused = (wanted: string) => scenario.driver.until(hasFocus, wanted);
  const tree = () => scenario.driver.texts('.project-tree button.file');

  test('files can be created, renamed and deleted by keyboard, with the focus in the right place and no axe faults', async () => {
    const { driver } = scenario;
    const { keyboard } = driver.page;
    const faults: string[] = [];
    const look = async (where: string) =>
      faults.push(...(await findFaults(driver)).map((fault) => `${where}: ${fault}`));
    await driver.open({ source: 'int main(void) { return 0; }\n' });
    await focus('.write [role=tab]', 'Program');
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    await driver.until(() => document.querySelector('haze-file-actions button') !== null, undefined);
    await focus('haze-file-actions button', 'New file');
    await keyboard.press('Enter');
    await untilFocused('path');
    await keyboard.press('Escape');
    await untilFocused('New file');
    await keyboard.press('Enter');
    await untilFocused('path');
    await keyboard.type('more.c');
    await keyboard.press('Enter');
    await expect.poll(tree).toEqual(['main.c', 'more.c']);
    await focus('haze-file-actions button', 'Rename');
    await keyboard.press('Enter');
    await untilFocused('path');
    await look('rename');
    await keyboard.press('Control+a');
    await keyboard.type('other.c');
    await keyboard.press('Enter');
    await expect.poll(tree).toEqual(['main.c', 'other.c']);
    await untilFocused('Rename');
    await focus('haze-file-actions button', 'Delete');
    await keyboard.press('Enter');
    await untilFocused('Delete it');
    await look('delete');
    await keyboard.press('Enter');
    await expect.poll(tree).toEqual(['main.c']);
    await untilFocused('Delete');
    await driver.click('Share');
    await driver.until(() => document.querySelector('.passing .sentence') !== null, undefined);
    await look('share notice');
    await driver.click('Dismiss');
    await driver.click('Close project');
    expect(faults).toEqual([]);
  });

  test('search covers all files in a project, and F12 opens the file that defines a name', async () => {
    const { driver } = scenario;
    const shown = (text: string) =>
      driver.until((line) => document.querySelector('.cm-activeLine')?.textContent === line, text);
    await driver.open({ source: 'int part(void);\nint main(void) { return part(); }\n' });
    await driver.click('Files', '.write [role=tab]');
    await driver.click('New file', 'haze-file-actions button');
    await driver.fill('Path for the new file', 'part.c');
    await driver.click('Create it');
    await expect.poll(tree).toEqual(['main.c', 'part.c']);
    await driver.focusEditor();
    await driver.page.keyboard.type('int part(void) { return 3; }');
    await driver.click('Files', '.write [role=tab]');
    await driver.until(() => document.querySelector('haze-find input') !== null, undefined);
    await driver.fill('Find in all files', 'PART(');
    await driver.click('Find', 'haze-find [type=submit], haze-find button');
    await driver.until(() => document.querySelectorAll('.found button').length === 3, undefined);
    await driver.click('Match case', 'haze-find label');
    await driver.until(() => document.querySelectorAll('.found button').length === 0, undefined);
    await driver.click('Match case', 'haze-find label');
    await driver.click('main.c:2', '.found button');
    await shown('int main(void) { return part(); }');
    await driver.page.evaluate(() => {
      const line = [...document.querySelectorAll('.cm-line')][1]!;
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const at = walker.currentNode.textContent!.indexOf('part');
        if (at >= 0) getSelection()!.collapse(walker.currentNode, at + 1);
      }
    }, undefined);
    await driver.page.keyboard.press('F12');
    await shown('int part(void) { return 3; }');
    await driver.click('Close project');
  });

  test('menus can be opened, navigated and closed by keyboard, and view settings survive a reload', async () => {
    const { driver } = scenario;
    const { keyboard } = driver.page;
    await driver.open({ source: 'int main(void) { return 0; }\n' });
    await focus('.toolbar [aria-haspopup]', 'Open');
    await keyboard.press('ArrowDown');
    await untilFocused('New program');
    await keyboard.press('End');
    await untilFocused('Address of a repository');
    await keyboard.press('ArrowDown');
    await untilFocused('New program');
    await keyboard.press('z');
    await untilFocused('Zip');
    await keyboard.press('Escape');
    await untilFocused('Open');
    expect(await driver.texts('[role=menu]')).toEqual([]);
    await driver.click('Program', '.write [role=tab]');
    await focus('.editor-tools [aria-haspopup]', 'How the program is shown');
    await keyboard.press('Enter');
    await untilFocused('Wrap long lines');
    const looks = () =>
      driver.page.evaluate(() => {
        const content = document.querySelector('.cm-content')!;
        return [
          getComputedStyle(content).whiteSpaceCollapse,
          Number.parseFloat(getComputedStyle(content).fontSize),
        ];
      }, undefined);
    const [, before] = await looks();
    await keyboard.press('Enter');
    await driver.until(() => document.querySelector('.cm-lineWrapping') !== null, undefined);
    await driver.click('How the program is shown', '[aria-haspopup]');
    await driver.click('Larger text', '[role=menuitem]');
    expect((await looks())[1]).toBeGreaterThan(before as number);
    await driver.page.reload();
    await driver.until(() => document.querySelector('.cm-lineWrapping') !== null, undefined);
    expect((await looks())[1]).toBeGreaterThan(before as number);
    await driver.click('How the program is shown', '[aria-haspopup]');
    await driver.click('Default text size', '[role=menuitem]');
    await driver.click('How the program is shown', '[aria-haspopup]');
    await driver.click('Wrap long lines', '[role=menuitemcheckbox]');
    expect((await looks())[1]).toBe(before);
  });

  test('saved programs can be searched, renamed and deleted by keyboard while the dialog stays open, without axe faults', async () => {
    const { driver } = scenario;
    const { keyboard } = driver.page;
    const faults: string[] = [];
    for (const name of ['ash', 'birch', 'cedar', 'dogwood', 'elm']) {
      await driver.open({ source: 'int main(void) { return 0; }\n' });
      await driver.typeAtStart(`// ${name}, which is a tree\n`);
    }
    await driver.click('Examples');
    const names = () => driver.texts('haze-kept-work .card strong');
    await expect.poll(async () => (await names()).filter((name) => / is a tree$/.test(name)).length).toBe(5);
    await driver.fill('Search your programs', 'birch, which');
    await expect.poll(names).toEqual(['birch, which is a tree']);
    await focus('haze-kept-work .kept-actions button', 'Rename');
    await keyboard.press('Enter');
    await untilFocused('name');
    faults.push(...(await findFaults(driver)));
    await keyboard.press('Escape');
    await untilFocused('Rename');
    await keyboard.press('Enter');
    await untilFocused('name');
    await keyboard.press('Control+a');
    await keyboard.type('A birch, which was felled');
    await keyboard.press('Enter');
    await expect.poll(names).toEqual(['A birch, which was felled']);
    await focus('haze-kept-work .kept-actions button', 'Delete');
    await keyboard.press('Enter');
    await untilFocused('Undo');
    faults.push(...(await findFaults(driver)));
    await keyboard.press('Enter');
    await untilFocused('Delete');
    await expect.poll(names).toEqual(['A birch, which was felled']);
    await keyboard.press('Enter');
    await untilFocused('Undo');
    await expect.poll(names).toEqual([]);
    const isInDialog = () =>
      document.querySelector('dialog.gallery[open]')?.contains(document.activeElement) === true;
    await driver.until(isInDialog, undefined);
    await driver.fill('Search your programs', '');
    await expect.poll(async () => (await names()).some((name) => name.includes('birch'))).toBe(false);
    await keyboard.press('Escape');
    await driver.until(() => document.querySelector('dialog[open]') === null, undefined);
    expect(faults).toEqual([]);
  });
}
