// Printing the playground and <haze-program>: the whole source and the output with its plots, without controls, on
// white. Runs in Chromium, which prints to PDF.
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { EmbedSite } from './embed-site.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';

const PAGE_BUILD = fileURLToPath(new URL('../../dist/page/', import.meta.url));

/** The content of the printed page, as laid out by the browser. */
interface Print {
  readonly text: string;
  readonly controls: readonly string[];
  readonly pictures: number;
  readonly background: string;
  readonly ink: string;
}

/** Inspects the page once all listeners have been notified of printing. Runs in the page. */
function lookWhenPrinted(): void {
  const isShown = (element: Element) => element.getClientRects().length > 0;
  // `innerText` does not enter shadow trees.
  const wordsOf = (element: HTMLElement) =>
    Array.from(
      element.shadowRoot?.children ?? [element],
      (part) => (part as HTMLElement).innerText ?? '',
    ).join('\n');
  window.addEventListener('beforeprint', () => {
    const roots: (Document | ShadowRoot)[] = [document];
    for (let index = 0; index < roots.length; index += 1) {
      for (const { shadowRoot } of roots[index]!.querySelectorAll('*'))
        if (shadowRoot) roots.push(shadowRoot);
    }
    const find = <Found extends Element>(selector: string) =>
      roots.flatMap((root) => [...root.querySelectorAll<Found>(selector)]).filter(isShown);
    const program = find<HTMLElement>('haze-playground, section[part=frame]')[0]!;
    const print: Print = {
      text: [program, ...find<HTMLElement>('haze-value-viewer')].map(wordsOf).join('\n'),
      // On paper, values and the line about a run look like text.
      controls: find<HTMLElement>(
        'button:not(.value, .place), select, summary:not(.run-line summary), textarea, dialog, [role=tab]',
      ).map(({ outerHTML }) => outerHTML),
      pictures: find('svg path').length,
      background: getComputedStyle(document.documentElement).backgroundColor,
      ink: getComputedStyle(program).color,
    };
    Object.assign(window, { print });
  });
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: Browser;
  let host: StaticHost;
  let site: EmbedSite;
  let page: Page;

  beforeAll(async () => {
    host = await StaticHost.open({ folder: PAGE_BUILD, path: '/' });
    site = await EmbedSite.open();
    browser = await launchChromium();
  });

  afterEach(async () => page?.context().close());

  afterAll(async () => {
    await browser?.close();
    await host?.close();
    await site?.close();
  });

  async function print(): Promise<Print> {
    await page.evaluate(lookWhenPrinted);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    // The printable width of A4, at which the page uses its tablet layout.
    await page.setViewportSize({ width: 718, height: 1047 });
    await page.pdf();
    return page.evaluate(() => (window as unknown as { print: Print }).print);
  }

  test('the playground prints a long program in full, with plots of its values, on white', async () => {
    page = await (await openContext(browser)).newPage();
    await page.emulateMedia({ colorScheme: 'dark' });
    const driver = new PlaygroundDriver(page as unknown as DrivenPage, host.address);
    const filler = Array.from({ length: 300 }, (_, i) => `// remark ${i} of 300\n`).join('');
    const source = `#include <stdio.h>\n#include <uxhw.h>\n${filler}int main(void) {\n  printf("width %g\\n", UxHwDoubleGaussDist(3.0, 0.25));\n  return 0; // the last of all\n}\n`;
    await driver.open({ source, title: 'Width of a gap', arguments: 'one two' });
    expect(await driver.run()).toBe('completed');
    await page.locator('button.value').click();
    await page.getByText('one peak, symmetric').last().waitFor();
    // Selects another tab, because the output must be printed in that case as well.
    await page.getByRole('tab', { name: 'Build log' }).click();
    const seen = await print();
    for (let i = 0; i < 300; i += 1) expect(seen.text).toContain(`// remark ${i} of 300`);
    expect(seen.text).toContain('the last of all');
    expect(seen.text).toMatch(/Width of a gap\s+C, on C0-S\s+Arguments: one two/);
    expect(seen.text).toMatch(/Seed: .*\S\s+Printed: \w+ \d+, \d{4}/);
    expect(seen.text).toMatch(/width 3\.00? ± 0\.25/);
    expect(seen.text).toContain('one peak, symmetric');
    expect(seen.controls).toEqual([]);
    expect(seen.pictures).toBeGreaterThan(1);
    expect([seen.background, seen.ink]).toEqual(['rgb(255, 255, 255)', 'rgb(26, 34, 36)']);
    await expect.poll(() => page.locator('.printed').innerText()).toBe('');
  });

  test('<haze-program> prints its source and output without controls, in light colours even on a dark page', async () => {
    site.files.haze.set('/dark.html', {
      text: `<!doctype html><html lang="en"><title>Dark</title><style>:root { color-scheme: dark; --haze-text: #eeeeee }</style>
<script type="module" src="/haze-program.js"></script>
<haze-program label="Lines" editable><pre>#include &lt;stdio.h&gt;
int main(void) { for (int i = 0; i &lt; 200; i++) printf("line %d\\n", i); return 0; }</pre></haze-program>`,
    });
    page = await (await openContext(browser)).newPage();
    await page.goto(`${site.haze}/dark.html`);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('line 199').waitFor();
    const seen = await print();
    expect(seen.text).toContain('#include <stdio.h>');
    expect(seen.text).toContain('line 199');
    expect(seen.text).toMatch(/Core: C0-Joint, Seed: \S+, \d+\/\d+\/\d{4}/);
    expect(seen.controls).toEqual([]);
    expect(seen.ink).toBe('rgb(26, 34, 36)');
    const output = page.locator('haze-program .output');
    expect(await output.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  });
});
