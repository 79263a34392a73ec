// Browsers that open a page which runs its own checks.
import { type BrowserName, startChromium, startFirefox } from './browsers.ts';
import { startWebKit } from './driven-webkit.ts';

/** Opens a URL in a browser with a fresh profile. */
export type OpenBrowser = (address: string) => Promise<{ end(): Promise<void> }>;

const openInChromium: OpenBrowser = async (address) => {
  const browser = await startChromium();
  await (await browser.context.newPage()).goto(address);
  return browser;
};

const openInWebKit: OpenBrowser = async (address) => {
  const browser = await startWebKit();
  await (await browser.newPage()).goto(address);
  return browser;
};

/** Each browser, with the string that identifies its user agent. */
export const EVERY_BROWSER: readonly [BrowserName, { readonly open: OpenBrowser; readonly agent: string }][] =
  [
    ['Chromium', { open: openInChromium, agent: 'Chrome/' }],
    ['Firefox', { open: startFirefox, agent: 'Firefox/' }],
    // Chromium's user agent also contains Safari, but no Version.
    ['WebKit', { open: openInWebKit, agent: 'Version/' }],
  ];
