// Moves all data of a page's service through all stores, as a user would: from the playground (IndexedDB), with the
// command, into a folder, into PostgreSQL, into a server's memory, and back into the playground in another browser.
// Runs in Chromium; store.test.ts covers the stores of the other engines.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HazeProcess, startHaze } from '../jobs/haze-process.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { callOf, untilEnded } from '../server/client.ts';
import { isMissing, type StartedChromium, startChromium } from './browsers.ts';
import { Site } from './site.ts';

const HAZE = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));

let folder: string;
let site: Site;
let postgres: PostgresServer;
const browsers: StartedChromium[] = [];
const servers: HazeProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-archive-'));
  site = await Site.open();
  postgres = await startPostgres();
});
afterAll(async () => {
  await Promise.all(browsers.map(({ end }) => end()));
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  await postgres?.remove();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

async function openBrowser(): Promise<BrowserContext> {
  const browser = await startChromium();
  browsers.push(browser);
  return browser.context;
}

/**
 * Runs the command to completion.
 * @throws Error with its message
 */
function haze(...words: readonly string[]): Promise<void> {
  const env = { ...process.env, HAZE_SEAL_KEY_FILE: join(folder, 'seal-key') };
  return new Promise((done, fail) => {
    execFile(process.execPath, [HAZE, ...words], { cwd: folder, env }, (error, _stdout, stderr) =>
      error ? fail(new Error(`haze ${words.join(' ')}: ${stderr}`)) : done(),
    );
  });
}

async function serve(dataDir: string | undefined, ...more: readonly string[]): Promise<HazeProcess> {
  const server = await startHaze(dataDir && join(folder, dataDir), more);
  servers.push(server);
  return server;
}

/** Opens the playground's view of requests, where the service's data can be saved and replaced. */
async function openRequests(page: Page): Promise<void> {
  await page.goto(`${site.address}/index.html`);
  await page.getByRole('tab', { name: 'Requests' }).click();
  await page.getByRole('button', { name: 'Save as a file' }).waitFor();
}

/** Builds and runs a sample as the playground does, and returns the task. */
async function runSample(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Build and run', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('.outcome')?.textContent?.includes(': done.'));
  const steps = await page.locator('.steps').innerText();
  return /tsk_\w+/.exec(steps)![0];
}

async function save(page: Page, name: string): Promise<void> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  await (await saved).saveAs(join(folder, name));
}

/** Replaces all data with the contents of a file, and returns the page's message. */
async function replace(page: Page, path: string): Promise<string> {
  await page.locator('haze-service-archive input').setInputFiles(path);
  await page.getByRole('button', { name: 'Replace all builds, tasks and files here' }).click();
  const outcome = page.locator('.archive-outcome');
  await page.waitForFunction(() => {
    const text = document.querySelector('.archive-outcome')?.textContent ?? '';
    return text !== '' && text !== 'In progress.';
  });
  return outcome.innerText();
}

/**
 * Returns the output of the task in a page of this browser, with the page's own key. The script is a string, because
 * Vitest would rewrite the import.
 */
async function outputIn(page: Page, task: string): Promise<string> {
  const asked = await page.evaluate(`(async () => {
    const { connect } = await import('/haze.js');
    const { base, key, fetch, close } = await connect({ base: './api', serviceWorker: false, execute: false });
    const answer = await fetch(base + '/tasks/${task}/output/Stdout', { headers: { Authorization: key } });
    const text = await answer.text();
    await close();
    return text;
  })()`);
  return String(asked);
}

const outputAt = async (server: HazeProcess, task: string) =>
  (await callOf(server)('GET', `/tasks/${task}/output/Stdout`)).text;

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  test("a page's data can be moved through a folder, a database and server memory into another browser's page", async () => {
    const page = await (await openBrowser()).newPage();
    await openRequests(page);
    const task = await runSample(page);
    await save(page, 'from-page');
    const output = await outputIn(page, task);
    expect(output).toMatch(/^841\.\d+Ux/);

    await haze('import', 'from-page', '--data-dir', 'data');
    const ofFolder = await serve('data');
    expect(await outputAt(ofFolder, task)).toBe(output);
    await ofFolder.end('SIGTERM');
    await haze('export', 'from-folder', '--data-dir', 'data');

    const database = ['--database', postgres.url()];
    await haze('import', 'from-folder', ...database);
    await haze('export', 'from-database', ...database);

    const inMemory = await serve(undefined, '--memory', '--admin', '--import', join(folder, 'from-database'));
    expect(await outputAt(inMemory, task)).toBe(output);
    // The restored data is complete: the build can be reused.
    const call = callOf(inMemory);
    const { BuildID } = (await call('GET', `/tasks/${task}`)).body;
    const again = (await call('POST', `/builds/${BuildID}/tasks`, {})).body.TaskID;
    await untilEnded(call, `/tasks/${again}`);
    const archive = await fetch(`${inMemory.base}/admin/export`, {
      method: 'POST',
      headers: { Authorization: inMemory.key },
    });
    await writeFile(join(folder, 'from-memory'), new Uint8Array(await archive.arrayBuffer()));

    const other = await (await openBrowser()).newPage();
    await openRequests(other);
    const ownTask = await runSample(other);
    expect(await replace(other, join(folder, 'from-memory'))).toMatch(
      /^The data was replaced with \d+ records and \d+ files from from-memory\./,
    );
    // The page keeps using its key, even after a reload.
    await runSample(other);
    await other.getByRole('button', { name: 'Reload this page' }).click();
    await other.getByRole('tab', { name: 'Requests' }).click();
    await runSample(other);
    expect(await outputIn(other, task)).toBe(output);
    expect(await outputIn(other, again)).toBe(await outputAt(inMemory, again));
    expect(await outputIn(other, ownTask)).toContain('unknown');
  });

  test('an incomplete or damaged export is rejected with a reason, and the existing data is kept', async () => {
    const page = await (await openBrowser()).newPage();
    await openRequests(page);
    const task = await runSample(page);
    await save(page, 'whole');
    const whole = await readFile(join(folder, 'whole'));
    await writeFile(join(folder, 'half'), whole.subarray(0, whole.length / 2));
    const forged = whole.toString('latin1').replace('"Preferences":{', '"Preferences":[],"x":{');
    await writeFile(join(folder, 'forged'), forged, 'latin1');
    expect(await replace(page, join(folder, 'forged'))).toMatch(
      /^Line \d+ of the export, the record user "usr_\w+", is damaged: Preferences/,
    );
    for (const [name, content] of [
      ['half', undefined],
      ['other', 'not an export\n'],
    ] as const) {
      if (content !== undefined) await writeFile(join(folder, name), content);
      expect(await replace(page, join(folder, name))).toMatch(/^This is not a complete Haze export/);
    }
    expect(await outputIn(page, task)).toMatch(/^841\.\d+Ux/);
  });
});
