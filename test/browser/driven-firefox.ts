// Debian's Firefox, driven over WebDriver BiDi.
import { type Browser, launch, type Page } from 'puppeteer-core';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { PATIENCE_MS } from './browsers.ts';
import type { DrivenPage } from './playground-driver.ts';

const FIREFOX = '/usr/bin/firefox-esr';

/** Starts Firefox with a fresh profile; `preferences` are about:config preferences. */
export async function startDrivenFirefox(
  preferences: Readonly<Record<string, unknown>> = {},
): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    // Desktop width: narrow pages have menus instead of buttons, and are tested separately.
    defaultViewport: { width: 1280, height: 800 },
    // The list of downloads opens on each download, takes the focus from the page, and keeps it until a click.
    extraPrefsFirefox: { 'browser.download.alwaysOpenPanel': false, ...preferences },
    timeout: PATIENCE_MS,
    protocolTimeout: scaleLimit(300_000),
  });
}

/** Opens a tab in which waits have no timeout. */
export async function openFirefoxPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

/**
 * A page with the interface that all browser tests share. Keys go through Puppeteer, where a key with a modifier counts
 * as two keys.
 */
export function adaptPage(page: Page): DrivenPage {
  return {
    goto: (address) => page.goto(address),
    reload: () => page.reload(),
    evaluate: (work, argument) => page.evaluate(work as never, argument as never),
    close: () => page.close(),
    keyboard: {
      type: (text) => page.keyboard.type(text),
      press: async (keys) => {
        const [key, modifier] = keys.split('+').reverse();
        if (modifier) await page.keyboard.down(modifier as never);
        await page.keyboard.press(key as never);
        if (modifier) await page.keyboard.up(modifier as never);
      },
    },
  };
}
