// First runs of unedited programs, from modules stored next to their page: bytes and times, compared with runs
// through the compiler. Measured in Chromium, with fresh profiles; pressing Run with all files in the cache is
// measured in three engines. The page's own bytes are excluded.
import type { BrowserContext, Page } from 'playwright-core';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { exportPage } from '../../src/node/docs/export-page.ts';
import { ProgramBench } from '../../src/node/docs/program-bench.ts';
import { adaptPage, openFirefoxPage, startDrivenFirefox } from '../../test/browser/driven-firefox.ts';
import { startWebKit } from '../../test/browser/driven-webkit.ts';
import type { DrivenPage } from '../../test/browser/playground-driver.ts';
import { FIRST_PROGRAMS } from './client-page.ts';
import { type OpenedSite, onSite } from './open-site.ts';

const PHONE = { bitsPerSecond: 1.6e6, latencyMs: 150 };
const OFFICE = { bitsPerSecond: 10e6, latencyMs: 100 };
const PHONE_SLOWNESS = 4;
const ROUNDS = 5;
const PROGRAMS_OF_PAGE = 12;
const GOALS = { C: 400, 'C++': 700, Fortran: 600 } as const;

type Language = keyof typeof GOALS;

/** Page with a function that creates and runs elements, with or without a module. */
const PAGE = `<!doctype html><title>bench</title><script src="haze-program.js"></script><script>
const programs = ${JSON.stringify(FIRST_PROGRAMS).replaceAll('<', '\\u003c')};
window.runOne = async (language, hasModule, count = 1) => {
  await customElements.whenDefined('haze-program');
  const beganMs = performance.now();
  let valueMs = 0;
  for (let i = 0; i < count; i++) {
    const element = document.createElement('haze-program');
    element.setAttribute('language', language);
    const { code } = programs.find((one) => one.language === language);
    element.source = code.replaceAll('5.0', '5.' + i);
    if (hasModule) element.setAttribute('module', 'modules/' + language + '-' + i + '.haze');
    element.addEventListener('haze-output', () => { valueMs ||= performance.now(); });
    document.body.append(element);
    await element.run();
  }
  return { beganMs, valueMs };
};
</script>`;

declare global {
  interface Window {
    runOne: (
      language: string,
      hasModule: boolean,
      count?: number,
    ) => Promise<{ readonly beganMs: number; readonly valueMs: number }>;
  }
}

async function visit(context: BrowserContext, address: string, slowness = 1): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await page.goto(`${address}bench.html`);
  return page;
}

interface Visit {
  readonly language: Language;
  readonly hasModule: boolean;
  readonly slowness?: number;
  readonly count?: number;
}

/** Bytes from navigation until the runs finish, and the time until the first value. */
async function measureVisit(site: OpenedSite, wish: Visit): Promise<{ bytes: number; valueMs: number }> {
  const before = site.countSentBytes();
  const valueMs = await site.visitAfresh(async (context) => {
    const page = await visit(context, site.address, wish.slowness);
    const run = await page.evaluate(
      ({ language, hasModule, count }) => window.runOne(language, hasModule, count),
      { ...wish, count: wish.count ?? 1 },
    );
    if (run.valueMs === 0) throw new Error(`no value in ${wish.language}`);
    return run.valueMs;
  });
  return { bytes: site.countSentBytes() - before, valueMs };
}

async function measureLanguage(site: OpenedSite, language: Language): Promise<Measurement[]> {
  const ahead = await measureVisit(site, { language, hasModule: true });
  const built = await measureVisit(site, { language, hasModule: false });
  site.setLine(PHONE);
  const slow = await measureVisit(site, { language, hasModule: true, slowness: PHONE_SLOWNESS });
  const slowBuilt = await measureVisit(site, { language, hasModule: false, slowness: PHONE_SLOWNESS });
  site.setLine(undefined);
  const name = `first value in ${language}`;
  return [
    measurement(`${name}, bytes`, ahead.bytes / 1000, 'kB', GOALS[language]),
    measurement(`${name}, bytes with the compiler`, built.bytes / 1000, 'kB'),
    measurement(`${name}, a phone at 1.6 Mbit/s`, slow.valueMs, 'ms', 3500),
    measurement(`${name}, a phone, with the compiler`, slowBuilt.valueMs, 'ms'),
  ];
}

/** Time from pressing Run until the value appears in a new page, with the files in the browser's cache. */
async function measurePress(tab: DrivenPage, address: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await tab.goto(`${address}bench.html?${round}`);
    const { beganMs, valueMs } = await tab.evaluate(() => window.runOne('C', true), undefined);
    if (round > 0) times.push(valueMs - beganMs);
  }
  return median(times);
}

async function measurePresses({ context, address }: OpenedSite): Promise<Measurement[]> {
  const firefox = await startDrivenFirefox();
  const webkit = await startWebKit();
  try {
    const tabs = [
      ['Chromium', await context.newPage(), 250],
      ['Firefox', adaptPage(await openFirefoxPage(firefox)), 350],
      ['WebKit', await webkit.newPage(), 500],
    ] as const;
    const measured: Measurement[] = [];
    for (const [engine, tab, goal] of tabs) {
      const value = await measurePress(tab, address);
      measured.push(measurement(`press to value in C, files in the cache, ${engine}`, value, 'ms', goal));
    }
    return measured;
  } finally {
    await firefox.close();
    await webkit.end();
  }
}

/** First visit to the playground, whose example runs as soon as its button appears. */
async function measurePlayground(site: OpenedSite): Promise<Measurement> {
  site.setLine(OFFICE);
  const valueMs = await site.visitAfresh(async (context) => {
    const page = await context.newPage();
    await page.goto(site.address, { waitUntil: 'commit' });
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.locator('.run-line[data-outcome=completed]').waitFor({ timeout: 120_000 });
    return page.evaluate(() => performance.now());
  });
  site.setLine(undefined);
  return measurement('playground, first value at 10 Mbit/s', valueMs, 'ms', 1500);
}

/** The programs' modules by their paths on the host: one in each language, and more in C. */
async function makeModules(bench: ProgramBench): Promise<Map<string, Uint8Array>> {
  const modules = new Map<string, Uint8Array>();
  for (const { language, code } of FIRST_PROGRAMS) {
    for (let i = 0; i < (language === 'C' ? PROGRAMS_OF_PAGE : 1); i++) {
      const module = await bench.makeModule({ source: code.replaceAll('5.0', `5.${i}`), language });
      if (module) modules.set(`modules/${language}-${i}.haze`, module);
    }
  }
  return modules;
}

/** Size of a single HTML file with a C program, in bytes. */
async function measureFile(bench: ProgramBench): Promise<Measurement> {
  const { code } = FIRST_PROGRAMS.find(({ language }) => language === 'C')!;
  const program = { path: 'main.c', source: code, language: 'C', core: 'C0-S+', seed: '1' } as const;
  const given = { data: [], arguments: '', stdin: '', controls: true };
  const page = await exportPage({ ...program, ...given }, { title: 'bench', playground: '' }, bench);
  return measurement('one HTML file in C', page.length / 1000, 'kB', 900);
}

/** Measures the site in dist/page. */
export async function run(): Promise<Measurement[]> {
  const bench = new ProgramBench();
  const modules = await makeModules(bench);
  const file = await measureFile(bench);
  bench.close();
  const measure = async (site: OpenedSite): Promise<Measurement[]> => {
    const measured: Measurement[] = [];
    for (const { language } of FIRST_PROGRAMS) measured.push(...(await measureLanguage(site, language)));
    const many = await measureVisit(site, { language: 'C', hasModule: true, count: PROGRAMS_OF_PAGE });
    return [
      ...measured,
      file,
      measurement('twelve programs in C in one page', many.bytes / 1000, 'kB', 1500),
      ...(await measurePresses(site)),
      await measurePlayground(site),
    ];
  };
  return onSite(measure, PAGE, modules);
}
