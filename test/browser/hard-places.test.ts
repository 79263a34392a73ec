// Difficult environments: scripts that fail to load, a page opened as a file, strict policies, plain HTTP on a network,
// blocked storage, and elements that move. Chromium and Firefox differ in all of these.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Browser as Firefox } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_START, isMissing, PATIENCE_MS, type StartedChromium, startChromium } from './browsers.ts';
import { adaptPage, openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import { EmbedSite } from './embed-site.ts';
import { PlaygroundDriver } from './playground-driver.ts';

const SCRIPT = '<script src="{haze}/haze-program.js"></script>';
const HEAD = '<!doctype html><title>x</title><link rel="icon" href="data:,">';
const PROGRAM = '#include <stdio.h>\nint main(void) { puts("forty-two"); return 0; }';
const ENDLESS = 'int main(void) { volatile int go = 1; while (go) {} return 0; }';
const HOLDERS = `${HEAD}${SCRIPT}
<haze-program id="script"><script type="text/plain">${PROGRAM}</script></haze-program>
<haze-program id="pre"><pre>int in_pre;</pre></haze-program>
<haze-program id="plain">int between;</haze-program>
<haze-program id="file" src="own.c"></haze-program>`;
const STRICT = "script-src 'self'";
/** A folder that contains only the element's first script. */
const HALF = 'half';
/** A hostname that the browser treats as another machine. */
const CLASSROOM = 'classroom.test';

type Runnable = HTMLElement & { source: string; run(): Promise<void> | void; stop(): void };

let site: EmbedSite;

beforeAll(async () => {
  site = await EmbedSite.open();
  const { haze, other } = site.files;
  haze.set('/holders.html', { text: HOLDERS });
  haze.set(`/${HALF}/holders.html`, { text: HOLDERS.replaceAll('{haze}', '.') });
  haze.set(`/${HALF}/haze-program.js`, {
    text: await readFile(new URL('../../dist/page/haze-program.js', import.meta.url), 'utf8'),
    type: 'text/javascript',
  });
  haze.set(`/${HALF}/own.c`, { text: 'int from_file;', type: 'text/plain' });
  haze.set('/own.c', { text: 'int from_file;', type: 'text/plain' });
  haze.set('/strict.html', {
    text: `${HEAD}${SCRIPT}<haze-program>int main(void) { return 0; }</haze-program>`,
    headers: { 'Content-Security-Policy': STRICT },
  });
  for (const files of [haze, other])
    files.set('/one.html', {
      text: `${HEAD}${SCRIPT}<main><haze-program></haze-program></main><footer></footer>`,
    });
});

afterAll(() => site?.close());

/** Runs the page's element, and returns the detail of its end event. Runs in the page. */
async function runOnce(): Promise<{ kind: string; problem: string }> {
  await customElements.whenDefined('haze-program');
  const element = document.querySelector('haze-program') as Runnable;
  const ended = new Promise<{ kind: string; problem: string }>((done) =>
    element.addEventListener('haze-end', (event) => done((event as CustomEvent).detail), { once: true }),
  );
  void element.run();
  return ended;
}

/** The events from an element that is run, rerun, stopped, and moved during a run. Runs in the page. */
async function listEvents([endless, short]: readonly [string, string]): Promise<string[]> {
  await customElements.whenDefined('haze-program');
  const element = document.querySelector('haze-program') as Runnable;
  const heard: string[] = [];
  const next = (name: string) =>
    new Promise<void>((done) => element.addEventListener(name, () => done(), { once: true }));
  for (const name of ['haze-run', 'haze-end'])
    element.addEventListener(name, (event) => {
      const { kind = '', problem = '' } = (event as CustomEvent).detail;
      heard.push([name, kind, problem].filter((part) => part !== '').join(' '));
    });
  const begin = async (source: string) => {
    element.source = source;
    const begun = next('haze-run');
    void element.run();
    await begun;
  };
  await begin(endless);
  // The events of the previous run come first, although no caller is waiting for that run.
  await begin(short);
  await next('haze-end');
  await begin(endless);
  const stopped = next('haze-end');
  element.stop();
  await stopped;
  await begin(endless);
  const ended = next('haze-end');
  document.querySelector('footer')!.append(element);
  await ended;
  return heard;
}

const STOPPED = 'haze-end stopped The program was stopped.';
const EVENTS = ['haze-run', STOPPED, 'haze-run', 'haze-end exited', 'haze-run', STOPPED, 'haze-run', STOPPED];

/** Checks whether the page shows a string, including in shadow trees. Runs in the page. */
function isShown(words: string): boolean {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  return roots.some((root) =>
    [...root.children].some((element) => (element as HTMLElement).innerText?.includes(words)),
  );
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: StartedChromium;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
  });
  afterEach(async () => page?.close());
  afterAll(() => browser?.end());

  async function open(address: string): Promise<void> {
    page = await browser.context.newPage();
    await page.goto(address);
  }

  /** Finds only visible text: an element's children are also in the page, but hidden. */
  const shown = (text: string) => page.getByText(text).filter({ visible: true }).first();

  test("if the element's script fails to load, every source is shown, and a retry runs the program", async () => {
    page = await browser.context.newPage();
    await page.route('**/haze-embed.js*', (route) => route.abort());
    await page.goto(`${site.haze}/holders.html`);
    for (const text of ['forty-two', 'int in_pre;', 'int between;', 'int from_file;'])
      await shown(text).waitFor();
    await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).first().waitFor();
    // Adds an element late, as a framework would.
    await page.evaluate(() => {
      const late = document.createElement('haze-program');
      late.textContent = 'int late;';
      document.body.append(late);
    });
    await shown('int late;').waitFor();
    await page.unroute('**/haze-embed.js*');
    await page.locator('#script').getByRole('button', { name: 'Try again' }).click();
    await page.locator('#script [part=output]').getByText('forty-two').waitFor();
    expect(await page.locator('#pre [part=source]').count()).toBe(1);
  });

  test('the playground reports that its script is missing, and withdraws the message once the script has loaded', async () => {
    page = await browser.context.newPage();
    await page.route('**/assets/index-*.js', (route) => route.abort());
    await page.goto(`${site.haze}/index.html`);
    await shown('check the network and any script blockers').waitFor();
    expect(await page.getByRole('link', { name: 'documentation' }).getAttribute('href')).toBe(
      './docs/index.html',
    );
    await page.unroute('**/assets/index-*.js');
    await page.reload();
    await page.locator('.cm-content').waitFor();
    expect(await page.getByText('Its script has not arrived').count()).toBe(0);
  });

  test('a page opened as a file shows the source and explains that it needs a web server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'haze-file-'));
    try {
      const built = new URL('../../dist/page/', import.meta.url);
      for (const name of ['haze-program.js', 'haze-embed.js'])
        await writeFile(join(folder, name), await readFile(new URL(name, built)));
      await writeFile(join(folder, 'page.html'), HOLDERS.replaceAll('{haze}', '.'));
      await open(`file://${join(folder, 'page.html')}`);
      await shown('forty-two').waitFor();
      await page.getByRole('alert').filter({ hasText: 'a web server' }).first().waitFor();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('a policy without wasm-unsafe-eval is reported before any download', async () => {
    await open(`${site.haze}/strict.html`);
    site.requests.length = 0;
    expect(await page.evaluate(runOnce)).toMatchObject({
      kind: 'failed',
      problem: expect.stringContaining("'wasm-unsafe-eval'"),
    });
    await page.getByText("by adding 'wasm-unsafe-eval'").waitFor();
    expect(site.requests.filter((path) => path.startsWith('/toolchain/'))).toEqual([]);
  });

  test.each(['haze', 'other'] as const)(
    'each run ends before the next one begins (site: %s)',
    async (where) => {
      await open(`${site[where]}/one.html`);
      expect(await page.evaluate(listEvents, [ENDLESS, PROGRAM] as const)).toEqual(EVENTS);
    },
  );

  test.each(['haze', 'other'] as const)(
    'a result is marked as outdated once the page changes the source or the core (site: %s)',
    async (where) => {
      await open(`${site[where]}/one.html`);
      await page.evaluate((source) => {
        Object.assign(document.querySelector('haze-program')!, { source });
      }, PROGRAM);
      await page.evaluate(runOnce);
      const host = page.locator('haze-program');
      const inside = where === 'haze' ? host : host.frameLocator('iframe').locator('haze-program');
      await inside.getByRole('status').filter({ hasText: 'Completed' }).waitFor();
      const mark = inside.getByText('before your changes (C0-Joint)');
      expect(await mark.count()).toBe(0);
      await host.evaluate((element) => element.setAttribute('core', 'C0-XL'));
      await mark.waitFor();
      await host.evaluate((element) => element.removeAttribute('core'));
      await mark.waitFor({ state: 'detached' });
      // Adds new children, as a framework would.
      await host.evaluate((element) => element.append('int main(void) { return 1; }'));
      await mark.waitFor();
      expect(await inside.locator('.output.stale').count()).toBe(1);
    },
  );
});

describe.skipIf(isMissing('Chromium'))('Chromium with its own profile or network', () => {
  let context: BrowserContext;
  let profile: string;

  async function start(preferences: object, args: readonly string[] = []): Promise<Page> {
    profile = await mkdtemp(join(tmpdir(), 'haze-profile-'));
    const { mkdir } = await import('node:fs/promises');
    await mkdir(join(profile, 'Default'));
    await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(preferences));
    const flags = [...CHROMIUM_START.args, ...args];
    context = await chromium.launchPersistentContext(profile, { ...CHROMIUM_START, args: flags });
    context.setDefaultTimeout(PATIENCE_MS);
    return context.newPage();
  }

  afterEach(async () => {
    await context?.close();
    await rm(profile, { recursive: true, force: true });
  });

  test('over plain HTTP, the playground and an element run programs, and the playground reports that it stores nothing', async () => {
    const page = await start({}, [`--host-resolver-rules=MAP ${CLASSROOM} 127.0.0.1`]);
    const address = `http://${CLASSROOM}:${new URL(site.haze).port}`;
    await page.goto(`${address}/index.html`);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    const driver = new PlaygroundDriver(page as never, `${address}/index.html`);
    expect(await driver.run()).toBe('completed');
    await page.getByText('this page was loaded over HTTP').waitFor();
    await page.goto(`${address}/one.html`);
    await page.evaluate((source) => {
      Object.assign(document.querySelector('haze-program')!, { source });
    }, PROGRAM);
    expect(await page.evaluate(runOnce)).toMatchObject({ kind: 'exited' });
  });

  test('with all storage blocked, the playground runs a program twice, and reports that storage is blocked', async () => {
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
    const page = await start(blocked);
    await page.goto(`${site.haze}/index.html`);
    const isBlocked = () => {
      try {
        return localStorage.length < 0;
      } catch {
        return true;
      }
    };
    expect(await page.evaluate(isBlocked)).toBe(true);
    const driver = new PlaygroundDriver(page as never, `${site.haze}/index.html`);
    expect(await driver.run()).toBe('completed');
    await page.getByText('this browser blocks storage for this site').waitFor();
    expect(await driver.run()).toBe('completed');
  });
});

describe.skipIf(isMissing('Firefox'))('Firefox', () => {
  let browser: Firefox;

  afterEach(() => browser?.close());

  test('with all storage blocked, the playground runs a program, and reports that storage is blocked', async () => {
    browser = await startDrivenFirefox({ 'network.cookie.cookieBehavior': 2 });
    const page = await openFirefoxPage(browser);
    const driver = new PlaygroundDriver(adaptPage(page), `${site.haze}/index.html`);
    await page.goto(`${site.haze}/index.html`);
    expect(await driver.run()).toBe('completed');
    await driver.until(isShown, 'this browser blocks storage for this site');
  });

  test('over plain HTTP, the playground runs a program, and reports that it stores nothing', async () => {
    browser = await startDrivenFirefox({ 'network.dns.localDomains': CLASSROOM });
    const page = await openFirefoxPage(browser);
    const address = `http://${CLASSROOM}:${new URL(site.haze).port}/index.html`;
    const driver = new PlaygroundDriver(adaptPage(page), address);
    await page.goto(address);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    expect(await driver.run()).toBe('completed');
    await driver.until(isShown, 'this page was loaded over HTTP');
  });

  test("if the element's second script is missing, every source is shown", async () => {
    browser = await startDrivenFirefox();
    const page = await openFirefoxPage(browser);
    await page.goto(`${site.haze}/${HALF}/holders.html`);
    const driver = new PlaygroundDriver(adaptPage(page), '');
    for (const text of ['forty-two', 'int in_pre;', 'int between;', 'int from_file;', 'could not be loaded'])
      await driver.until(isShown, text);
  });

  test('a policy without wasm-unsafe-eval is reported, and each run ends before the next one begins', async () => {
    browser = await startDrivenFirefox();
    const page = await openFirefoxPage(browser);
    await page.goto(`${site.haze}/strict.html`);
    expect((await page.evaluate(runOnce)).problem).toContain("'wasm-unsafe-eval'");
    for (const where of ['haze', 'other'] as const) {
      await page.goto(`${site[where]}/one.html`);
      expect(await page.evaluate(listEvents, [ENDLESS, PROGRAM] as const)).toEqual(EVENTS);
    }
  });
});
