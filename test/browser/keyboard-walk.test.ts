// Walks through the whole playground with only the Tab key, including a run, its values by line, the viewer and the
// budget. Each tab stop has a name for screen readers, is visible and shows the focus. Runs only in Chromium, whose
// protocol reports the names.
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { StaticHost } from './static-host.ts';

const SITE = fileURLToPath(new URL('../../dist/page/', import.meta.url));
/** An upper bound on the number of tab stops; the walk ends where it began. */
const MOST_STOPS = 200;
const FOCUSED = `(() => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
})()`;

interface Stop {
  readonly role: string;
  readonly name: string;
  /** A short description of the element, for a failure message. */
  readonly about: string;
  readonly isInSight: boolean;
  readonly showsFocus: boolean;
  readonly isEditor: boolean;
}

/** Describes the focused element. Runs in the page, as a method of the element. */
function describeFocused(this: Element) {
  const { left, right, top, bottom } = this.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(this);
  const isEditor = this.matches('.cm-content');
  return {
    about: `${this.tagName.toLowerCase()}.${this.className}`.slice(0, 80),
    isInSight: right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && right > left,
    // The editor shows its cursor instead of an outline.
    showsFocus: isEditor || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0),
    isEditor,
    isPage: this === document.body,
  };
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: Browser;
  let host: StaticHost;
  let page: Page;
  let session: CDPSession;

  beforeAll(async () => {
    host = await StaticHost.open({ folder: SITE, path: '/' });
    browser = await launchChromium();
    page = await (await openContext(browser, { viewport: { width: 1440, height: 900 } })).newPage();
    session = await page.context().newCDPSession(page);
    await page.goto(host.address);
  });

  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  /** The focused element; undefined if it is the page itself. */
  async function readStop(): Promise<Stop | undefined> {
    const { result } = await session.send('Runtime.evaluate', { expression: FOCUSED });
    const objectId = result.objectId!;
    const called = await session.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: describeFocused.toString(),
      returnByValue: true,
    });
    const { isPage, ...described } = called.result.value as Omit<Stop, 'role' | 'name'> & { isPage: boolean };
    if (isPage) return undefined;
    const { nodes } = await session.send('Accessibility.getPartialAXTree', {
      objectId,
      fetchRelatives: false,
    });
    const { role, name } = nodes[0]!;
    return { ...described, role: String(role?.value), name: String(name?.value ?? '').trim() };
  }

  /** All tab stops from the beginning of the page to its end. */
  async function walk(): Promise<Stop[]> {
    await page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      getSelection()?.removeAllRanges();
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute('tabindex');
    });
    const stops: Stop[] = [];
    for (let presses = 0; presses < MOST_STOPS; presses += 1) {
      // In the editor, Tab indents until Escape.
      if (stops.at(-1)?.isEditor) await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      const stop = await readStop();
      if (!stop) return stops;
      stops.push(stop);
    }
    throw new Error(`Tab does not leave the page: ${stops.map(({ name }) => name).join(', ')}`);
  }

  test('every tab stop has a name, is visible and shows the focus', async () => {
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.locator('haze-value-viewer figure svg').first().waitFor();
    await page.getByRole('button', { name: 'Values by line' }).click();
    await page.locator('.line-value').nth(3).waitFor();
    const seen = new Map<string, Stop[]>();
    seen.set('viewer', await walk());
    // Enter opens the value at the end of a line, which is a tab stop after the editor.
    await page.locator('.line-value').last().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /^line 12: mean/ }).waitFor();
    await page.getByRole('button', { name: 'What makes it uncertain?' }).first().click();
    await page.getByText('first-order').waitFor();
    for (const view of ['Budget', 'Together', 'Series', 'Inputs']) {
      await page.locator('haze-uncertainty').getByRole('tab', { name: view }).click();
      seen.set(view, await walk());
    }
    for (const tab of ['Runs', 'Cores', 'Requests']) {
      await page.locator('.result').getByRole('tab', { name: tab }).click();
      seen.set(tab, await walk());
    }
    const faults = [...seen].flatMap(([view, stops]) =>
      stops.flatMap(({ role, name, about, isInSight, showsFocus }) => [
        ...(name === '' ? [`${view}: ${role} ${about} has no name`] : []),
        ...(isInSight ? [] : [`${view}: ${role} "${name}" ${about} is not in sight`]),
        ...(showsFocus ? [] : [`${view}: ${role} "${name}" ${about} does not show the focus`]),
      ]),
    );
    expect(faults).toEqual([]);
    const namesOf = (view: string) => seen.get(view)!.map(({ name }) => name);
    expect(namesOf('viewer')).toEqual(
      expect.arrayContaining(['Examples', 'Open', 'Language', 'Core', 'Help', 'Share', 'Embed', 'Colours']),
    );
    // The names include the names of values in the output and at the ends of lines.
    expect(namesOf('viewer').filter((name) => /717 ± 15/.test(name)).length).toBeGreaterThanOrEqual(2);
    expect(namesOf('Budget')).toEqual(expect.arrayContaining(['speed', 'density']));
    expect(seen.get('Inputs')!.filter(({ role }) => role === 'slider').length).toBeGreaterThanOrEqual(4);
  });
});
