// Waiting times for a visitor, in Chromium, with the built site on a plain host: a first visit, a second visit with
// everything in storage, and an edit to a program. Figures are times from navigation or keystroke to the printed
// value.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { ARTICLES, measureRest } from './bytes-at-rest.ts';
import { CLIENT_PAGE, FIRST_PROGRAMS, open, programOf, type Run } from './client-page.ts';
import { type OpenedSite, onSite } from './open-site.ts';

const ROUNDS = 5;
/** Bytes transferred during a first visit until the program in a given language has printed its value. */
async function measureFirstBytes({
  address,
  countSentBytes,
  visitAfresh,
}: OpenedSite): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const { language, megabytes, code } of FIRST_PROGRAMS) {
    const before = countSentBytes();
    const sent = await visitAfresh(async (context) => {
      const page = await open(context, address);
      const { text } = await page.evaluate((program) => window.run(program.code, program.language), {
        code,
        language,
      });
      if (!text.includes('Ux')) throw new Error(text);
      return countSentBytes() - before;
    });
    measured.push(
      measurement(`first visit, bytes before the first value in ${language}`, sent / 1e6, 'MB', megabytes),
    );
  }
  return measured;
}

/** A first visit over the network link that the goals assume. */
async function measureSlowLine({ address, setLine, visitAfresh }: OpenedSite): Promise<Measurement[]> {
  setLine({ bitsPerSecond: 10e6, latencyMs: 100 });
  try {
    const measureValue = async (isAtOnce: boolean) => {
      const { endMs, text } = await visitAfresh(async (context) => {
        const page = await open(context, address, { isAtOnce });
        return page.evaluate((code) => window.run(code), programOf(0));
      });
      if (!text.includes('Ux')) throw new Error(text);
      return endMs;
    };
    const endMs = await measureValue(true);
    const lateMs = await measureValue(false);
    const pressedMs = await visitAfresh((context) => runInPlayground(context, address));
    const name = 'first visit at 10 Mbit/s and 100 ms, navigation to the printed value in C';
    return [
      measurement(name, endMs, 'ms', 7000),
      measurement('the same if the page does not announce a run', lateMs, 'ms'),
      measurement('the same in the playground, Run pressed immediately', pressedMs, 'ms'),
    ];
  } finally {
    setLine(undefined);
  }
}

/** Time from navigation until the first program, which runs as soon as its button appears, has finished. */
async function runInPlayground(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.locator('.run-line[data-outcome=completed]').waitFor({ timeout: 120_000 });
  return page.evaluate(() => performance.now());
}

async function measureVisits(context: BrowserContext, address: string): Promise<Measurement[]> {
  const first = await open(context, address);
  const connectedMs = await first.evaluate(() => window.connectedMs);
  const firstRun = await first.evaluate((code) => window.run(code), programOf(0));
  if (!firstRun.text.includes('Ux')) throw new Error(firstRun.text);
  // Waits, because the browser continues to store compiled code for a while.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await first.close();
  const visits: Run[] = [];
  const edits: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const page = await open(context, address);
    visits.push(await page.evaluate((code) => window.run(code), programOf(round)));
    for (let edit = 1; edit <= ROUNDS; edit += 1) {
      const code = programOf(round * 100 + edit);
      const took = await page.evaluate(async (text) => {
        const startMs = performance.now();
        return (await window.run(text)).endMs - startMs;
      }, code);
      edits.push(took);
    }
    await page.close();
  }
  return [
    measurement('first visit, navigation to the page connected', connectedMs, 'ms'),
    measurement('first visit, navigation to the printed value, local host', firstRun.endMs, 'ms'),
    measurement(
      'second visit, navigation to the program built',
      median(visits.map((visit) => visit.builtMs)),
      'ms',
    ),
    measurement(
      'second visit, navigation to the printed value',
      median(visits.map((visit) => visit.endMs)),
      'ms',
      1500,
    ),
    measurement('edited program to its printed value', median(edits), 'ms', 400),
  ];
}

/**
 * The playground itself: time until a user can type, and the scripts that it loads until the network is idle. On a
 * first visit, these are the scripts of the page and its connection; workers come with the compiler, whose download
 * starts later. On later visits, the compiler is already stored, and is loaded from storage along with everything else.
 */
async function measurePlayground({ context, address, folder }: OpenedSite): Promise<Measurement[]> {
  const times: number[] = [];
  const kilobytes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await context.newPage();
    const scripts = new Set<string>();
    // The page may reload itself to become isolated, which discards its earlier loads.
    page.on('request', (request) => {
      const path = request.url().slice(address.length);
      if (request.url().startsWith(address) && /\.(js|css)$/.test(path)) scripts.add(path);
    });
    await page.goto(address);
    await page.waitForSelector('.cm-content[contenteditable=true]');
    times.push(await page.evaluate(() => performance.now()));
    await page.waitForLoadState('networkidle');
    await page.close();
    kilobytes.push(await weighScripts(folder, scripts));
  }
  return [
    measurement('playground, navigation to the editor taking keys', median(times), 'ms', 1000),
    measurement('playground, first visit, its scripts and styles (gzip)', kilobytes[0]!, 'kB', 350),
    measurement(
      'playground, a later visit, the same with workers and interface, all cached',
      kilobytes.at(-1)!,
      'kB',
    ),
  ];
}

async function weighScripts(folder: string, paths: ReadonlySet<string>): Promise<number> {
  let bytes = 0;
  for (const path of paths) bytes += gzipSync(await readFile(join(folder, path)), { level: 9 }).length;
  return bytes / 1000;
}

async function measureSizes(folder: string): Promise<Measurement[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let own = 0;
  let packed = 0;
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.includes(join(folder, 'wasmer'))) continue;
    const bytes = await readFile(path);
    if (path.includes(join(folder, 'toolchain'))) packed += bytes.length;
    else own += gzipSync(bytes, { level: 9 }).length;
  }
  const megabytes = (bytes: number) => bytes / 1e6;
  return [
    measurement('transfer: compiler, runtime, kernels, pictures', megabytes(packed), 'MB'),
    measurement('transfer: pages and scripts (gzip)', megabytes(own), 'MB'),
    measurement('transfer in total', megabytes(packed + own), 'MB', 22),
  ];
}

/** Measures the site in dist/page. */
export function run(): Promise<Measurement[]> {
  return onSite(
    async (site) => {
      const { folder, address, context } = site;
      const firstBytes = await measureFirstBytes(site);
      const slowLine = await measureSlowLine(site);
      // No service worker is registered yet, so this counts as a first visit for scripts.
      const playground = await measurePlayground(site);
      const visits = await measureVisits(context, address);
      const rest = await measureRest(site);
      const sizes = await measureSizes(folder);
      return [...firstBytes, ...slowLine, ...playground, ...visits, ...rest, ...sizes];
    },
    CLIENT_PAGE,
    ARTICLES,
  );
}
