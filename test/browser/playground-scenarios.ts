// What the playground promises, in every browser: one test for each promise. Numbers come from closed forms, which the
// tests name.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDialogs } from './dialog-scenarios.ts';
import { saved, testJoints } from './joint-scenarios.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { testSettings } from './settings-scenarios.ts';
import { StaticHost } from './static-host.ts';
import { testWriting } from './writing-scenarios.ts';

/** A browser with one profile, in the hands of these tests. */
export interface DrivenBrowser {
  newPage(): Promise<DrivenPage>;
  /** Warnings and errors of the console, and errors of pages, since the last call. */
  takeProblems(): string[];
  /** Whether its process ended by itself, where a driver tells. */
  hasCrashed?(): boolean;
  end(): Promise<void>;
}

export interface Scenario {
  readonly driver: PlaygroundDriver;
  readonly browser: DrivenBrowser;
  readonly host: StaticHost;
  /** Another tab. */
  newTab(): Promise<PlaygroundDriver>;
}

const PAGE_BUILD = new URL('../../dist/page/', import.meta.url).pathname;
const TWO_VALUES = `#include <stdio.h>
#include <uxhw.h>
int main(int argc, char **argv) {
  double x = UxHwDoubleUniformDist(1.0, 3.0);
  printf("width (m) = %lf\\n", x);
  printf("difference: %lf\\n", x - x);
  return 0;
}
`;

/** Whether an element is drawn at all. Runs in the page. */
function isInSight(selector: string): boolean {
  return document.querySelector(selector)?.checkVisibility() === true;
}

/** Starts the site and a browser for the tests of a file; answers what they work with. */
export function openScenario(startBrowser: () => Promise<DrivenBrowser>): Scenario {
  const parts: { host?: StaticHost; browser?: DrivenBrowser; driver?: PlaygroundDriver } = {};
  const tabs: PlaygroundDriver[] = [];
  const newTab = async () => {
    const tab = new PlaygroundDriver(await parts.browser!.newPage(), parts.host!.address);
    tabs.push(tab);
    return tab;
  };
  const start = async () => {
    parts.browser = await startBrowser();
    parts.driver = await newTab();
  };
  beforeAll(async () => {
    parts.host = await StaticHost.open({ folder: PAGE_BUILD, path: '/some/folder/' });
    await start();
  });
  beforeEach(async () => {
    if (!parts.browser!.hasCrashed?.()) return;
    console.log('a browser that had crashed is started anew');
    await parts.browser!.end();
    tabs.length = 0;
    await start();
    await parts.driver!.page.goto(parts.host!.address);
  });
  afterEach(async ({ task }) => {
    if (parts.browser!.hasCrashed?.()) return;
    for (const tab of tabs.splice(1)) await tab.page.close();
    // What a test that failed has left behind is not the next one's.
    if (task.result?.state === 'fail') await parts.driver!.page.goto('about:blank');
    // No test may leave a word on the console.
    expect(parts.browser!.takeProblems()).toEqual([]);
  });
  afterAll(async () => {
    await parts.browser?.end();
    await parts.host?.close();
  });
  return {
    get driver() {
      return parts.driver!;
    },
    get browser() {
      return parts.browser!;
    },
    get host() {
      return parts.host!;
    },
    newTab,
  };
}

/** Everything that all browsers must do. */
export function testPlayground(scenario: Scenario): void {
  testFirstVisit(scenario);
  testRuns(scenario);
  testInputs(scenario);
  testSettings(scenario);
  testComparison(scenario);
  testUncertainty(scenario);
  testProblems(scenario);
  testFortran(scenario);
  testRequests(scenario);
  testLinksAndDrafts(scenario);
  testLooks(scenario);
  testJoints(scenario);
  testWriting(scenario);
  testDialogs(scenario);
}

function testFirstVisit(scenario: Scenario): void {
  test('a first visit shows a program, downloads the compiler in sight, and runs by Ctrl-Enter', async () => {
    const { driver, host } = scenario;
    await driver.page.goto(host.address);
    await driver.until(() => document.querySelector('.cm-content') !== null, undefined);
    // What Run will give is there before there is a compiler, and says so.
    await driver.until(
      () => /^Recorded/.test(document.querySelector('.before-run')?.textContent?.trim() ?? ''),
      undefined,
    );
    const recorded = await driver.texts('haze-console button.value');
    expect(recorded).toHaveLength(3);
    await driver.until(
      () =>
        /Downloading the compiler: .*of \d+\.\d/.test(
          document.querySelector('haze-download-panel')?.shadowRoot?.textContent ?? '',
        ),
      undefined,
    );
    expect(await driver.run()).toBe('completed');
    // Lift: mean 716.8 and deviation 14.9 N by the closed form; see test/programs/gallery.test.ts.
    expect(await driver.text('haze-console')).toMatch(/lift \(N\):\s+717 ± 15/);
    expect(await driver.texts('haze-console button.value')).toEqual(recorded);
    expect(await driver.texts('.before-run')).toEqual([]);
  });

  test('values are numbers with their deviation and a density; a click shows all of one', async () => {
    const { driver } = scenario;
    await driver.open({ source: TWO_VALUES, core: 'C0-M+' });
    await driver.run();
    // The uniform distribution from 1 to 3: mean 2, standard deviation 2/√12 = 0.577.
    expect(await driver.texts('button.value')).toEqual(['2.00 ± 0.58', '0.000000']);
    expect(
      await driver.page.evaluate(
        () => document.querySelectorAll('haze-spark path[d^="M"]').length,
        undefined,
      ),
    ).toBe(1);
    await driver.click('2.00 ± 0.58');
    await driver.until(
      () => Boolean(document.querySelector('haze-value-viewer')?.shadowRoot?.querySelector('figure svg')),
      undefined,
    );
    const seen = await driver.page.evaluate(
      () => document.querySelector('haze-value-viewer')!.shadowRoot!.textContent!,
      undefined,
    );
    expect(seen).toContain('width');
    await driver.click('Raw output', 'label');
    expect(await driver.text('haze-console .stdout')).toMatch(
      /^width \(m\) = 2\.0+Ux[0-9A-F]{42,}\ndifference: /,
    );
    await driver.click('Raw output', 'label');
    await driver.click('Close');
  });

  test('the first uncertain value’s picture is open after a run, and focus stays; closed, it stays closed', async () => {
    const { driver } = scenario;
    const source = TWO_VALUES.replace('double x', 'printf("plain: %d\\n", 1);\n  double x');
    const seen = () =>
      driver.page.evaluate(
        () =>
          document.querySelector('haze-value-viewer')?.shadowRoot?.querySelector('figure svg title')
            ?.textContent ?? '',
        undefined,
      );
    await driver.open({ source });
    await driver.run();
    await expect.poll(seen).toMatch(/^width: mean 2/);
    expect(await driver.page.evaluate(() => document.activeElement?.className, undefined)).toContain(
      'cm-content',
    );
    await driver.click('Close', '.viewer button');
    await driver.run();
    expect(await driver.page.evaluate(() => document.querySelector('.viewer') === null, undefined)).toBe(
      true,
    );
  });

  test('exit status, times and records are told', async () => {
    const { driver } = scenario;
    await driver.open({ source: TWO_VALUES });
    await driver.run();
    expect(await driver.headline()).toMatch(/^Completed in [\d.]+ s$/);
    expect(await driver.page.evaluate(isInSight, '.figures')).toBe(false);
    await driver.click('Completed');
    expect(await driver.page.evaluate(isInSight, '.figures')).toBe(true);
    expect(await driver.text('.figures')).toMatch(
      /Total\s+[\d.]+ m?s\s+Build\s+[\d.]+ m?s\s+Module\s+\d+ kB\s+Run\s+[\d.]+ m?s\s+Core calls\s+\d+\s+Output\s+2 lines/,
    );
    await driver.click('Completed');
    await driver.click('Records', '[role=tab]');
    expect(await driver.text('#panel-records')).toMatch(
      /"BuildID": "bld_[\s\S]*"TaskID": "tsk_[\s\S]*"ExitCode": 0/,
    );
    await driver.click('Build log', '[role=tab]');
    expect(await driver.text('#panel-log')).toContain('clang');
    await driver.click('Output', '[role=tab]');
  });

  test('each core says what it means, and what it does to x − x', async () => {
    const { driver } = scenario;
    await driver.open({ source: TWO_VALUES });
    await driver.choose('Core', 'C0-XS');
    await driver.until(
      () => document.querySelector('.core-meaning')!.textContent!.includes('C0-XS '),
      undefined,
    );
    expect(await driver.text('.core-meaning')).toMatch(/^C0-XS Keeps 32 points .*independent/);
    await driver.run();
    // Independent operands: the difference of two uniform distributions of width 2 has the deviation 2/√6 = 0.816.
    expect((await driver.texts('button.value'))[1]).toMatch(/^0\.\d+ ± 0\.8\d?$/);
    const titles = await driver.page.evaluate(
      () =>
        Array.from(document.querySelectorAll<HTMLOptionElement>('select.core option'), ({ title }) => title),
      undefined,
    );
    expect(titles.length).toBeGreaterThan(10);
    expect(titles.filter((title) => title.length < 30)).toEqual([]);
    await driver.click('Cores', '[role=tab]');
    await driver.click('Run on these 4 cores');
    await driver.until(
      () =>
        Array.from(document.querySelectorAll('haze-core-table tbody tr')).filter((row) =>
          row.textContent?.includes('completed'),
        ).length === 4,
      undefined,
    );
    const rows = (await driver.texts('haze-core-table tbody tr')).map((row) => row.split(/\t+/));
    expect(rows.map(([core, value]) => [core, value])).toEqual(
      ['C0-XS', 'C0-S', 'C0-S+', 'C0-Joint'].map((core) => [
        core,
        expect.stringMatching(/^2\.0\d* ± 0\.5[5-9]\d* m$/),
      ]),
    );
    expect(await findSerious(driver)).toEqual([]);
    await driver.click('Output', '[role=tab]');
  });

  test('a core of one’s own is made in a form, chosen, and kept', async () => {
    const { driver } = scenario;
    await driver.open({ source: TWO_VALUES });
    await driver.click('Build', '.write [role=tab]');
    await driver.click('A core of your own', 'summary');
    await driver.choose('What it does', '2');
    await driver.choose('Points of a distribution', '64');
    await driver.choose('Aligned samples of a value', '512');
    await driver.click('Make this core');
    await driver.until(
      () => document.querySelector('.core-meaning')!.textContent!.startsWith('My core Keeps 64 points'),
      undefined,
    );
    expect(await driver.text('.core-meaning')).toContain('by 512 aligned samples. 256 MB');
    expect(await driver.run()).toBe('completed');
    // Uniform from 1 to 3, and x − x on a core that follows dependence.
    expect(await driver.texts('button.value')).toEqual([
      expect.stringMatching(/^[12]\.\d+ ± 0\.5[5-9]$/),
      '0.000000',
    ]);
    await driver.page.reload();
    await driver.until(
      () =>
        document.querySelector('select.core option:checked')?.textContent?.trim() === 'My core' &&
        document.querySelector('select.core optgroup:last-child')?.getAttribute('label') === 'Your own',
      undefined,
    );
  });

  test('C++ and Fortran examples of the gallery run; there are at least twelve', async () => {
    const { driver } = scenario;
    const gallery = JSON.parse(
      readFileSync(new URL('../../examples/gallery.json', import.meta.url), 'utf8'),
    ) as {
      title: string;
      field: string;
      language: string;
      sentence: string;
    }[];
    await driver.click('Examples');
    // Every one has a recorded value with its picture, below the heading of its field.
    await driver.until(
      (count) => document.querySelectorAll('haze-examples .card path').length === count,
      gallery.length,
    );
    expect(await driver.texts('haze-examples .card strong')).toEqual(gallery.map(({ title }) => title));
    expect(await driver.texts('haze-examples h3')).toEqual([...new Set(gallery.map(({ field }) => field))]);
    expect((await driver.texts('haze-examples .example-value'))[0]).toMatch(/^lift 71\d ± 15 N$/);
    expect(gallery.length).toBeGreaterThanOrEqual(12);
    await driver.click('Close', 'dialog button');
    for (const wanted of ['C++', 'Fortran']) {
      const { title } = gallery.find(({ language }) => language === wanted)!;
      await driver.click('Examples');
      await driver.click(title, 'dialog .card strong');
      await driver.until(
        (language) => document.querySelector<HTMLSelectElement>('.toolbar select')?.value === language,
        wanted,
      );
      expect(await driver.run()).toBe('completed');
      expect((await driver.texts('button.value')).join(' ')).toContain('±');
    }
  }, 600_000);
}

function testRuns(scenario: Scenario): void {
  test('runs are kept over a reload; two are set against each other: values, source, and both in one picture', async () => {
    const { driver } = scenario;
    const low = 'double low = argc > 1 ? 5 : 1;';
    await driver.open({
      source: TWO_VALUES.replace('  double x', `  ${low}\n  double x`).replace('1.0, 3.0', 'low, low + 2'),
      arguments: 'once',
    });
    await driver.run();
    await driver.fill('Arguments', '');
    await driver.typeAtStart('// once more\n');
    await driver.run();
    await driver.page.reload();
    await driver.until(() => document.querySelector('.cm-content')?.textContent !== '', undefined);
    await driver.click('Runs', '[role=tab]');
    await driver.until(() => document.querySelectorAll('haze-runs tbody tr').length >= 2, undefined);
    const rows = (await driver.texts('haze-runs tbody tr')).map((row) => row.split(/\t+/));
    // The newest first, and those two are chosen.
    expect(rows[0]!.slice(1, 4)).toEqual(['C0-S', '–', '+1 line']);
    expect(rows[1]![2]).toBe('once');
    await driver.click('Compare the two');
    await driver.until(() => document.querySelector('.compared-runs') !== null, undefined);
    // Even from 5 to 7, and from 1 to 3.
    const values = (await driver.texts('.compared-runs tbody tr')).map((row) => row.split(/\t+/));
    expect(values[0]!.slice(0, 3)).toEqual(['Arguments', 'once', '–']);
    expect(values[1]).toEqual(['width (m)', '6.00 ± 0.58', '2.00 ± 0.58', '−4.00']);
    expect(await driver.text('.changes')).toMatch(/^from line 1\s+\+ \/\/ once more\s+#include/);
    expect(await findSerious(driver)).toEqual([]);
    await driver.click('width', '.compared-runs button');
    await driver.until(
      () =>
        /width \(run \d+\)/.test(
          document.querySelector('haze-value-viewer')?.shadowRoot?.querySelector('thead')?.textContent ?? '',
        ),
      undefined,
    );
    const dashed = await driver.page.evaluate(
      () =>
        document
          .querySelector('haze-value-viewer')!
          .shadowRoot!.querySelectorAll('svg svg [stroke-dasharray]').length,
      undefined,
    );
    expect(dashed).toBeGreaterThan(0);
    await driver.click('Close', '.viewer button');
    // Another program has none, also where it is nearly the same, and this one has its own when it is opened again.
    await driver.open({ source: `${TWO_VALUES}// another\n` });
    await driver.click('Runs', '[role=tab]');
    await driver.until(
      () => document.querySelector('haze-runs')?.textContent?.includes('will be listed here') === true,
      undefined,
    );
    expect(await driver.texts('haze-runs tbody tr')).toEqual([]);
    await driver.click('Examples');
    await driver.until(() => document.querySelector('haze-kept-work .card strong') !== null, undefined);
    await driver.click('once more', 'haze-kept-work .card strong');
    await driver.until(() => document.querySelectorAll('haze-runs tbody tr').length === 2, undefined);
    await driver.click('Output', '[role=tab]');
  });
}

function testInputs(scenario: Scenario): void {
  test('arguments, standard input and files reach the program; stderr, exit status and its own files come back', async () => {
    const { driver } = scenario;
    const source = `#include <stdio.h>
int main(int argc, char **argv) {
  int number = 0; char word[40] = "";
  scanf("%d", &number);
  FILE *in = fopen("data/in.txt", "r");
  if (in) { fscanf(in, "%39s", word); fclose(in); }
  printf("%s %d %s\\n", argc > 1 ? argv[1] : "none", number, word);
  fprintf(stderr, "to the other side\\n");
  FILE *out = fopen("out.txt", "w");
  fputs("made here", out); fclose(out);
  return number == 42 ? 0 : 3;
}
`;
    const files = [{ path: 'data/in.txt', text: 'fog' }];
    await driver.open({ source, arguments: "'two words'", stdin: '42\n', files });
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console .stdout')).toBe('two words 42 fog');
    expect(await driver.text('haze-console .stderr')).toContain('to the other side');
    await expect.poll(() => driver.text('.output-files')).toBe('Save out.txt (9 bytes)');
    await driver.open({ source });
    expect(await driver.run()).toBe('stopped');
    expect(await driver.headline()).toMatch(/: exit status 3$/);
    expect(await driver.text('haze-console .stdout')).toBe('none 0');
  });

  test('output appears while the program runs, with figures; Stop ends it', async () => {
    const { driver } = scenario;
    const source = `#include <stdio.h>
int main(void) {
  fputs("a word on stderr\\n", stderr);
  for (int i = 0;; i++) { if (i % 20000000 == 0) { printf("line %d\\n", i); fflush(stdout); } }
}
`;
    await driver.open({ source });
    await driver.focusEditor();
    await driver.page.keyboard.press('Control+Enter');
    await driver.until(
      () => /Running: [1-9]\d* lines?, [1-9]/.test(document.querySelector('.phase')!.textContent!),
      undefined,
    );
    expect(await driver.text('haze-console .stdout')).toMatch(/^line 0/);
    await driver.until(
      () =>
        document.querySelector('haze-console .stderr')?.textContent === 'a word on stderr\n' &&
        /Running/.test(document.querySelector('.phase')!.textContent!),
      undefined,
    );
    await driver.click('Stop');
    expect(await driver.untilEnded()).toBe('cancelled');
  });

  test('a program that crashes says why, and the next one runs', async () => {
    const { driver } = scenario;
    await driver.open({ source: 'int main(void) { __builtin_trap(); }\n' });
    expect(await driver.run()).toBe('stopped');
    await driver.open({ source: '#include <stdio.h>\nint main(void) { puts("still here"); return 0; }\n' });
    await driver.until(
      () => document.querySelector('.phase')?.textContent?.includes('Ready') === true,
      undefined,
    );
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console')).toBe('still here');
  });

  test('output of a megabyte is shown as far as one would read it, and the page goes on', async () => {
    const { driver } = scenario;
    const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.1);
  for (int i = 0; i < 200; i++) printf("%lf\\n", x);
  for (int i = 0; i < 60000; i++) printf("line of text %d\\n", i);
  return 0;
}
`;
    await driver.open({ source });
    expect(await driver.run()).toBe('completed');
    expect((await driver.texts('button.value')).length).toBe(200);
    expect(await driver.text('haze-console .cut')).toContain('too long to be shown');
    await driver.click('Completed');
    expect(await driver.text('.figures')).toContain('60,200 lines');
  });
}

function testComparison(scenario: Scenario): void {
  test('a program is compared with the Reference core: distances, cost, and both values over each other', async () => {
    const { driver } = scenario;
    const answer = 'printf("above: %lf\\n", UxHwDoubleProbabilityGT(x, 2.5));';
    await driver.open({
      source: TWO_VALUES.replace('  return 0;', `  ${answer}\n  return 0;`),
      core: 'C0-XS',
    });
    await driver.run();
    await driver.click('Compare with Reference');
    await driver.until(() => document.querySelector('.comparison') !== null, undefined);
    expect(await driver.text('.comparison p')).toMatch(
      /^C0-XS took \d+ ms, C0-Reference [\d.]+ m?s: [\d.]+ times as long\. A plain number has no distribution/,
    );
    const rows = (await driver.texts('.comparison tbody tr')).map((row) => row.split(/\t+/));
    // Uniform from 1 to 3: mean 2, deviation 0.577. The core keeps 32 points, so it is off by less than one part in 20.
    expect(rows[0]?.slice(0, 2)).toEqual(['width', '2.00 ± 0.58']);
    // 10 000 runs know the mean to 0.577/100; four times that are allowed.
    expect(rows[0]![2]).toMatch(/^(?:1\.9[89]|2\.0[0-2]) ± 0\.5[78]$/);
    expect(Number.parseFloat(rows[0]![3]!)).toBeLessThan(5);
    // x − x is 0 in every run; the core takes the operands as independent.
    expect(rows[1]![2]).toMatch(/^0\S*$/);
    // A quarter of the interval lies above 2.5, in the runs give or take 4·0.0043; there is no spread to compare.
    expect(Number(rows[2]![1])).toBeCloseTo(0.25, 1);
    expect(Math.abs(Number(rows[2]![2]) - 0.25)).toBeLessThan(0.018);
    expect(rows[2]![3]).toBe('plain number');
    await driver.click('width', '.comparison button');
    await driver.until(
      () =>
        Boolean(
          document.querySelector('haze-value-viewer')?.shadowRoot?.textContent?.includes('width, Reference'),
        ),
      undefined,
    );
    await driver.click('Close');
  });
}

/** Variance of z: 4/3 of x, which is even from 1 to 3, and 1 of y. */
const TWO_INPUTS = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(1.0, 3.0);
  double y = UxHwDoubleGaussDist(0.0, 1.0);
  printf("z = %lf\\n", 2 * x + y);
  for (int i = 0; i < 4; i++) printf("after %d s: s = %lf\\n", i, x + i * y);
  return 0;
}
`;

/** Text of an element in the panel, through the trees of its elements. Runs in the page. */
function readPanel([host, selector]: readonly [string, string]): string {
  const panel = document.querySelector('haze-uncertainty')?.shadowRoot;
  const root = host === '' ? panel : panel?.querySelector(host)?.shadowRoot;
  return Array.from(root?.querySelectorAll<HTMLElement>(selector) ?? [], (one) =>
    (one.innerText || one.textContent || '').replaceAll(/\s+/g, ' ').trim(),
  ).join('\n');
}

/** Notes the scripts of workers that begin from now on. Runs in the page. */
function watchWorkers(): void {
  const opened: string[] = [];
  Reflect.set(window, 'openedWorkers', opened);
  window.Worker = class extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      opened.push(String(address));
    }
  };
}

function testUncertainty(scenario: Scenario): void {
  const ask = (host: string, selector: string) =>
    scenario.driver.page.evaluate(readPanel, [host, selector] as const);
  const untilPanel = async (host: string, selector: string, pattern: RegExp) => {
    await expect.poll(() => ask(host, selector)).toMatch(pattern);
  };
  const findFaults = async () => {
    await scenario.driver.page.evaluate((source) => {
      // biome-ignore lint/security/noGlobalEval: axe-core is a script
      globalThis.eval(source);
    }, axe.source);
    return scenario.driver.page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run('.uncertainty');
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    }, undefined);
  };

  /** What inputs are called: Safari's engine does not tell where a program is. */
  const named = async () => {
    const isSafari = await scenario.driver.page.evaluate(
      () => navigator.userAgent.includes('Version/'),
      undefined,
    );
    return isSafari
      ? { x: 'uniform(1, 3)', y: 'gauss(0, 1)', isPlaced: false }
      : { x: 'x', y: 'y', isPlaced: true };
  };

  test('what makes a value uncertain: a budget from a run with the same seed, read and gone through by keys', async () => {
    const { driver } = scenario;
    await driver.open({ source: TWO_INPUTS, core: 'C0-Joint' });
    await driver.run();
    await driver.page.evaluate(watchWorkers, undefined);
    await driver.click('What makes it uncertain?');
    await untilPanel('', '[role=status]', /once more with the same seed; 4,096 draws/);
    // 4/3 and 1 of 7/3.
    const { x, y, isPlaced } = await named();
    const [first, second] = (await ask('haze-budget', 'tbody tr')).split('\n');
    expect(first).toMatch(/57\.[012] %/);
    expect(second).toMatch(/4(2\.[89]|3\.0) %/);
    expect([first!.startsWith(x), second!.startsWith(y)]).toEqual([true, true]);
    expect(first!.includes('main.c:4')).toBe(isPlaced);
    // Whatever else changes in the page, the panel stays what it is.
    const isSame = await driver.page.evaluate(async () => {
      const find = () => document.querySelector('.uncertainty haze-uncertainty');
      const before = find();
      const removed: Node[] = [];
      const observer = new MutationObserver((changes) => {
        for (const { removedNodes } of changes) removed.push(...removedNodes);
      });
      observer.observe(document.body, { childList: true, subtree: true });
      const raw = document.querySelector<HTMLInputElement>('.output-tools input[type=checkbox]')!;
      for (const _ of ['raw', 'as before']) {
        raw.click();
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      observer.disconnect();
      return before !== null && find() === before && removed.every((node) => !node.contains(before));
    }, undefined);
    expect(isSame).toBe(true);
    // It is built with the compiler that the page has in memory already.
    const opened = await driver.page.evaluate(
      () => Reflect.get(window, 'openedWorkers') as string[],
      undefined,
    );
    expect(opened.filter((address) => address.includes('compile'))).toEqual([]);
    expect(opened.some((address) => address.includes('run'))).toBe(true);
    expect(await findFaults()).toEqual([]);
    if (!isPlaced) return;
    await driver.page.evaluate(() => {
      const panel = document.querySelector('haze-uncertainty')!.shadowRoot!;
      panel.querySelector('haze-budget')!.shadowRoot!.querySelector<HTMLElement>('.source')!.focus();
    }, undefined);
    await driver.page.keyboard.press('Enter');
    await driver.until(
      () => document.querySelector('.cm-activeLine')?.textContent?.includes('double x') === true,
      undefined,
    );
  });

  test('values together: correlations, and what is left of all where one is known to lie in a range', async () => {
    const { driver } = scenario;
    await driver.click('Together', '[role=tab]');
    // √(4/7) = 0.756, the part of x in z, as 4,096 draws have it: they may say 0.75 as well.
    await untilPanel('haze-joint', '.matrix', /0\.7[56]/);
    expect(await findFaults()).toEqual([]);
    const { x } = await named();
    await driver.page.evaluate((name) => {
      const joint = document.querySelector('haze-uncertainty')!.shadowRoot!.querySelector('haze-joint')!
        .shadowRoot!;
      const rows = [...joint.querySelectorAll<HTMLElement>('.strips li')];
      rows
        .find((row) => row.querySelector('.strip-name')!.textContent!.startsWith(name))!
        .querySelector('input')!
        .focus();
    }, x);
    await driver.page.keyboard.type('2');
    await driver.page.keyboard.press('Tab');
    await untilPanel('haze-joint', '[role=status]', /2,048 of 4,096 draws \(50/);
    // x is even from 2 to 3 now: z is 5, with a variance of 4/12 + 1.
    await untilPanel('haze-joint', '.strips li:first-child', /→ 5\.0 ± 1\.2|→ 5\.00 ± 1\.1[56]/);
  });

  test('a series: values that a loop prints, over the plain number beside them', async () => {
    const { driver } = scenario;
    await driver.click('Series', '[role=tab]');
    await untilPanel(
      'haze-series',
      '.sentence',
      /s, 4 values: from 2\.0\d* .* at after 0 to 2\.0\d* .* at after 3/,
    );
    expect(await findFaults()).toEqual([]);
  });

  test('inputs are set by keys, and fixed: values follow', async () => {
    const { driver } = scenario;
    await driver.click('Inputs', '[role=tab]:not(.write *)');
    await untilPanel('haze-controls', 'tbody tr:first-child', /100\.0 %/);
    expect(await findFaults()).toEqual([]);
    const { x, y } = await named();
    await driver.click(`Fix this input: ${x}`, 'button');
    // √(3/7) of the spread is left.
    await untilPanel('haze-controls', 'tbody tr:first-child', /65\.[45] %/);
    await driver.page.evaluate((name) => {
      const controls = document.querySelector('haze-uncertainty')!.shadowRoot!.querySelector('haze-controls')!
        .shadowRoot!;
      controls.querySelector<HTMLElement>(`[aria-label="${name}, standard deviation"]`)!.focus();
    }, y);
    await driver.page.keyboard.press('Home');
    await untilPanel('haze-controls', 'tbody tr:first-child', /(^| )0\.0 %/);
    await driver.click('Reset all');
    await untilPanel('haze-controls', 'tbody tr:first-child', /100\.0 %/);
  });

  test('correlations of ranks, and contours that hold half and 95 % of two', async () => {
    const { driver } = scenario;
    await driver.click('Together', '[role=tab]');
    await driver.click('Rank', 'button');
    await untilPanel('haze-joint', '[aria-label="Which correlation"] [aria-pressed=true]', /^Rank$/);
    const rows = (await ask('haze-joint', '.matrix tbody tr')).split('\n').filter((row) => row !== '');
    const { x, y } = await named();
    const inputs = [x, y].map((name) => rows.findIndex((row) => row.includes(`) ${name}`)));
    const [ofX, ofY] = inputs.map((at) => rows[at]!.match(/[−-]?\d\.\d\d(?!\d)/g)!);
    // Two inputs that are drawn apart; and x with z, of which a million plain draws have 0.765.
    expect(Math.abs(Number(ofX![inputs[1]!]!.replace('−', '-')))).toBeLessThan(0.06);
    expect(Math.abs(Number(ofX![0]) - 0.765)).toBeLessThan(0.03);
    expect(Number(ofY![inputs[1]!])).toBe(1);
    const picture = 'section[aria-label="Two together"] svg';
    const drawn = await driver.page.evaluate((selector) => {
      const joint = document.querySelector('haze-uncertainty')!.shadowRoot!.querySelector('haze-joint')!;
      const lines = joint.shadowRoot!.querySelectorAll<SVGPathElement>(`${selector} path[fill=none]`);
      return Array.from(lines, (line) => {
        const { width, height } = line.getBBox();
        return { isDashed: line.hasAttribute('stroke-dasharray'), area: width * height };
      });
    }, picture);
    const [half, most] = [false, true].map(
      (dashed) => drawn.find(({ isDashed }) => isDashed === dashed)!.area,
    );
    expect(half).toBeGreaterThan(0);
    expect(most).toBeGreaterThan(half!);
    expect(await findFaults()).toEqual([]);
  });

  test('the budget ends with its sum, and that of all values is saved with pictures in one archive', async () => {
    const { driver } = scenario;
    await driver.click('Budget', '[role=tab]');
    await untilPanel('haze-budget', 'tfoot', /^sum (?:99\.\d|100\.0) % interactions 0\.\d %$/);
    await driver.click('of all 5 values', 'label');
    const files = unzipSync(await saved(driver, 'All, with pictures (zip)'));
    const reports = ['budget.csv', 'budget.json', 'budget.md', 'budget.tex', 'budget.txt'];
    const pictures = ['z', 'after-0-s-s', 'after-1-s-s', 'after-2-s-s', 'after-3-s-s'].flatMap((name, i) =>
      ['budget', 'density'].map((what) => `pictures/0${i + 1}-${name}-${what}.svg`),
    );
    expect(Object.keys(files).sort()).toEqual([...reports, ...pictures].sort());
    const text = (name: string) => new TextDecoder().decode(files[name]);
    expect(JSON.parse(text('budget.json')).values).toHaveLength(5);
    expect(text('budget.md')).toMatch(/\| sum (?:\| {2}){6}\|/);
    for (const name of pictures) expect(text(name)).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
  });
}

function testProblems(scenario: Scenario): void {
  test('a message of the compiler stands below its line, and its fix is applied by a click', async () => {
    const { driver } = scenario;
    await driver.open({ source: '#include <stdio.h>\nint main(void) {\n  puts("fixed")\n  return 0;\n}\n' });
    expect(await driver.run()).toBe('build-failed');
    await driver.until(() => document.querySelector('.diagnostic-line') !== null, undefined);
    // The message is the line's next sibling in the editor.
    const above = await driver.page.evaluate(
      () =>
        document.querySelector('.diagnostic-line')!.closest('.cm-content > *')!.previousElementSibling!
          .textContent,
      undefined,
    );
    expect(above).toBe('  puts("fixed")');
    // The list's code comes with the first message.
    await expect
      .poll(() => driver.text('haze-problems'))
      .toMatch(/error\s+line 3:16\s+expected ';' after expression/);
    await driver.click('line 3:16');
    await driver.click('Fix: insert “;”', '.diagnostic-line button');
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console')).toBe('fixed');
    expect(await driver.texts('.diagnostic-line')).toEqual([]);
  });

  test('warnings are shown beside the output; errors of Fortran at their lines', async () => {
    const { driver } = scenario;
    await driver.open({
      source: '#include <stdio.h>\nint main(void) {\n  printf("%d\\n", 1.5);\n  return 0;\n}\n',
    });
    expect(await driver.run()).toBe('completed');
    await expect.poll(() => driver.text('haze-problems')).toMatch(/^warning/);
    const source = 'program broken\n  implicit none\n  nothing = 1\nend program\n';
    await driver.open({ language: 'Fortran', source });
    expect(await driver.run()).toBe('build-failed');
    await expect.poll(() => driver.text('haze-problems')).toMatch(/line 3:\d+/);
  });
}

function testFortran(scenario: Scenario): void {
  test('errors of a Fortran program stand below their lines, all of a run', async () => {
    const { driver } = scenario;
    const source = [
      'program broken',
      '  implicit none',
      '  integer :: count',
      '  count = 1',
      '  coutn = count',
      "  call greet('you', 2)",
      'contains',
      '  subroutine greet(name, times)',
      '    character(*), intent(in) :: name, times',
      '    print *, name, times',
      '  end subroutine',
      'end program',
      '',
    ].join('\n');
    await driver.open({ language: 'Fortran', source });
    expect(await driver.run()).toBe('build-failed');
    await driver.until(() => document.querySelectorAll('.diagnostic-line').length >= 2, undefined);
    const shown = await driver.page.evaluate(
      () =>
        Array.from(document.querySelectorAll<HTMLElement>('.diagnostic-line'), (line) => [
          line.previousElementSibling?.textContent?.trim(),
          line.innerText,
        ]),
      undefined,
    );
    expect(shown.map(([above]) => above)).toEqual(['coutn = count', "call greet('you', 2)"]);
    expect(shown[0]![1]).toContain('"coutn"');
    expect(shown[1]![1]).toContain('declared CHARACTER');
  });

  test('Fortran is checked while it runs, by flags that are shown and can be taken off', async () => {
    const { driver } = scenario;
    const source = [
      'program beyond',
      '  integer :: a(3) = 7, i',
      '  do i = 1, 4',
      '    if (a(i) < 0) a(i) = 0',
      '  end do',
      "  print '(a, 3i2)', 'to the end', a",
      'end program',
      '',
    ].join('\n');
    await driver.open({ language: 'Fortran', source });
    await driver.click('Inputs', '.write [role=tab]');
    await driver.until(() => document.querySelector('haze-program-inputs label') !== null, undefined);
    const flags = () =>
      driver.page.evaluate(
        () =>
          Array.from(document.querySelectorAll('haze-program-inputs label'))
            .find((label) => label.textContent!.includes('Compiler flags'))!
            .querySelector('input')!.value,
        undefined,
      );
    expect(await flags()).toBe('-fcheck=all');
    expect(await driver.run()).toBe('stopped');
    expect(await driver.headline()).toMatch(/: exit status 2$/);
    expect(await driver.text('haze-console .stderr')).toMatch(
      /At line 4 of file \S+\.f90\s+Fortran runtime error: Index '4' of dimension 1 of array 'a' above upper bound of 3/,
    );
    await driver.page.evaluate(() => {
      const field = Array.from(document.querySelectorAll('haze-program-inputs label'))
        .find((label) => label.textContent!.includes('Compiler flags'))!
        .querySelector('input')!;
      field.value = '-fcheck=all,no-bounds';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, undefined);
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console .stdout')).toBe('to the end 7 7 7');
  });

  test('x − x of a Fortran program is zero where dependence is followed', async () => {
    const { driver } = scenario;
    const source = [
      'program differences',
      '  use uxhw',
      '  real(8) :: x',
      '  x = ux_uniform(1.0d0, 3.0d0)',
      "  print '(a, f8.4)', 'x = ', x",
      "  print *, 'difference', x - x",
      'end program',
      '',
    ].join('\n');
    await driver.open({ language: 'Fortran', source, core: 'C0-S+' });
    expect(await driver.run()).toBe('completed');
    // The uniform distribution from 1 to 3: mean 2, standard deviation 2/√12 = 0.577.
    expect((await driver.texts('button.value'))[0]).toBe('2.00 ± 0.58');
    expect((await driver.texts('button.value'))[1]).not.toContain('±');
    await driver.open({ language: 'Fortran', source, core: 'C0-S' });
    expect(await driver.run()).toBe('completed');
    // Independent operands: the deviation is 2/√6 = 0.816.
    expect((await driver.texts('button.value'))[1]).toMatch(/± 0\.8\d?$/);
  });
}

function testRequests(scenario: Scenario): void {
  test('the requests of the page are listed with their answers, and can be copied', async () => {
    const { driver } = scenario;
    await driver.open({ source: TWO_VALUES });
    await driver.run();
    await driver.click('Requests', '[role=tab]');
    // The list's code comes with the first look; the page asks for output files when the run has ended.
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
    'the sample flow "%s" is replayed, step by step',
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
    },
  );
}

function testLinksAndDrafts(scenario: Scenario): void {
  test('a link holds the whole program and opens with the network off', async () => {
    const { driver, host, newTab } = scenario;
    const program = {
      source: '#include <stdio.h>\nint main(int c, char **v) { printf("%s\\n", v[1]); return 0; }\n',
      core: 'C0-L+',
      arguments: 'shared',
    };
    await driver.open(program);
    // The compiler and the page's own files have to be here.
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
    ['#haze1=garbage', 'The link does not hold a program: it is cut short or damaged'],
    ['#haze99=AAAA', 'it has version 99, and this page knows version 1'],
  ])('a link that cannot be read says so: %s', async (fragment, sentence) => {
    const { newTab, host } = scenario;
    const tab = await newTab();
    await tab.page.goto(host.address + fragment);
    await tab.until(
      (words) => document.querySelector('.passing .sentence')?.textContent?.includes(words) === true,
      sentence,
    );
  });

  test('what was typed survives a reload, and a second tab does not write over it', async () => {
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

  test('what somebody has written is still there after an example or a link was opened', async () => {
    const { driver, newTab } = scenario;
    await driver.open({ source: 'int main(void) { return 0; }\n' });
    await driver.typeAtStart('// an afternoon of work\n');
    await driver.click('Examples');
    await driver.click('Lift of a wing', '.gallery .card strong');
    await driver.until(
      () => !document.querySelector('.cm-content')?.textContent?.includes('an afternoon'),
      undefined,
    );
    await driver.until(() => document.body.innerText.includes('“Examples” lists it'), undefined);
    await driver.click('Examples');
    await driver.click('Rename an afternoon', '.gallery button');
    await driver.fill('New name', 'an afternoon of work on lifts');
    await driver.click('Keep this name');
    await driver.click('an afternoon of work on lifts', '.gallery .card strong');
    await driver.until(
      () => document.querySelector('.cm-content')?.textContent?.startsWith('// an afternoon') === true,
      undefined,
    );
    // A link in the same tab, and one in a tab of its own.
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

  test('after “Share”, a reload goes on with what was typed since', async () => {
    const { driver } = scenario;
    await driver.open({ source: 'int main(void) { return 0; }\n' });
    await driver.click('Share');
    await driver.until(() => location.hash.startsWith('#haze1='), undefined);
    await driver.typeAtStart('// after the link\n');
    await driver.page.reload();
    await driver.until(
      () => document.querySelector('.cm-content')?.textContent?.startsWith('// after the link') === true,
      undefined,
    );
  });

  test('tabs that go away while they reach for the service leave it to the others', async () => {
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

  test('parts of the compiler that have lost their end in storage are there again when they are needed', async () => {
    const { driver } = scenario;
    const source =
      '#include <iostream>\n#include <vector>\nint main() { std::cout << std::vector<int>(3).size(); }\n';
    await driver.open({ source, language: 'C++' });
    expect(await driver.run()).toBe('completed');
    // As Firefox leaves a file whose worker was ended while it wrote; one of them still has the mark of that.
    const cut = await driver.page.evaluate(async () => {
      const cache = await caches.open('haze-toolchain');
      const isCpp = ({ url }: Request) => /(llvm-resources|core)-cxx/.test(url);
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
    // A compiler that was damaged must not stay so for whoever comes without a network.
    const marks = await driver.page.evaluate(async () => {
      const kept = await (await caches.open('haze-toolchain')).keys();
      return kept.filter(({ url }) => /-cxx/.test(url)).map(({ url }) => new URL(url).search);
    }, undefined);
    expect(marks).toEqual(['', '']);
  });

  test('a full storage is told once, and one can go on', async () => {
    const { driver } = scenario;
    await driver.open({ source: '#include <stdio.h>\nint main(void) { puts("on"); return 0; }\n' });
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
    // The storage of this page stays full.
    await driver.page.goto('about:blank');
  });
}

function testLooks(scenario: Scenario): void {
  test('by keyboard alone: out of the editor, along the tabs, to a value', async () => {
    const { driver } = scenario;
    const { keyboard } = driver.page;
    await driver.open({ source: TWO_VALUES });
    await driver.run();
    // Wherever the focus is, as the button says.
    await driver.page.evaluate(() => (document.activeElement as HTMLElement).blur(), undefined);
    expect(await driver.run('anywhere')).toBe('completed');
    await driver.focusEditor();
    await keyboard.press('Escape');
    await keyboard.press('Tab');
    const focused = () =>
      driver.page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        return `${element.tagName} ${element.id} ${element.innerText?.trim().split('\n')[0]}`;
      }, undefined);
    // The divider moves by keys, and is kept.
    await expect.poll(focused).toMatch(/^HAZE-DIVIDER/);
    const place = () =>
      driver.page.evaluate(() => {
        const divider = document.querySelector('.work > haze-divider')!;
        const { width } = document.querySelector('.write')!.getBoundingClientRect();
        return [Number(divider.getAttribute('aria-valuenow')), Math.round((100 * width) / innerWidth)];
      }, undefined);
    await expect.poll(place).toEqual([52, 52]);
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowLeft');
    await expect.poll(place).toEqual([48, 48]);
    expect(await driver.page.evaluate(() => localStorage['haze-layout'], undefined)).toContain('"split":48');
    await keyboard.press('Enter');
    await expect.poll(place).toEqual([52, 52]);
    for (let presses = 0; !(await focused()).includes('tab-') && presses < 20; presses += 1)
      await keyboard.press('Tab');
    expect(await focused()).toContain('tab-output');
    await keyboard.press('ArrowRight');
    await expect.poll(focused).toContain('tab-runs');
    await keyboard.press('ArrowLeft');
    await expect.poll(focused).toContain('tab-output');
    for (let presses = 0; !(await focused()).includes('±') && presses < 10; presses += 1)
      await keyboard.press('Tab');
    await keyboard.press('Enter');
    await driver.until(() => document.querySelector('haze-value-viewer') !== null, undefined);
    const outline = await driver.page.evaluate(
      () => getComputedStyle(document.activeElement!).outlineStyle,
      undefined,
    );
    expect(outline).toBe('solid');
  });

  test('screen readers hear of the end of a run, with the values', async () => {
    const { driver } = scenario;
    await driver.open({ source: TWO_VALUES });
    await driver.run();
    await driver.until(
      () => document.querySelector('.announcer')!.textContent!.includes('Completed'),
      undefined,
    );
    expect(await driver.text('.announcer')).toMatch(/width: mean 2(?:\.0+)?, standard deviation 0\.58/);
  });

  test('dark and light by a switch, and as the system has it otherwise', async () => {
    const { driver } = scenario;
    const scheme = () =>
      driver.page.evaluate(() => getComputedStyle(document.documentElement).colorScheme, undefined);
    for (const theme of ['dark', 'light'] as const) {
      await driver.chooseTheme(theme);
      expect(await scheme()).toBe(theme);
    }
    await driver.chooseTheme('auto');
    expect(await scheme()).toBe('light dark');
  });

  test.each(['light', 'dark'] as const)('axe finds nothing serious, in %s', async (theme) => {
    const { driver } = scenario;
    await driver.open({
      source: `${TWO_VALUES}\nint unused(void) { int x; return 0; }\n`,
      arguments: 'a',
      files: [{ path: 'a.txt', text: '' }],
    });
    await driver.chooseTheme(theme);
    await driver.run();
    await driver.click('2.00 ± 0.58');
    await driver.until(
      () => Boolean(document.querySelector('haze-value-viewer')?.shadowRoot?.querySelector('figure svg')),
      undefined,
    );
    for (const tab of ['Output', 'Requests', 'Records', 'Build log']) {
      await driver.click(tab, '[role=tab]');
      expect(await findSerious(driver)).toEqual([]);
    }
    await driver.click('Examples');
    expect(await findSerious(driver)).toEqual([]);
    await driver.click('Close', 'dialog button');
    await driver.chooseTheme('auto');
  });
}

async function findSerious(driver: PlaygroundDriver): Promise<string[]> {
  return driver.page.evaluate(async (source) => {
    type Axe = {
      run(): Promise<{
        violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
      }>;
    };
    const scope = window as unknown as { axe?: Axe };
    if (!scope.axe) {
      const script = document.createElement('script');
      script.textContent = source;
      document.head.append(script);
    }
    const { violations } = await scope.axe!.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
      );
  }, axe.source);
}
