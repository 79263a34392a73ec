// Examples from the haze/browser and haze/element reference, run in Chromium: they print the output stated in their
// comments. One browser is enough, since the results depend only on our own code.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPrinted, readExample } from '../docstring-example.ts';
import { isMissing, type StartedChromium, startChromium } from './browsers.ts';
import { StaticHost } from './static-host.ts';

const SITE = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const EXAMPLES: readonly (readonly [name: string, file: string])[] = [
  ...['createHaze', 'build', 'run', 'open'].map(
    (name) => [name, 'src/client/program/page-library.ts'] as const,
  ),
  ['setAssets', 'src/client/program/site-files.ts'],
  ['connect', 'src/client/service/connect.ts'],
];
const IMPORTS = { imports: { 'haze/browser': '/haze/haze.js', 'haze/element': '/haze/haze-embed.js' } };

/** A page that runs an example, and records its output lines or its error. */
function describePage(example: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify(IMPORTS)}</script>
<script>
  window.printed = [];
  console.log = (...words) => window.printed.push(words.join(' '));
  for (const kind of ['error', 'unhandledrejection'])
    addEventListener(kind, ({ message, reason }) => window.printed.push(String(message ?? reason)));
</script>
<script type="module">
${example}</script>`;
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let host: StaticHost;
  let browser: StartedChromium;

  beforeAll(async () => {
    const pages = EXAMPLES.map(([name, file]) => [`/${name}.html`, describePage(readExample(file, name))]);
    const element = describePage(readExample('entries/element.d.ts', 'setAssets')).replace(
      '</script>\n<script type="module">',
      `</script><haze-program core="C0-S">int main(void) { return 0; }</haze-program><script type="module">`,
    );
    host = await StaticHost.open({
      folder: SITE,
      path: '/haze/',
      pages: Object.fromEntries([...pages, ['/element.html', element]]),
    });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.end();
    await host?.close();
  });

  test.each(EXAMPLES)('the %s example prints the output given in its comments', async (name, file) => {
    const expected = listPrinted(readExample(file, name));
    expect(expected.length).toBeGreaterThan(0);
    const page = await browser.context.newPage();
    await page.goto(new URL(`/${name}.html`, host.address).href);
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed'))).toEqual(expected);
    await page.close();
  });

  test('a program runs with the setAssets example of haze/element', async () => {
    const page = await browser.context.newPage();
    await page.goto(new URL('/element.html', host.address).href);
    const end = page.locator('haze-program').evaluate(
      (element) =>
        new Promise((resolve) => {
          element.addEventListener('haze-end', (event) => resolve((event as CustomEvent).detail));
          void (element as HTMLElement & { run(): Promise<void> }).run();
        }),
    );
    expect(await end).toMatchObject({ kind: 'exited', exitStatus: 0 });
    await page.close();
  });

  test('every function in haze/browser has an example that is tested here', () => {
    const index = readFileSync(new URL('../../src/client/index.ts', import.meta.url), 'utf8');
    const exported = [...index.matchAll(/^export \{ ?([^}]+)\} from/gm)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    );
    // findDefaultCore is the same function as in haze, and its example runs in Node.
    const functions = exported.filter((name) => /^[a-z]\w+$/.test(name) && name !== 'findDefaultCore');
    expect(functions.toSorted()).toEqual(EXAMPLES.map(([name]) => name).toSorted());
  });
});
