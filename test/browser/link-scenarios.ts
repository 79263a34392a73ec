// The playground's requests, links and drafts. Links, drafts and full storage are tested in every engine.
import { expect, test } from 'vitest';
import { linkTo } from './playground-driver.ts';
import type { Scenario } from './playground-scenarios.ts';
import { TWO_VALUES } from './two-values.ts';

export function testRequests(scenario: Scenario): void {
  test("the page's requests are listed with their responses, and can be copied", async () => {
    const { driver } = scenario;
    await driver.open({ source: TWO_VALUES });
    await driver.run();
    await driver.click('Requests', '[role=tab]');
    // The list's code is lazy-loaded when the list is first opened, and the page requests output files after the run.
    await driver.until(() => {
      const summaries = Array.from(document.querySelectorAll<HTMLElement>('.exchanges summary'));
      return summaries.length > 0 && summaries.every(({ innerText }) => /\d+ ms$/.test(innerText.trim()));
    }, undefined);
    const requests = (await driver.texts('.exchanges summary')).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(requests.some((text) => /^POST \/sourcecode\/builds 202 \d+ ms$/.test(text))).toBe(true);
    expect(requests.some((text) => /^POST \/builds\/bld_\w+\/tasks 202 \d+ ms$/.test(text))).toBe(true);
    expect(requests.every((text) => / 20\d \d+ ms$/.test(text))).toBe(true);
    await driver.click('POST /sourcecode/builds', '.exchanges summary');
    expect(await driver.text('.exchanges details[open]')).toMatch(
      /"Language":"C"[\s\S]*"Status": "Accepted"/,
    );
    for (const name of ['curl', 'fetch', 'axios']) {
      await driver.click(`Copy as ${name}`, '.exchanges details[open] button');
      await driver.until(
        (tool) =>
          Array.from(document.querySelectorAll('.exchanges details[open] button'), (button) =>
            button.textContent?.trim(),
          ).includes('Copied') ||
          document.querySelector('.outcome')!.textContent!.includes(tool === 'axios' ? 'axios(' : tool),
        name,
      );
    }
  });

  test.each(['Build and run', 'A build that fails'])(
    'the sample flow "%s" runs and lists its steps',
    async (flow) => {
      const { driver } = scenario;
      await driver.click('Requests', '[role=tab]');
      await driver.click(flow);
      await driver.until(
        (title) => document.querySelector('.outcome')!.textContent!.startsWith(`${title}: done.`),
        flow,
      );
      const steps = await driver.texts('.steps li');
      expect(steps[0]).toMatch(/POST \/sourcecode\/builds\s+202$/);
      expect(steps.length).toBeGreaterThan(3);
      await driver.click('Output', '[role=tab]');
    },
  );
}

export function testLinksAndDrafts(scenario: Scenario): void {
  test('a link contains the whole program, and opens without a network', async () => {
    const { driver, host, newTab } = scenario;
    const program = {
      source: '#include <stdio.h>\nint main(int c, char **v) { printf("%s\\n", v[1]); return 0; }\n',
      core: 'C0-L+',
      arguments: 'shared',
    };
    await driver.open(program);
    // Runs the program to load the compiler and the page's own files.
    await driver.run();
    await driver.click('Share');
    await driver.until(() => location.hash.startsWith('#haze1='), undefined);
    const link = await driver.page.evaluate(() => location.href, undefined);
    await driver.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined), undefined);
    host.isAway = true;
    try {
      const tab = await newTab();
      await tab.page.goto(link);
      await tab.until(
        () => document.querySelector<HTMLSelectElement>('select.core')?.value === 'C0-L+',
        undefined,
      );
      expect(await tab.run()).toBe('completed');
      expect(await tab.text('haze-console')).toBe('shared');
    } finally {
      host.isAway = false;
    }
  });

  test.each([
    ['#haze1=garbage', 'The link does not contain a program: it is truncated or damaged'],
    ['#haze99=AAAA', 'it has version 99, but this page supports only version 1'],
  ])('a link that cannot be read is reported: %s', async (fragment, sentence) => {
    const { newTab, host } = scenario;
    const tab = await newTab();
    await tab.page.goto(host.address + fragment);
    await tab.until(
      (words) => document.querySelector('.passing .sentence')?.textContent?.includes(words) === true,
      sentence,
    );
  });

  test('the later of two links opened at once wins, even if the earlier one takes longer to unpack', async () => {
    const { driver } = scenario;
    await driver.open({ source: '// before both links\n' });
    const links = {
      earlier: await linkTo({ source: `// the earlier link\n${'// and much more text\n'.repeat(150_000)}` }),
      later: await linkTo({ source: '// the later link\n' }),
    };
    await driver.page.evaluate(async ({ earlier, later }) => {
      const sendLater = () => {
        location.hash = later;
      };
      window.addEventListener('hashchange', sendLater, { once: true });
      location.hash = earlier;
    }, links);
    const shows = () =>
      document.querySelector('.cm-content')?.textContent?.startsWith('// the later link') === true;
    await driver.until(shows, undefined);
    // Unpacks the earlier link twice, which takes longer than the page could still need for its first unpacking.
    await driver.page.evaluate(async (link) => {
      const base64 = link.replace('haze1=', '').replaceAll('-', '+').replaceAll('_', '/');
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      for (let time = 0; time < 2; time += 1) {
        const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
        JSON.parse(await new Response(unpacked).text());
      }
    }, links.earlier);
    expect(await driver.text('.cm-content')).toMatch(/^\/\/ the later link/);
  });

  test('typed text survives a reload, and a second tab does not overwrite it', async () => {
    const { driver, newTab, host } = scenario;
    await driver.open({ source: 'int main(void) { return 0; }\n' });
    await driver.typeAtStart('// first tab\n');
    const other = await newTab();
    await other.page.goto(host.address);
    await other.until(() => document.querySelector('.cm-content') !== null, undefined);
    await other.typeAtStart('// second tab\n');
    await driver.page.reload();
    await driver.until(
      () => document.querySelector('.cm-content')?.textContent?.startsWith('// first tabint main') === true,
      undefined,
    );
    await other.page.reload();
    await other.until(
      () => document.querySelector('.cm-content')?.textContent?.startsWith('// second tab') === true,
      undefined,
    );
  });

  test('a changed program is still in “My programs” after an example or a link is opened', async () => {
    const { driver, newTab } = scenario;
    await driver.open({ source: 'int main(void) { return 0; }\n' });
    await driver.typeAtStart('// an afternoon of work\n');
    await driver.click('Examples');
    await driver.click('Lift of a wing', '.gallery .card strong');
    await driver.until(
      () => !document.querySelector('.cm-content')?.textContent?.includes('an afternoon'),
      undefined,
    );
    await driver.until(() => document.body.innerText.includes('saved in “My programs”'), undefined);
    await driver.click('Examples');
    await driver.click('Rename an afternoon', '.gallery button');
    await driver.fill('New name', 'an afternoon of work on lifts');
    await driver.click('Save name');
    await driver.click('an afternoon of work on lifts', '.gallery .card strong');
    await driver.until(
      () => document.querySelector('.cm-content')?.textContent?.startsWith('// an afternoon') === true,
      undefined,
    );
    // Opens the link in the same tab, and in a new tab.
    for (const tab of [driver, await newTab()]) {
      await tab.open({ source: '// somebody else’s program\n' });
      await tab.click('Examples');
      await tab.until(
        () =>
          [...document.querySelectorAll('.gallery .card')].some((card) =>
            card.textContent?.includes('an afternoon of work'),
          ),
        undefined,
      );
      await tab.click('Close', 'dialog button');
    }
  });

  test('an open program appears in “My programs” once it is changed, and keeps the name given there', async () => {
    const { driver } = scenario;
    const names = () => driver.texts('haze-kept-work .card strong');
    const show = async () => {
      await driver.click('Open', '[aria-haspopup]');
      await driver.click('My programs…', '[role=menuitem]');
      await driver.until(
        () => document.querySelector('haze-kept-work .card, haze-kept-work p') !== null,
        undefined,
      );
    };
    await driver.open({ source: '// a bridge\n', title: 'A bridge' });
    await show();
    expect(await names()).not.toContain('A bridge');
    await driver.click('Close', 'dialog.gallery button');
    await driver.typeAtStart('// of steel\n');
    await show();
    // A line of its source distinguishes a program from programs with similar names.
    expect(await driver.texts('haze-kept-work .card span')).toContain('of steel');
    await driver.click('Rename A bridge', '.gallery button');
    await driver.fill('New name', 'A bridge of steel');
    await driver.click('Save name');
    await driver.until(
      () =>
        [...document.querySelectorAll('haze-kept-work li')].some((item) =>
          /A bridge of steel\s+of steel\s+open now/.test(item.textContent ?? ''),
        ),
      undefined,
    );
    // A program cannot be deleted while it is open.
    expect(
      await driver.page.evaluate(
        () => document.querySelector('[aria-label="Delete A bridge of steel"]') !== null,
        undefined,
      ),
    ).toBe(false);
    await driver.click('A bridge of steel', '.gallery .card strong');
    expect(await driver.text('.cm-content')).toMatch(/^\/\/ of steel/);
    // The next change keeps the name, and the message shown after a switch to another program offers to undo the
    // switch.
    await driver.typeAtStart('// and stone\n');
    await driver.click('Examples');
    await driver.click('Lift of a wing', '.gallery .card strong');
    await driver.click('Undo', '.passing button');
    await driver.until(
      () => document.querySelector('.cm-content')?.textContent?.startsWith('// and stone') === true,
      undefined,
    );
    await show();
    expect(await names()).toContain('A bridge of steel');
    await driver.click('Close', 'dialog.gallery button');
  });

  test('text typed after “Share” survives a reload', async () => {
    const { driver } = scenario;
    await driver.open({ source: 'int main(void) { return 0; }\n' });
    await driver.click('Share');
    await driver.until(() => location.hash.startsWith('#haze1='), undefined);
    await driver.typeAtStart('// after the link\n');
    // Copying the URL at this point would share the previous program.
    expect(await driver.page.evaluate(() => location.hash, undefined)).toBe('');
    await driver.page.reload();
    await driver.until(
      () => document.querySelector('.cm-content')?.textContent?.startsWith('// after the link') === true,
      undefined,
    );
  });

  test('tabs that close while connecting do not block the service for other tabs', async () => {
    const { driver, newTab, host } = scenario;
    for (const stayMs of [0, 50, 150, 400, 1000]) {
      const tab = await newTab();
      await tab.page.goto(host.address);
      await new Promise((resolve) => setTimeout(resolve, stayMs));
      await tab.page.goto('about:blank');
    }
    await driver.open({ source: '#include <stdio.h>\nint main(void) { puts("still here"); return 0; }\n' });
    expect(await driver.run()).toBe('completed');
  });

  test('full storage is reported, and programs can still be run', async () => {
    const { driver } = scenario;
    await driver.open({ source: '#include <stdio.h>\nint main(void) { puts("on"); return 0; }\n' });
    await driver.typeAtStart('// kept\n');
    await driver.until(() => Object.values(localStorage).some((text) => text.includes('// kept')), undefined);
    await driver.page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    }, undefined);
    await driver.typeAtStart('// more\n');
    await driver.until(
      () =>
        document
          .querySelector('.passing .sentence')
          ?.textContent?.includes('storage for this site is full') === true,
      undefined,
    );
    expect(await driver.run()).toBe('completed');
    // Other writes fail as well: theme, name, and notes about runs.
    await driver.chooseTheme('dark');
    await driver.chooseTheme('auto');
    await driver.click('Open', '[aria-haspopup]');
    await driver.click('My programs…', '[role=menuitem]');
    await driver.click('Rename', '.gallery .kept-actions button');
    await driver.fill('New name', 'a name without room');
    await driver.click('Save name');
    await driver.until(
      () =>
        document
          .querySelector('.passing .sentence')
          ?.textContent?.includes('storage for this site is full: nothing was changed') === true,
      undefined,
    );
    // Leaves the page while its storage stays full.
    await driver.page.goto('about:blank');
  });
}

/** Tests our own validation of data from storage. */
export function testDamagedParts(scenario: Scenario): void {
  test('truncated compiler files in storage are fetched again when needed', async () => {
    const { driver } = scenario;
    const source =
      '#include <iostream>\n#include <vector>\nint main() { std::cout << std::vector<int>(3).size(); }\n';
    await driver.open({ source, language: 'C++' });
    expect(await driver.run()).toBe('completed');
    // Truncates the files, as happens in Firefox if a worker terminates during a write. One of the files is also marked
    // as unfinished.
    const cut = await driver.page.evaluate(async () => {
      const cache = await caches.open('haze-toolchain');
      const isCpp = ({ url }: Request) => /(llvm-resources|core)-cxx\.(tar|wasm)/.test(url);
      const found = (await cache.keys()).filter(isCpp);
      for (const [index, { url }] of found.entries()) {
        const kept = (await cache.match(url))!;
        const bytes = await kept.arrayBuffer();
        const part = bytes.slice(0, Math.floor(bytes.byteLength / 65536) * 32768);
        await cache.put(url, new Response(part, { headers: kept.headers }));
        if (index > 0) await cache.put(`${url}?begun`, new Response());
      }
      return found.length;
    }, undefined);
    expect(cut).toBe(2);
    await driver.openAfresh({ source: source.replace('(3)', '(4)'), language: 'C++' });
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console .stdout')).toBe('4');
    // A damaged compiler must be repaired, so that a later visit can work offline.
    const marks = await driver.page.evaluate(async () => {
      const kept = await (await caches.open('haze-toolchain')).keys();
      return kept.filter(({ url }) => /-cxx\.(tar|wasm)/.test(url)).map(({ url }) => new URL(url).search);
    }, undefined);
    expect(marks).toEqual(['', '']);
    // The page logs only the damaged file: a file that is marked as unfinished does not count as damaged.
    expect(scenario.browser.takeProblems()).toEqual([
      expect.stringContaining("was damaged in this browser's storage. It is being fetched again."),
    ]);
  });
}
