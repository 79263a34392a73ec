// <haze-program> in the unchanged examples/embed, both on the site that hosts Haze and on another site. Chromium runs
// all tests; embed-firefox.test.ts runs the programs in an engine with other rules for frames and storage.
import type { Frame, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { maybeLinked } from '../../src/ui/playground/links/program-link.ts';
import { isMissing, PATIENCE_MS, type StartedChromium, startChromium } from './browsers.ts';
import { LABELS, SHOWN } from './embed-example.ts';
import { EmbedSite } from './embed-site.ts';
import { AXE, FIND_FAULTS } from './value-shows.ts';

/** Two programs in parts of a page with different languages, the second of which does not build. */
const TWO_LANGUAGES = `<!doctype html><html lang="de"><meta charset="utf-8"><link rel="icon" href="data:,"><title>x</title>
<script src="{haze}/haze-program.js"></script><h1>x</h1>
<haze-program label="eins">int main(void) { return 0; }</haze-program>
<div lang="ar" dir="rtl"><p>x</p><haze-program>int main(void) { return x; }</haze-program></div>`;
const SOURCE = `#include <stdio.h>\nint main(void) {\n  printf("%d\\n", 6 * 7);\n  return 3;\n}`;

let site: EmbedSite;
/** Errors and warnings from all pages and their frames. */
const problems: string[] = [];

beforeAll(async () => {
  site = await EmbedSite.open();
});

afterEach(() => {
  expect(problems.splice(0)).toEqual([]);
});

afterAll(() => site?.close());

/** Counts downloads of the compiler's largest file by its first chunk, whose name is unique. */
async function countCompilers(requests: readonly string[]): Promise<number> {
  const list = requests.find((path) => /^\/assets\/files-.*\.json$/.test(path));
  if (!list) return 0;
  const { files } = (await (await fetch(site.haze + list)).json()) as {
    files: { name: string; pieces: { name: string }[] }[];
  };
  const piece = files.find(({ name }) => name === 'llvm.core.wasm')!.pieces[0]!.name;
  return requests.filter((path) => path === `/toolchain/${piece}`).length;
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: StartedChromium;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
  });

  afterEach(async () => page?.close());
  afterAll(() => browser?.end());

  async function open(address: string, look: { width?: number; dark?: boolean } = {}): Promise<void> {
    page = await browser.context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.setViewportSize({ width: look.width ?? 1024, height: 900 });
    await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light' });
    await page.goto(address);
  }

  /** Returns the page or frame that contains the element with this label. */
  async function place(label: string): Promise<Page | Frame> {
    const host = page.locator(`haze-program[label="${label}"]`);
    await host.getByRole('button', { name: 'Run' }).or(host.locator('iframe')).first().waitFor();
    const frame = host.locator('iframe');
    if ((await frame.count()) === 0) return page;
    return (await (await frame.elementHandle())!.contentFrame())!;
  }

  async function find(label: string) {
    const inside = await place(label);
    return inside === page ? page.locator(`haze-program[label="${label}"]`) : inside.locator('haze-program');
  }

  /** Adds controls to an element and changes its program. */
  const control = (host: Locator, source: string) =>
    host.evaluate((element, text) => {
      element.setAttribute('controls', '');
      Object.assign(element, { source: text });
    }, source);

  const ended = (label: string) => page.locator('#last', { hasText: label }).waitFor();

  test.each(['haze', 'other'] as const)('every program on the page runs (site: %s)', async (where) => {
    site.requests.length = 0;
    await open(`${site[where]}/example.html`);
    await (await find(LABELS[0]!)).getByRole('button', { name: 'Run' }).waitFor();
    expect(site.requests.filter((path) => path.startsWith('/toolchain/'))).toEqual([]);
    for (const [i, label] of LABELS.entries()) {
      const program = await find(label);
      await program.getByRole('button', { name: 'Run' }).click();
      await ended(`${label}: exited, exit status 0.`);
      expect(await program.locator('[part=output]').innerText()).toMatch(SHOWN[i]!);
    }
    // The frames on the second site have separate storage, and each file is loaded only once.
    expect(await countCompilers(site.requests)).toBe(1);
    const program = await find(LABELS[0]!);
    await program.locator('.value').click();
    await program.getByText('one peak, symmetric').last().waitFor();
    await takeAlong(program);
    if (where === 'haze') return;
    const frame = page.locator(`haze-program[label="${LABELS[0]}"] iframe`);
    const measure = async () => {
      const height = await program.evaluate((element) => Math.ceil(element.getBoundingClientRect().height));
      return (await frame.boundingBox())!.height - height;
    };
    await expect.poll(measure).toBe(0);
  });

  /**
   * Copies the source, and opens the program in the playground. The playground's page is replaced so that it does no
   * work here.
   */
  async function takeAlong(program: Awaited<ReturnType<typeof find>>): Promise<void> {
    const { context } = browser;
    const source = await program.evaluate((element) => (element as unknown as { source: string }).source);
    await program.getByRole('button', { name: 'Copy' }).click();
    await program.getByRole('button', { name: 'Copied' }).waitFor();
    await context.route(/\/index\.html/, (route) =>
      route.fulfill({ contentType: 'text/html', body: 'there' }),
    );
    const opening = context.waitForEvent('page');
    await program.getByRole('button', { name: 'Open in the playground' }).click();
    const opened = await opening;
    await opened.waitForURL(/\/index\.html#haze1=/);
    const linked = await maybeLinked(new URL(opened.url()).hash);
    expect(linked?.program).toMatchObject({ source, title: LABELS[0] });
    await opened.close();
    await context.unroute(/\/index\.html/);
  }

  test.each(['haze', 'other'] as const)(
    'compiler errors in edited programs are shown with their lines (site: %s)',
    async (where) => {
      await open(`${site[where]}/example.html`);
      const program = await find('Distance fallen');
      const editor = program.getByRole('textbox', { name: 'Distance fallen: source' });
      await editor.fill('program wrong\n  implicit none\n  x = 1\nend program wrong\n');
      await editor.press('Control+Enter');
      await ended('Distance fallen: not-built');
      expect(await program.locator('[part=diagnostics]').innerText()).toMatch(/^line 3, column \d+: error: /);
      expect(await program.locator('.wrong').innerText()).toContain('x = 1');
      // The element's property in the page contains the text that was typed.
      const source = page.locator('haze-program[label="Distance fallen"]');
      expect(await source.evaluate((element) => (element as unknown as { source: string }).source)).toContain(
        'x = 1',
      );
    },
  );

  test.each(['haze', 'other'] as const)(
    'a program can be stopped, and the next program runs (site: %s)',
    async (where) => {
      await open(`${site[where]}/example.html`);
      const host = page.locator('haze-program[label="Voltage divider"]');
      const setSource = (source: string) =>
        host.evaluate((element, text) => Object.assign(element, { source: text }), source);
      await (await find('Voltage divider')).getByRole('button', { name: 'Run' }).waitFor();
      await setSource(
        '#include <stdio.h>\nint main(void) { puts("begun"); fflush(stdout); volatile int go = 1; while (go) {} }',
      );
      const program = await find('Voltage divider');
      await program.getByRole('button', { name: 'Run' }).click();
      await program.getByText('begun').last().waitFor();
      await program.getByRole('button', { name: 'Stop' }).click();
      await ended('Voltage divider: stopped');
      await setSource(SOURCE);
      await host.evaluate((element) => (element as unknown as { run(): void }).run());
      await ended('Voltage divider: exited, exit status 3.');
      expect(await program.locator('[part=output]').innerText()).toBe('42\n');
    },
  );

  test.each(['haze', 'other'] as const)(
    'with controls, the output updates with the sliders, and the budget points to source lines (site: %s)',
    async (where) => {
      await open(`${site[where]}/example.html`);
      const host = page.locator('haze-program[label="Voltage divider"]');
      await (await find('Voltage divider')).getByRole('button', { name: 'Run' }).waitFor();
      await host.evaluate((element) => {
        for (const name of ['controls', 'margin']) element.setAttribute(name, '');
      });
      const program = await find('Voltage divider');
      await program.getByRole('button', { name: 'Run' }).click();
      await ended('Voltage divider: exited, exit status 0.');
      const lineValues = program.locator('.line-value');
      await lineValues.first().waitFor();
      // The upper resistance is now uniform from 970 to 1010: 5·2000/2990 V.
      await program.getByRole('slider', { name: 'upper, minimum' }).press('Home');
      await expect
        .poll(() => program.locator('[part=output]').innerText())
        .toMatch(/output \(V\): 3\.34\d ± /);
      // The values at the ends of lines are those of the program's own inputs.
      expect(await lineValues.count()).toBe(0);
      await program.getByRole('button', { name: 'Reset all' }).click();
      await lineValues.first().waitFor();
      await program.getByRole('tab', { name: 'Budget' }).click();
      await program.getByRole('button', { name: 'upper', exact: true }).click();
      expect(await program.locator('.pointed').innerText()).toContain('double upper');
    },
  );

  test.each(['haze', 'other'] as const)(
    'with controls, an endless run can be stopped and inputs can be changed again (site: %s)',
    async (where) => {
      await open(`${site[where]}/example.html`);
      const host = page.locator('haze-program[label="Voltage divider"]');
      const program = await find('Voltage divider');
      await program.getByRole('button', { name: 'Run' }).waitFor();
      await control(
        host,
        `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double low = UxHwDoubleUniformDist(1, 3);
  volatile int turns = 0;
  while (UxHwDoubleProbabilityGT(low, 2.9) > 0.5) turns++;
  printf("low = %f\\n", low);
}
`,
      );
      await program.getByRole('button', { name: 'Run' }).click();
      await ended('Voltage divider: exited, exit status 0.');
      const output = () => program.locator('[part=output]').innerText();
      expect(await output()).toMatch(/^low = 2\.00 ± 0\.58/);
      const minimum = program.getByRole('slider', { name: 'low, minimum' });
      await minimum.press('End');
      await program.getByRole('button', { name: 'Stop' }).click();
      await program.getByText('Stopped. The values are from the previous run').waitFor();
      expect(await output()).toMatch(/^low = 2\.00 ± 0\.58/);
      await minimum.press('Home');
      await expect.poll(output).toMatch(/^low = 1\.\d+ ± /);
    },
  );

  test('a program on another site runs after its page has replaced the whole body', async () => {
    await open(`${site.other}/example.html`);
    const label = LABELS[0]!;
    await (await find(label)).getByRole('button', { name: 'Run' }).click();
    await ended(`${label}: exited, exit status 0.`);
    await page.evaluate((name) => {
      const program = document.querySelector(`haze-program[label="${name}"]`)!;
      // The page's own script writes to this element.
      const last = document.querySelector('#last')!;
      last.textContent = '';
      document.body.replaceChildren(program.cloneNode(true), last);
    }, label);
    const program = await find(label);
    await program.getByRole('button', { name: 'Run' }).click();
    await ended(`${label}: exited, exit status 0.`);
    expect(await program.locator('[part=output]').innerText()).toMatch(SHOWN[0]!);
  });

  test("with controls in another site's frame, output is cut after 5 000 of 6 000 values and updates after a key press", async () => {
    await open(`${site.other}/example.html`);
    // Printing 6 000 distributions takes 20 s on a quiet machine.
    page.setDefaultTimeout(3 * PATIENCE_MS);
    const host = page.locator('haze-program[label="Voltage divider"]');
    const frame = await find('Voltage divider');
    await frame.getByRole('button', { name: 'Run' }).waitFor();
    await control(
      host,
      `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double low = UxHwDoubleUniformDist(1, 3);
  for (int i = 1; i <= 6000; i++) printf("value %d = %f\\n", i, i * low);
}
`,
    );
    await frame.getByRole('button', { name: 'Run' }).click();
    await ended('Voltage divider: exited, exit status 0.');
    const output = () => frame.locator('[part=output]').innerText();
    expect(await output()).toMatch(/^value 1 = 2\.00 ± 0\.58/);
    // The visible output is cut, with a line that says so.
    await frame.getByText(/^[\d,]+ more characters of output are not shown\.$/).waitFor();
    const copied = () => frame.locator('[part=output]').evaluate((shown) => shown.textContent?.trimEnd());
    expect(await copied()).toMatch(/value 5000 = 10000 ± 2900\s*$/);
    await frame.getByRole('slider', { name: 'low, minimum' }).press('End');
    // A slider from 3 to 3 yields a single number.
    await expect.poll(output).toMatch(/^value 1 = 3\.0+\nvalue 2 = 6\.0+\n/);
    await frame.getByText(/^[\d,]+ more characters of output are not shown\.$/).waitFor();
  });

  test.each(['haze', 'other'] as const)(
    'labels and messages are in the language of the surrounding text (site: %s)',
    async (where) => {
      site.files[where].set('/languages.html', { text: TWO_LANGUAGES });
      await open(`${site[where]}/languages.html`);
      const hosts = page.locator('haze-program');
      const inside = (i: number) =>
        where === 'haze' ? hosts.nth(i) : hosts.nth(i).frameLocator('iframe').locator('haze-program');
      const german = inside(0);
      await german.getByRole('button', { name: 'Ausführen' }).click();
      await german
        .getByRole('status')
        .filter({ hasText: /^Fertig nach [\d,:]+ (s|min)$/ })
        .waitFor();
      await german.getByText('Einzelheiten').waitFor();
      const arabic = inside(1);
      const runs = arabic.getByRole('button', { name: 'تشغيل' });
      await runs.click();
      const status = arabic.getByRole('status').filter({ hasText: 'لا يمكن بناء البرنامج.' });
      await status.waitFor();
      const directionOf = (node: Element) => getComputedStyle(node).direction;
      expect(await status.evaluate(directionOf)).toBe('rtl');
      // Compiler messages are in English, and so is the program.
      const diagnostics = arabic.locator('[part=diagnostics]');
      expect(await diagnostics.getAttribute('lang')).toBe('en');
      expect(await diagnostics.innerText()).toContain("undeclared identifier 'x'");
      for (const part of [diagnostics, arabic.locator('.source')])
        expect(await part.evaluate(directionOf)).toBe('ltr');
      // In a right-to-left page, the bar starts on the right.
      const [facts, run] = await Promise.all([
        arabic.locator('.facts bdi').boundingBox(),
        runs.boundingBox(),
      ]);
      expect(run!.x + run!.width).toBeLessThan(facts!.x);
      expect(await arabic.locator('section').getAttribute('aria-label')).toMatch(/^البرنامج [2٢]$/);
      // If the page's language changes, the element shows its text in the new language, including earlier messages.
      await page.evaluate(() => {
        document.documentElement.lang = 'fr-CA';
      });
      await german
        .getByRole('status')
        .filter({ hasText: /^Terminé en/ })
        .waitFor();
      await german.getByRole('button', { name: 'Exécuter' }).waitFor();
      expect(await runs.count()).toBe(1);
    },
  );

  test.each(['haze', 'other'] as const)(
    'with `margin`, values appear at the ends of source lines (site: %s)',
    async (where) => {
      await open(`${site[where]}/example.html`);
      const program = await find(LABELS[0]!);
      await page.locator(`haze-program[label="${LABELS[0]}"]`).evaluate((element) => {
        element.setAttribute('margin', '');
        const lines = ['double x = UxHwDoubleUniformDist(1, 3);', 'if (x > 2.5) puts("large");'];
        const source = `#include <stdio.h>\n#include <uxhw.h>\nint main(void) {\n${lines.join('\n')}\nprintf("%lf\\n", x);\n}\n`;
        Object.assign(element, { source });
      });
      await program.getByText('x > 2.5').waitFor();
      await program.getByRole('button', { name: 'Run' }).click();
      await program.locator('.line:nth-of-type(4) .line-value').waitFor();
      // Uniform from 1 to 3 has mean 2 and deviation 2/√12. A quarter of the distribution is above 2.5.
      await expect
        .poll(() => program.locator('.line-value').allInnerTexts())
        .toEqual(['2.00 ± 0.58', '⑂ 25 %']);
      await program.locator('button.line-value').click();
      await program.getByText('flat').or(program.getByText('uniform')).first().waitFor();
      await program.getByRole('button', { name: 'Values by line' }).click();
      expect(await program.locator('.line-value').count()).toBe(0);
    },
  );

  test('elements have margins and distinct names, and editable elements can be edited', async () => {
    const program = '<haze-program editable><pre>int main(void) { return 0; }</pre></haze-program>';
    site.files.haze.set('/plain.html', {
      text: `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Plain</title>
<script type="module" src="/haze-program.js"></script><p>before</p>${program}<p>between</p>${program}`,
    });
    await open(`${site.haze}/plain.html`);
    const regions = page.locator('haze-program [part=frame]');
    await regions.nth(1).getByRole('button', { name: 'Run' }).waitFor();
    const names = await regions.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    expect(names).toEqual(['Program', 'Program 2']);
    const measure = (element: Element) => {
      const { marginBlock, fontSize } = getComputedStyle(element);
      return [marginBlock, fontSize];
    };
    const [margin, letters] = await page.locator('haze-program').first().evaluate(measure);
    expect(margin).toBe(letters);
    expect(await regions.first().getByRole('textbox').isEditable()).toBe(true);
  });

  test('a run reports that the site is unreachable, and the next run works once the site is back', async () => {
    await open(`${site.other}/example.html`);
    const program = await find('Voltage divider');
    const run = program.getByRole('button', { name: 'Run' });
    await run.waitFor();
    site.isAway = true;
    try {
      await run.click();
      await program
        .getByText('The program runner could not be loaded. Check the network, and try again.')
        .waitFor();
    } finally {
      site.isAway = false;
    }
    await run.click();
    await ended('Voltage divider: exited, exit status 0.');
    // Removes the browser's messages about the frame that failed to load.
    problems.splice(
      0,
      problems.length,
      ...problems.filter((text) => !text.includes('Failed to load resource')),
    );
  });

  test('a run that is requested before the frame exists starts once it does', async () => {
    await open(`${site.other}/example.html`);
    await page.evaluate(async (source) => {
      await customElements.whenDefined('haze-program');
      const early = document.createElement('haze-program') as HTMLElement & { source: string; run(): void };
      Object.assign(early, { source });
      early.setAttribute('label', 'early');
      document.body.prepend(early);
      early.run();
    }, SOURCE);
    await ended('early: exited, exit status 3.');
  });

  test.each(['haze', 'other'] as const)(
    'headers that HTML parsed as tags are recovered, and lost code is reported (site: %s)',
    async (where) => {
      await open(`${site[where]}/example.html`);
      const told = await page.evaluate(async (source) => {
        await customElements.whenDefined('haze-program');
        const holder = document.createElement('div');
        // Lets the browser parse the text without escapes, as it would in a page.
        holder.innerHTML = `<haze-program label="pasted">\n${source}\n</haze-program><haze-program label="lost">for (i = 0; i<n; i++) sum += i;</haze-program>`;
        document.body.append(holder);
        return Array.from(holder.children, (element) => (element as unknown as { source: string }).source);
      }, SOURCE);
      expect(told[0]).toBe(SOURCE);
      await (await find('lost')).getByRole('alert').filter({ hasText: 'Write &lt; for <' }).waitFor();
    },
  );

  test.each([
    { where: 'haze', width: 320, dark: true },
    { where: 'haze', width: 1024, dark: false },
    { where: 'other', width: 320, dark: false },
    { where: 'other', width: 1024, dark: true },
  ] as const)(
    'nothing is cut off or hard to read (site: $where, $width pixels, dark: $dark)',
    async ({ where, ...look }) => {
      await open(`${site[where]}/example.html`, look);
      // Waits for all elements, because a late element would move a frame that the test inspects.
      for (const label of LABELS) await (await find(label)).getByRole('button', { name: 'Run' }).waitFor();
      const program = await find('Mean of a sample');
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      const colour = look.dark ? 'rgb(253, 186, 116)' : 'rgb(154, 52, 18)';
      // The page's own colour, whatever the theme.
      await expect
        .poll(() =>
          program
            .getByRole('button', { name: 'Run' })
            .evaluate((button) => getComputedStyle(button).backgroundColor),
        )
        .toBe(colour);
      for (const frame of page.frames()) {
        await frame.evaluate(AXE);
        expect(await frame.evaluate(FIND_FAULTS)).toEqual([]);
      }
    },
  );
});
