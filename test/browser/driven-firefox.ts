// Debian's Firefox, driven over WebDriver BiDi.
import { type Browser, launch } from 'puppeteer-core';

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
    protocolTimeout: 300_000,
  });
}
