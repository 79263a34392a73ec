// Builds a site from examples/docs with the tarball and the real tool from the registry, and opens it in Chromium, with
// and without scripts. The site is served under a content security policy without `unsafe-inline`. Each tool has its
// own test file, so that the sites build in parallel.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { scaleLimit } from '../../../scripts/tests/slowness.ts';
import { isMissing, launchChromium, openContext } from '../../browser/browsers.ts';
import { StaticHost } from '../../browser/static-host.ts';
import { removeCompiler } from '../../browser/without-compiler.ts';
import { APP, type Ran, runCommand } from '../installed-app.ts';

const EXAMPLES = fileURLToPath(new URL('../../../examples/docs/', import.meta.url));

export interface Site {
  /** The name of the site's folder in examples/docs. */
  readonly name: string;
  /** The document that contains the program. */
  readonly source: string;
  readonly built: string;
  /** A system command, for tools outside npm. */
  readonly command?: string;
  /** Further build arguments besides those in package.json, which shorten the build. */
  readonly words?: readonly string[];
}

// Deletes variables that Vitest sets but users do not have. Astro, for example, would use BASE_URL as the base of its
// site.
for (const name of ['BASE_URL', 'DEV', 'MODE', 'NODE_ENV', 'PROD', 'SSR']) delete process.env[name];
// Disables the tools' telemetry for these builds.
Object.assign(process.env, {
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NO_UPDATE_NOTIFIER: '1',
});

/** False if the site's tool, such as a system-wide Python tool, is not installed. */
function isThere({ name, command }: Site): boolean {
  if (command === undefined || existsSync(command)) return true;
  console.log(`skipped: ${name}, as ${command} is not installed, and could not be`);
  return false;
}

/**
 * A policy without `unsafe-inline` for scripts, in which hashes allow the scripts that the tool itself writes into its
 * pages.
 */
function describePolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, text = '']) => text,
  );
  const hashes = inline.map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  const scripts = `script-src 'self' 'wasm-unsafe-eval'${[...new Set(hashes)].join('')}`;
  return `default-src 'self' data:; ${scripts}; style-src 'self' 'unsafe-inline'`;
}

/** The folder with Haze's files in a built site. */
function findHaze(site: string): string {
  const paths = readdirSync(site, { recursive: true, encoding: 'utf8' });
  return join(site, dirname(paths.find((path) => basename(path) === 'haze-docs.js')!));
}

/** Defines the tests for one site. */
export function testSite(site: Site): void {
  const { name, source, built, words = [] } = site;
  describe.skipIf(isMissing('Chromium') || !isThere(site))(name, () => {
    const folder = join(dirname(APP), `docs-${name}`);
    let browser: Browser;
    let host: StaticHost;

    const npm = (...task: string[]) =>
      execFileSync('npm', [...task, '--silent', '--no-audit', '--no-fund', '--prefer-offline'], {
        cwd: folder,
        stdio: 'pipe',
      });
    const build = (): Ran => runCommand('npm', ['run', 'build', ...words], folder);

    beforeAll(async () => {
      cpSync(join(EXAMPLES, name), folder, { recursive: true });
      npm('install', inject('tarball'));
      const { status, stderr, stdout } = build();
      expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
      const site = join(folder, built);
      const policy = describePolicy(readFileSync(join(site, 'index.html'), 'utf8'));
      host = await StaticHost.open({
        folder: site,
        path: '/guide/',
        headers: { 'Content-Security-Policy': policy },
      });
      browser = await launchChromium();
    });
    afterAll(async () => {
      await browser?.close();
      await host?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('without scripts, the program is visible with its output', async () => {
      const context = await openContext(browser, { javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(host.address);
      const figure = page.locator('#haze-lift');
      expect(await figure.locator('.haze-source').innerText()).toContain('#include <uxhw.h>');
      // The mean is 1.225/2 · E[speed²], with E[speed²] = 29² + 2²/12.
      expect(await figure.locator('.haze-output').innerText()).toMatch(/^pressure: 515 ± 2\d\s+Pa$/);
      expect(await figure.locator('.haze-output svg path').count()).toBe(1);
      expect(await figure.locator('figcaption').innerText()).toBe('Program 1: Lift in steady flight');
      // A recorded value appears only once.
      expect(await page.getByText(/pressure: 515/).count()).toBe(1);
    });

    test('with scripts, the program runs', async () => {
      const page = await (await openContext(browser)).newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(host.address);
      const figure = page.locator('#haze-lift');
      await figure.getByRole('button', { name: 'Run' }).click();
      await expect
        .poll(() => figure.locator('haze-program section').innerText(), { timeout: scaleLimit(120_000) })
        .toMatch(/Completed in[\s\S]*pressure: 515 ± 2\d/);
      expect(errors).toEqual([]);
      // The program is unedited, so it runs from the module built with the site.
      expect(host.requests.filter((path) => path.includes('compile-worker'))).toEqual([]);
    });

    test('without the compiler files, the unchanged program runs, and an edited program reports the missing files', async () => {
      const bare = join(dirname(APP), `bare-${name}`);
      cpSync(join(folder, built), bare, { recursive: true });
      removeCompiler(findHaze(bare));
      const bareHost = await StaticHost.open({ folder: bare, path: '/guide/' });
      const page = await (await openContext(browser, { serviceWorkers: 'block' })).newPage();
      await page.goto(bareHost.address);
      const figure = page.locator('#haze-lift');
      await figure.getByRole('button', { name: 'Edit' }).click();
      const section = figure.locator('haze-program section');
      await section.getByRole('button', { name: 'Run' }).click();
      const says = (pattern: RegExp) =>
        expect.poll(() => section.innerText(), { timeout: scaleLimit(120_000) }).toMatch(pattern);
      await says(/Completed in[\s\S]*pressure: 515 ± 2\d/);
      const area = figure.getByRole('textbox');
      const text = await area.inputValue();
      await area.fill(text.replace('0.5 * density', '0.6 * density'));
      await section.getByRole('button', { name: 'Run' }).click();
      await says(/could not be loaded/);
      await area.fill(text);
      await section.getByRole('button', { name: 'Run' }).click();
      await says(/Completed in[\s\S]*pressure: 515 ± 2\d/);
      await page.context().close();
      await bareHost.close();
      rmSync(bare, { recursive: true, force: true });
    });

    test('a program whose output has changed fails the build, with its file and line', () => {
      const file = join(folder, source);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace('0.5 * density', '0.6 * density'));
      const { status, stdout, stderr } = build();
      writeFileSync(file, text);
      expect(status).not.toBe(0);
      const line = text.split('\n').findIndex((one) => one.trim().startsWith('pressure: ')) + 1;
      expect(stdout + stderr).toContain(`${basename(source)}:${line}: the program prints "pressure: 618`);
    });
  });
}
