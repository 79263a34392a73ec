// Debian's browsers, set up for tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { scaleLimit } from '../../scripts/tests/slowness.ts';

/** Timeout of tests, in ms. Only a broken page takes this long, however busy the machine is. */
export const PATIENCE_MS = scaleLimit(120_000);

const CHROMIUM = '/usr/bin/chromium';
/** True in tests. Benchmarks measure browsers as they are configured for users. */
export const SAVES_WORK = process.env.VITEST !== undefined;
const USUAL_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
/**
 * The compiler is a large module in which few functions run often, and most tests run it cold. With these flags, each
 * function is validated lazily, at its first call, and the tier-up threshold is raised twentyfold. The first C++ build
 * takes a third less CPU time, and loops in programs are still optimised.
 */
const SAVING_FLAGS = ['--js-flags=--wasm-lazy-validation,--wasm-tiering-budget=36000000'];
const CHROMIUM_FLAGS = [...USUAL_FLAGS, ...(SAVES_WORK ? SAVING_FLAGS : [])];
/** Launch options for Playwright. */
export const CHROMIUM_START = { executablePath: CHROMIUM, args: CHROMIUM_FLAGS, timeout: PATIENCE_MS };
const FIREFOX = '/usr/bin/firefox-esr';
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';

/** Preferences that disable prompts, updates and reports. */
const PREFERENCES = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

const PATHS = { Chromium: CHROMIUM, Firefox: FIREFOX, WebKit: WEBKIT_DRIVER };

export type BrowserName = keyof typeof PATHS;

/** True if a browser is not installed. Logs this, because its tests are then skipped. */
export function isMissing(name: BrowserName): boolean {
  const path = PATHS[name];
  if (existsSync(path)) return false;
  console.log(`skipped: ${path} is not installed, and could not be`);
  return true;
}

/** A browser for a test; `end` closes it and removes its profile. */
export interface StartedChromium {
  readonly context: BrowserContext;
  end(): Promise<void>;
}

/** Starts Chromium with a fresh profile on disk. */
export async function startChromium(): Promise<StartedChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'haze-chromium-'));
  const context = await chromium.launchPersistentContext(profile, CHROMIUM_START);
  context.setDefaultTimeout(PATIENCE_MS);
  const end = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  };
  return { context, end };
}

/**
 * Starts Chromium for contexts that tests create themselves.
 * @param isUsual the engine optimises as it does for users, and then caches compiled code
 */
export function launchChromium({ isUsual = false } = {}): Promise<Browser> {
  return chromium.launch({ ...CHROMIUM_START, ...(isUsual && { args: USUAL_FLAGS }) });
}

/** A separate profile in a running Chromium. */
export async function openContext(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/**
 * Starts Firefox with a fresh profile and opens a page. No protocol controls Debian's Firefox, so the page runs on its
 * own.
 */
export async function startFirefox(address: string): Promise<{ end(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'haze-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const words = ['--headless', '--no-remote', '--profile', profile, address];
  const browser = spawn(FIREFOX, words, { stdio: 'ignore', env: { ...process.env, HOME: profile } });
  const ended = once(browser, 'exit');
  const end = async () => {
    browser.kill();
    await ended;
    await rm(profile, { recursive: true, force: true });
  };
  return { end };
}
