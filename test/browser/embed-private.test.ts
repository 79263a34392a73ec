// Tests that frames of <haze-program> give the surrounding page no extra rights: data that only the Haze site may read
// stays there, and data that the page may read reaches the element. Runs on two sites, in Chromium and Firefox. Forged
// messages and URLs are also tested in WebKit.
import type { Page } from 'playwright-core';
import type { Browser as Firefox, Page as FirefoxPage } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { READY_WAIT_MS } from '../../src/ui/program/frame-hub.ts';
import { isMissing, type StartedChromium, startChromium } from './browsers.ts';
import { openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import { type StartedWebKit, startWebKit, type WebKitPage } from './driven-webkit.ts';
import { EmbedSite } from './embed-site.ts';

const SECRET = 'only for visitors of the Haze site';
const PROGRAM = '#include <stdio.h>\nint main(void) { puts("mine"); return 0; }\n';
const SCRIPT = '<script src="{haze}/haze-program.js"></script>';
const NO_FRAME = /did not appear: .+frame-src/;

let site: EmbedSite;

beforeAll(async () => {
  site = await EmbedSite.open();
  const { haze, other } = site.files;
  haze.set('/private.txt', { text: SECRET, type: 'text/plain' });
  haze.set('/theme.png', { text: SECRET, type: 'image/png' });
  haze.set('/away', { text: '', status: 302, headers: { Location: '/private.txt' } });
  other.set('/blank.html', { text: '<!doctype html><title>x</title><link rel="icon" href="data:,">' });
  other.set('/page.html', {
    text: `<!doctype html><title>x</title><link rel="icon" href="data:,">${SCRIPT}`,
  });
  other.set('/strict.html', {
    text: `<!doctype html><title>x</title><link rel="icon" href="data:,">${SCRIPT}<haze-program>int main(void) {}</haze-program>`,
    headers: { 'Content-Security-Policy': "frame-src 'self'" },
  });
  other.set('/reports.html', {
    text: `<!doctype html><title>x</title><link rel="icon" href="data:,">${SCRIPT}<haze-program>int main(void) {}</haze-program>`,
    headers: { 'Content-Security-Policy-Report-Only': "frame-src 'self'" },
  });
  other.set('/around.html', {
    text: '<!doctype html><title>x</title><iframe src="{haze}/index.html"></iframe>',
  });
  other.set('/own.c', { text: PROGRAM, type: 'text/plain' });
  other.set('/moved', { text: '', status: 302, headers: { Location: `${site.haze}/private.txt` } });
  other.set('/plain.html', {
    text: `<!doctype html><title>x</title>${SCRIPT}<haze-program><pre>int main(void) { return 0; }</pre></haze-program>`,
  });
});

afterEach(() => {
  // No page of the Haze site itself requested the paths that a foreign page specified.
  const named = site.askers.filter(({ path }) => ['/private.txt', '/theme.png', '/away'].includes(path));
  expect(named.filter(({ from }) => from === 'same-origin' || from === '')).toEqual([]);
});

afterAll(() => site?.close());

/** Sends messages from a page to a frame that it created itself, and returns the replies until the program exits. */
async function speakToFrame([haze, program]: readonly [string, string]): Promise<string> {
  const frame = document.createElement('iframe');
  frame.src = `${haze}/embed.html`;
  const heard: unknown[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => heard.push(data);
  const end = new Promise<void>((done) => {
    window.addEventListener('message', ({ data, ports, source }) => {
      heard.push(data);
      const say = (message: object, sent: MessagePort[] = []) =>
        (source as Window).postMessage(message, haze, sent);
      const attributes = {
        src: `${haze}/private.txt`,
        core: 'C0-S',
        language: 'C',
        files: `${haze}/private.txt`,
      };
      if (data.haze === 'ready') {
        say({ haze: 'serve' }, [port2]);
        say({ haze: 'show', source: { toString: 1 }, problem: '', attributes });
        say({ haze: 'show', source: '', problem: '', attributes });
        say({
          haze: 'change',
          attributes: { ...attributes, src: `${haze}/away`, toolchain: `${haze}/private.txt` },
        });
        const properties = Object.fromEntries(
          ['background', 'accent', 'font', 'radius', 'text'].map((name) => [
            `--haze-${name}`,
            `url(${haze}/theme.png)`,
          ]),
        );
        say({
          haze: 'theme',
          colorScheme: 'dark',
          properties: { ...properties, 'background-image': properties['--haze-text'] },
        });
        port1.postMessage({
          kind: 'run',
          id: 1,
          request: { src: `${haze}/private.txt`, toolchain: `${haze}/away` },
        });
        say({ haze: 'change', attributes, source: program });
        say({ haze: 'run' });
      }
      if (data.haze === 'want-runner') say({ haze: 'serve' }, [...ports]);
      if (data.haze === 'event' && data.name === 'haze-end') done();
    });
  });
  document.body.append(frame);
  await end;
  return JSON.stringify(heard);
}

/** Returns the source and the final message of an element with this `src` after a run is requested. */
async function showSource(address: string): Promise<{ source: string; told: string }> {
  type Element = HTMLElement & { source: string; run(): void };
  await customElements.whenDefined('haze-program');
  const element = document.createElement('haze-program') as Element;
  element.setAttribute('src', address);
  document.body.append(element);
  const told = new Promise<string>((done) =>
    element.addEventListener('haze-run', (event) => done(JSON.stringify((event as CustomEvent).detail)), {
      once: true,
    }),
  );
  element.run();
  return { told: await told, source: element.source };
}

function expectNothing(heard: string): void {
  expect(heard).toContain('mine');
  expect(heard).not.toContain(SECRET);
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: StartedChromium;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
  });
  afterEach(async () => page?.close());
  afterAll(() => browser?.end());

  async function open(path: string): Promise<void> {
    page = await browser.context.newPage();
    await page.goto(site.other + path);
  }

  test('no message makes a frame fetch a URL given by the page', async () => {
    await open('/blank.html');
    expectNothing(await page.evaluate(speakToFrame, [site.haze, PROGRAM] as const));
  });

  test.each(['{haze}/private.txt', '{haze}/away', '/moved'])(
    'src="%s" is fetched with the permissions of the page, not of the Haze site',
    async (src) => {
      await open('/page.html');
      const shown = await page.evaluate(showSource, src.replace('{haze}', site.haze));
      expect(shown).toEqual({ source: '', told: '{"source":""}' });
      await page
        .frameLocator('haze-program iframe')
        .getByText('must allow pages to read it (CORS)')
        .waitFor();
    },
  );

  test.each([
    ['own.c', PROGRAM],
    ['/own.c', PROGRAM],
    ['data:text/plain,int', 'int'],
  ])('src="%s", which the page may read, becomes the source', async (src, source) => {
    await open('/page.html');
    expect(await page.evaluate(showSource, src)).toEqual({ source, told: JSON.stringify({ source }) });
  });

  test('text that is added to an element later is shown as its source', async () => {
    await open('/page.html');
    await page.evaluate(async () => {
      await customElements.whenDefined('haze-program');
      const element = document.createElement('haze-program');
      document.body.append(element);
      element.textContent = 'int first;';
    });
    const shown = page.frameLocator('haze-program iframe');
    await shown.getByText('int first;').waitFor();
    await page.evaluate(() => {
      document.querySelector('haze-program')!.textContent = 'int second;';
    });
    await shown.getByText('int second;').waitFor();
  });

  test('if the page’s policy forbids the frame, a run ends with an error, and the source is shown', async () => {
    await open('/strict.html');
    const end = await page.evaluate(async () => {
      await customElements.whenDefined('haze-program');
      const element = document.querySelector('haze-program') as HTMLElement & { run(): void };
      const ended = new Promise((done) =>
        element.addEventListener('haze-end', (event) => done((event as CustomEvent).detail)),
      );
      element.run();
      return ended;
    });
    expect(end).toMatchObject({ kind: 'failed', problem: expect.stringMatching(NO_FRAME) });
    await page.getByRole('alert').filter({ hasText: NO_FRAME }).waitFor();
    await page.getByText('int main(void) {}').waitFor();
  });

  test('under a report-only policy, a frame may still load late over a slow connection', async () => {
    page = await browser.context.newPage();
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      void page.route('**/embed.html', async (route) => {
        resolve();
        await new Promise<void>((go) => {
          answer = go;
        });
        await route.continue();
      });
    });
    await page.goto(`${site.other}/reports.html`);
    await asked;
    // Waits longer than the timeout for a forbidden frame.
    await page.waitForTimeout(2 * READY_WAIT_MS);
    expect(await page.locator('haze-program').evaluate((element) => element.shadowRoot!.innerHTML)).toMatch(
      /^<iframe/,
    );
    answer();
    await page.frameLocator('haze-program iframe').getByRole('button', { name: 'Run' }).waitFor();
  });

  test('the playground reports that it does not work in another site’s frame', async () => {
    await open('/around.html');
    const playground = page.frameLocator('iframe');
    await playground.getByText('does not work inside another site’s page').waitFor();
    expect(await playground.getByRole('button').count()).toBe(0);
    await playground.getByRole('link', { name: 'Open the playground' }).waitFor();
  });

  test('with scripts blocked, the source in a <pre> can still be read', async () => {
    page = await browser.context.newPage();
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`${site.other}/plain.html`);
    await page.getByText('int main(void) { return 0; }').waitFor();
  });
});

describe.skipIf(isMissing('Firefox'))('Firefox', () => {
  let browser: Firefox;
  let page: FirefoxPage;

  beforeAll(async () => {
    browser = await startDrivenFirefox();
  });
  afterEach(async () => page?.close());
  afterAll(() => browser?.close());

  async function open(path: string): Promise<void> {
    page = await openFirefoxPage(browser);
    await page.goto(site.other + path);
  }

  test('no message makes a frame fetch a URL given by the page', async () => {
    await open('/blank.html');
    expectNothing(await page.evaluate(speakToFrame, [site.haze, PROGRAM] as const));
  });

  test.each(['{haze}/private.txt', '/moved'])(
    'src="%s" is fetched with the permissions of the page, not of the Haze site',
    async (src) => {
      await open('/page.html');
      expect(await page.evaluate(showSource, src.replace('{haze}', site.haze))).toEqual({
        source: '',
        told: '{"source":""}',
      });
    },
  );

  test('src="/own.c", which the page may read, becomes the source', async () => {
    await open('/page.html');
    expect((await page.evaluate(showSource, '/own.c')).source).toBe(PROGRAM);
  });

  test('if the page’s policy forbids the frame, a run ends with an error', async () => {
    await open('/strict.html');
    const problem = await page.evaluate(async () => {
      await customElements.whenDefined('haze-program');
      const element = document.querySelector('haze-program') as HTMLElement & { run(): void };
      const ended = new Promise<string>((done) =>
        element.addEventListener('haze-end', (event) => done((event as CustomEvent).detail.problem)),
      );
      element.run();
      return ended;
    });
    expect(problem).toMatch(NO_FRAME);
  });
});

describe.skipIf(isMissing('WebKit'))('WebKit', () => {
  let browser: StartedWebKit;
  let page: WebKitPage;

  beforeAll(async () => {
    browser = await startWebKit();
    page = await browser.newPage();
  });
  afterAll(() => browser?.end());

  test('no message makes a frame fetch a URL given by the page', async () => {
    await page.goto(`${site.other}/blank.html`);
    expectNothing(await page.evaluate(speakToFrame, [site.haze, PROGRAM] as const));
  });

  test('src="{haze}/private.txt" is fetched with the permissions of the page, not of the Haze site', async () => {
    await page.goto(`${site.other}/page.html`);
    expect(await page.evaluate(showSource, `${site.haze}/private.txt`)).toEqual({
      source: '',
      told: '{"source":""}',
    });
  });
});
