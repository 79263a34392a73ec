// Debian's Firefox, driven over WebDriver BiDi.
import { type Browser, launch, type Page } from 'puppeteer-core';
import { PATIENCE_MS } from './browsers.ts';

const FIREFOX = '/usr/bin/firefox-esr';

/** Starts Firefox with a fresh profile; `preferences` are those of about:config. */
export async function startDrivenFirefox(
  preferences: Readonly<Record<string, unknown>> = {},
): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    extraPrefsFirefox: { ...preferences },
    timeout: PATIENCE_MS,
    protocolTimeout: 300_000,
  });
}

/** A tab in which waiting takes as long as it must. */
export async function openFirefoxPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}
