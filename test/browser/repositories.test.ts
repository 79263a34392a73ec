// Projects in the page, in Chromium: a zip, a folder and a URL, each shown as a tree, changed in the editor, built with
// all its files, and run. The URL is reached through a proxy, as in practice. Firefox builds a large project, because
// engines differ in how workers share memory.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync, zipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GitServer } from '../repositories/git-server.ts';
import { PARTS, PROGRAMS, type ProgramRepository } from '../repositories/programs.ts';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import { StaticHost } from './static-host.ts';

const PAGE_BUILD = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'haze-projects-'));

/** Forwards `/<host>/<path>` to that host, and lets pages on any site read the response. */
async function startProxy(): Promise<{ address: string; server: Server }> {
  const server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    if (request.method === 'OPTIONS') {
      response.end();
      return;
    }
    const { method = 'GET', headers } = request;
    const answer = await fetch(`http:/${request.url}`, {
      method,
      headers: { 'Content-Type': headers['content-type'] ?? '' },
      ...(method === 'POST' && { body: Buffer.concat(pieces) }),
    });
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function filesOf(name: string): ProgramRepository['files'] {
  return PROGRAMS.find((program) => program.name === name)!.files;
}

describe.skipIf(isMissing('Chromium'))('projects', () => {
  let browser: Browser;
  let host: StaticHost;
  let git: GitServer;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let page: Page;

  beforeAll(async () => {
    host = await StaticHost.open({ folder: PAGE_BUILD, path: '/' });
    git = await GitServer.start();
    proxy = await startProxy();
    browser = await launchChromium();
    page = await (await openContext(browser)).newPage();
    await page.goto(host.address);
  });

  afterAll(async () => {
    await browser?.close();
    await host?.close();
    await git?.stop();
    proxy?.server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const editor = () => page.locator('.cm-content');
  const output = () => page.locator('haze-console');

  async function closeProject(): Promise<void> {
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'Close project' }).click();
    await page.getByRole('navigation').waitFor({ state: 'detached' });
  }

  async function expectRun(text: string | RegExp): Promise<void> {
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.locator('.run-line[data-outcome]').waitFor();
    await output().getByText(text).first().waitFor();
  }

  test('a zip opens as a project that can be changed and run, and closing it restores the previous program', async () => {
    const before = await editor().textContent();
    const zip = zipSync({
      'sums-main/src/main.c': new TextEncoder().encode(
        '#include <stdio.h>\nint sum(void);\nint main(void) { printf("sum %d\\n", sum()); return 0; }\n',
      ),
      'sums-main/src/sum.c': new TextEncoder().encode('int sum(void) { return 41; }\n'),
      'sums-main/logo.png': Uint8Array.of(0x89, 0x50, 0xff),
    });
    await page.getByRole('tab', { name: 'Files' }).click();
    await page
      .getByLabel('Open zip…')
      .setInputFiles({ name: 'sums.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
    const tree = page.getByRole('navigation', { name: 'Files of sums' });
    await tree.getByRole('button', { name: 'main.c' }).waitFor();
    await expect.poll(() => editor().textContent()).toContain('int main(void)');
    await expectRun('sum 41');
    await tree.getByRole('button', { name: 'sum.c' }).click();
    await editor().fill('int sum(void) { return 42; }\n');
    await expectRun('sum 42');
    await tree.getByRole('button', { name: 'logo.png' }).click();
    await page.getByText('logo.png is not text').waitFor();
    // A modified file can be downloaded, and still exists after a reload.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save zip' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('sums.zip');
    const saved = unzipSync(readFileSync(await download.path()));
    expect(Object.keys(saved).toSorted()).toEqual(['logo.png', 'src/main.c', 'src/sum.c']);
    expect(new TextDecoder().decode(saved['src/sum.c'])).toContain('return 42;');
    await editor().fill('int sum(void) { return 43; }\n');
    const words = () => page.getByLabel('Arguments', { exact: true });
    await page.getByRole('tab', { name: 'Inputs' }).click();
    await words().fill('7 "8 9"');
    await page.getByLabel('Standard input').fill('two\nlines\n');
    await page.reload();
    await tree.getByRole('button', { name: 'sum.c' }).waitFor();
    await expect.poll(() => editor().textContent()).toContain('return 43;');
    await expect.poll(() => words().inputValue()).toBe('7 "8 9"');
    expect(await page.getByLabel('Standard input').inputValue()).toBe('two\nlines\n');
    await expectRun('sum 43');
    await closeProject();
    await expect.poll(() => editor().textContent()).toBe(before);
    expect(await words().inputValue()).toBe('');
    // Opens the list again after closing it.
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('button', { name: /^sums changed here/ }).click();
    await expect.poll(() => editor().textContent()).toContain('return 43;');
    await expect.poll(() => words().inputValue()).toBe('7 "8 9"');
    await closeProject();
  });

  test('a folder opens as a project with its inputs', async () => {
    for (const [path, text] of Object.entries(filesOf('read-and-write'))) {
      const target = join(folder, 'journal', path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text as string);
    }
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByLabel('Open folder…').setInputFiles(join(folder, 'journal'));
    await page.getByRole('navigation', { name: 'Files of journal' }).waitFor();
    await expectRun('second');
    await closeProject();
  });

  test('a repository is fetched through a proxy, including its submodules, and a missing repository is reported', async () => {
    const [units, roads] = PARTS.map(({ name, files }) => {
      const repository = git.repository(name);
      repository.commit(files);
      return repository;
    });
    roads!.addSubmodule('third_party/units', '../units.git', units!.head());
    const program = git.repository('nested');
    program.commit(filesOf('nested-submodules'));
    program.addSubmodule('libs/roads', '../roads.git', roads!.head());
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Address of a repository…' }).click();
    await page.getByLabel(/CORS proxy/).fill(proxy.address);
    const address = page.getByLabel('Address of the repository');
    await address.fill(`${git.address}/missing.git`);
    await page.getByRole('button', { name: 'Fetch' }).click();
    await page.getByText(/There is no readable repository .*missing\.git/).waitFor();
    await address.fill(program.url);
    await page.getByRole('button', { name: 'Fetch' }).click();
    const tree = page.getByRole('navigation', { name: 'Files of nested' });
    for (const folder of ['libs', 'roads']) await tree.getByText(folder, { exact: true }).click();
    await tree.getByText('third_party', { exact: true }).waitFor();
    await expectRun('3000');
    await closeProject();
  });

  test('a link opens a repository with the core that its signaloid.yaml requires, and its badge can be copied', async () => {
    const repository = git.repository('linked');
    const source = '#include <stdio.h>\nint main(void) { puts("by a link"); }\n';
    const settings = 'MinimumCore: { CorrelationTracking: Autocorrelation, Precision: 128 }\n';
    repository.commit({ 'src/main.c': source, 'signaloid.yaml': settings });
    // The proxy from the previous test is stored. Changing only the fragment would not reload the page.
    await page.goto(`${host.address}?connect=${encodeURIComponent(repository.url)}`);
    await page.getByRole('navigation', { name: 'Files of linked' }).waitFor();
    await expect.poll(() => editor().textContent()).toContain('by a link');
    await expect.poll(() => page.locator('.core-choice select').inputValue()).toContain('C0-M+');
    expect(new URL(page.url()).search).toBe('');
    await expectRun('by a link');
    await page.reload();
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('navigation', { name: 'Files of linked' }).waitFor();
    await closeProject();
    await page.getByRole('button', { name: 'Open address…' }).click();
    await page.getByLabel('Address of the repository').fill(repository.url);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy badge' }).click();
    await page.getByText('The badge for a README is on the clipboard.').first().waitFor();
    const badge = await page.evaluate(() => navigator.clipboard.readText());
    const [, picture, address] = /^\[!\[Open in Haze\]\((.+)\)\]\((.+)\)$/.exec(badge)!;
    expect(await (await fetch(picture!)).text()).toContain('<title>Open in Haze</title>');
    await page.goto('about:blank');
    await page.goto(address!);
    await page.getByRole('navigation', { name: 'Files of linked' }).waitFor();
    await closeProject();
  });

  test('if a host rejects requests from other sites, the message suggests a proxy or a zip', async () => {
    const refusing = createServer((_, response) => response.end('no page of another site reads this'));
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const { port } = refusing.address() as AddressInfo;
    try {
      await page.goto(host.address);
      await page.evaluate(() => localStorage.removeItem('haze-cors-proxy'));
      await page.goto('about:blank');
      await page.goto(`${host.address}#repository=http://127.0.0.1:${port}/owner/name`);
      await page.getByText(/enter a CORS proxy above, or download the repository as a zip/).waitFor();
    } finally {
      refusing.close();
    }
  });
});

/** Connects a repository, builds it twice, and returns the outcomes of both builds. Runs in the page. */
const BUILD_TWICE = `async (url) => {
  const { connect } = await import('./haze.js');
  const repositoryHosts = ['127.0.0.1'];
  const service = await connect({ base: './rest', database: 'repositories', repositoryHosts, serviceWorker: false });
  const headers = { Authorization: service.key, 'Content-Type': 'application/json' };
  const call = async (method, path, body) =>
    (await service.fetch(service.base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();
  const config = { RemoteURL: url, Commit: 'HEAD', Branch: '', BuildDirectory: 'src', Arguments: '' };
  const { RepositoryID } = await call('POST', '/repositories', config);
  const endings = [];
  for (let round = 0; round < 2; round += 1) {
    const { BuildID } = await call('POST', '/repositories/' + RepositoryID + '/builds');
    endings.push(await new Promise((resolve) => {
      const look = async () => {
        const build = await call('GET', '/builds/' + BuildID);
        const last = build.StatusTransitions.at(-1);
        if (['Completed', 'Stopped'].includes(last.Status)) resolve(last.Status + ': ' + last.Message);
      };
      service.onJobChange(look);
      look();
    }));
  }
  await service.close();
  return endings;
}`;

describe.skipIf(isMissing('Firefox'))('Firefox', () => {
  test('a repository with many sources is fetched and built in the page, and an identical build is reused', async () => {
    // Uses a bare page, because the playground might reload itself during the test once its service worker serves it.
    const pages = { '/own.html': '<!doctype html><title>A page of one’s own</title>' };
    const host = await StaticHost.open({ folder: PAGE_BUILD, path: '/', pages });
    const git = await GitServer.start();
    const firefox = await startDrivenFirefox();
    try {
      const repository = git.repository('many');
      const names = Array.from({ length: 20 }, (_, index) => `part${index}`);
      const parts = names.map((name, index) => [`src/${name}.c`, `int ${name}(void) { return ${index}; }\n`]);
      repository.commit({ ...Object.fromEntries(parts), 'src/main.c': 'int main(void) { return 0; }\n' });
      const page = await openFirefoxPage(firefox);
      await page.goto(`${host.address}own.html`);
      const wish = `(${BUILD_TWICE})(${JSON.stringify(repository.url)})`;
      const [first, second] = (await page.evaluate(wish)) as [string, string];
      // Compares the entries one by one, because comparing the lists would hide the difference in the report.
      expect(first).toMatch(/^Completed: built in \d+ ms$/);
      expect(second).toBe('Completed: built: the module of an identical build was reused');
    } finally {
      await firefox.close();
      await host.close();
      await git.stop();
    }
  });
});
