// Tests each promise that the playground makes. `testEngine` runs the scenarios for every browser, and `testPlayground`
// runs all scenarios. Numbers come from closed forms, which the tests state.
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDialogKeys, testDialogs } from './dialog-scenarios.ts';
import { findFaults } from './find-faults.ts';
import { testFiles, testJoints } from './joint-scenarios.ts';
import { testKeys } from './key-scenarios.ts';
import { testLines } from './line-scenarios.ts';
import { testDamagedParts, testLinksAndDrafts, testRequests } from './link-scenarios.ts';
import { testAccessibility, testLooks } from './look-scenarios.ts';
import { testDecisions, testFortran, testImports, testProblems } from './message-scenarios.ts';
import { testOpening } from './opening-scenarios.ts';
import { testOrientation } from './orientation-scenarios.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { testComparison, testInputs, testRuns } from './run-scenarios.ts';
import { testSettings } from './settings-scenarios.ts';
import { StaticHost } from './static-host.ts';
import { isEveryday } from './tier.ts';
import { TWO_VALUES } from './two-values.ts';
import { testUncertainty } from './uncertainty-scenarios.ts';
import { testWriting } from './writing-scenarios.ts';

/** A browser with a single profile, for these tests. */
export interface DrivenBrowser {
  newPage(): Promise<DrivenPage>;
  /** Console warnings, console errors and page errors since the last call. */
  takeProblems(): string[];
  /** True if the browser's process exited unexpectedly and the driver reports this. */
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

/** Starts the site and a browser for the tests in a file, and returns the test tools. */
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
    // Clears the page after a failed test, so that the next one starts afresh.
    if (task.result?.state === 'fail') await parts.driver!.page.goto('about:blank');
    // Messages on the console are not allowed.
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

/** All scenarios, for one browser. */
export function testPlayground(scenario: Scenario): void {
  testEngine(scenario);
  testValues(scenario);
  testOrientation(scenario);
  testRuns(scenario);
  testSettings(scenario);
  testComparison(scenario);
  testUncertainty(scenario);
  testProblems(scenario);
  testDecisions(scenario);
  testFortran(scenario);
  testRequests(scenario);
  testDamagedParts(scenario);
  testAccessibility(scenario);
  testJoints(scenario);
  testWriting(scenario);
  testDialogs(scenario);
  testKeys(scenario);
}

/**
 * Scenarios whose result depends on the engine: WebAssembly, workers and shared memory, the service worker, storage,
 * files, focus and keys. The other scenarios depend only on our own code, so one browser is enough for them.
 */
export function testEngine(scenario: Scenario): void {
  testFirstVisit(scenario);
  testKeptCore(scenario);
  testLanguages(scenario);
  testInputs(scenario);
  testImports(scenario);
  testFiles(scenario);
  testOpening(scenario);
  testLines(scenario);
  testLinksAndDrafts(scenario);
  testLooks(scenario);
  testDialogKeys(scenario);
}

/**
 * The scenarios for one engine, depending on the tier being run: only the first visit in `npm test`, otherwise all
 * scenarios that depend on the engine.
 */
export function testTier(scenario: Scenario): void {
  if (isEveryday) testFirstVisit(scenario);
  else testEngine(scenario);
}

/** True if an element is visible. Runs in the page. */
function isInSight(selector: string): boolean {
  return document.querySelector(selector)?.checkVisibility() === true;
}

function testFirstVisit(scenario: Scenario): void {
  test('a first visit shows a program with recorded values and the compiler download, and runs on Ctrl-Enter', async () => {
    const { driver, host } = scenario;
    await driver.page.goto(host.address);
    await driver.until(() => document.querySelector('.cm-content') !== null, undefined);
    // The note about the recorded output appears before the compiler has loaded.
    await driver.until(
      () => /^Recorded/.test(document.querySelector('.before-run')?.textContent?.trim() ?? ''),
      undefined,
    );
    // The page may reload itself at this point to become isolated, and then shows no values for a moment.
    let recorded: readonly string[] = [];
    const countRecorded = async () => {
      recorded = await driver.texts('haze-console button.value');
      return recorded.length;
    };
    await expect.poll(countRecorded).toBe(3);
    // The download begins on the first interaction.
    await driver.focusEditor();
    await driver.until(
      () =>
        /Downloading the compiler: .*of \d+\.\d/.test(
          document.querySelector('haze-download-panel')?.shadowRoot?.textContent ?? '',
        ),
      undefined,
    );
    expect(await driver.run()).toBe('completed');
    // Lift: mean 716.8 N and deviation 14.9 N by the closed form; see test/programs/gallery.test.ts.
    expect(await driver.text('haze-console')).toMatch(/lift \(N\):\s+717 ± 15/);
    expect(await driver.texts('haze-console button.value')).toEqual(recorded);
    expect(await driver.texts('.before-run')).toEqual([]);
  });
}

function testValues(scenario: Scenario): void {
  test('values are shown with their deviation and a density, and a click opens the viewer', async () => {
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

  test('a run plots the first uncertain value without taking the focus, and does not plot it again once the plot is closed', async () => {
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

  test('the times, records and build log of a run are shown', async () => {
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

  test('each core has a description, and a table compares a program on several cores', async () => {
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
    expect(await findFaults(driver)).toEqual([]);
    // Changing the program marks the table as outdated, but changing the core does not.
    await driver.choose('Core', 'C0-S');
    expect(await driver.texts('haze-core-table .before')).toEqual([]);
    await driver.typeAtStart('//');
    await driver.until(() => document.querySelector('haze-core-table .before + .stale') !== null, undefined);
    await driver.click('Output', '[role=tab]');
  });
}

function testKeptCore(scenario: Scenario): void {
  test('a custom core can be created in a form, is selected, and survives a reload', async () => {
    const { driver } = scenario;
    await driver.open({ source: TWO_VALUES });
    await driver.click('Build', '.write [role=tab]');
    await driver.click('A custom core', 'summary');
    await driver.choose('What it does', '2');
    await driver.choose('Points per distribution', '64');
    await driver.choose('Aligned samples per value', '512');
    await driver.click('Create this core');
    await driver.until(
      () => document.querySelector('.core-meaning')!.textContent!.startsWith('My core Keeps 64 points'),
      undefined,
    );
    expect(await driver.text('.core-meaning')).toContain('with 512 aligned samples. 256 MB');
    expect(await driver.run()).toBe('completed');
    // Uniform from 1 to 3, and x − x on a core that tracks dependence.
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
}

function testLanguages(scenario: Scenario): void {
  test('the gallery has at least twelve examples, each with a plot, of which a C++ and a Fortran example are run', async () => {
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
    // Every example has a recorded value with its plot, below the heading of its field.
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
  });
}
