// The sites of examples/docs, built by the real tools from the registry with the tarball, and looked at in Chromium: with
// scripts, where a program runs, and without.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isMissing, launchChromium, openContext } from '../browser/browsers.ts';
import { StaticHost } from '../browser/static-host.ts';
import { APP, type Ran, runCommand } from './installed-app.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/docs/', import.meta.url));

const SITES = [
  { name: 'vitepress', source: 'docs/index.md', built: 'docs/.vitepress/dist', command: undefined },
  { name: 'eleventy', source: 'pages/index.md', built: '_site', command: undefined },
  { name: 'sphinx', source: 'index.rst', built: '_site', command: '/usr/bin/sphinx-build' },
  { name: 'mkdocs', source: 'docs/index.md', built: '_site', command: '/usr/bin/mkdocs' },
];

/** Tools of Python are those of the system. */
function isThere({ name, command }: (typeof SITES)[number]): boolean {
  if (command === undefined || existsSync(command)) return true;
  console.log(`skipped: ${name}, as ${command} is not installed, and could not be`);
  return false;
}

describe.skipIf(isMissing('Chromium')).each(SITES.filter(isThere))('$name', ({ name, source, built }) => {
  const folder = join(dirname(APP), `docs-${name}`);
  let browser: Browser;
  let host: StaticHost;

  const npm = (...words: string[]) =>
    execFileSync('npm', [...words, '--silent', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' });
  const build = (): Ran => runCommand('npm', ['run', 'build'], folder);

  beforeAll(async () => {
    cpSync(join(EXAMPLES, name), folder, { recursive: true });
    npm('install', inject('tarball'));
    const { status, stderr, stdout } = build();
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
    host = await StaticHost.open({ folder: join(folder, built), path: '/guide/' });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('without scripts, the program stands there with its output', async () => {
    const context = await openContext(browser, { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(new URL('index.html', host.address).href);
    const figure = page.locator('#haze-lift');
    expect(await figure.locator('.haze-source').innerText()).toContain('#include <uxhw.h>');
    // By arithmetic: E[speed²] = 29² + 2²/12, times 1.225/2.
    expect(await figure.locator('.haze-output').innerText()).toMatch(/^pressure: 515 ± 1\d\s+Pa$/);
    expect(await figure.locator('.haze-output svg path').count()).toBe(1);
    expect(await figure.locator('figcaption').innerText()).toBe('Program 1: Lift in steady flight');
    // What is recorded is not shown twice.
    expect(await page.getByText(/pressure: 515/).count()).toBe(1);
  });

  test('with scripts, it runs', async () => {
    const page = await (await openContext(browser)).newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(new URL('index.html', host.address).href);
    const figure = page.locator('#haze-lift');
    await figure.getByRole('button', { name: 'Run' }).click();
    await expect
      .poll(() => figure.locator('haze-program section').innerText(), { timeout: 120_000 })
      .toMatch(/Completed in[\s\S]*pressure: 515 ± 1\d/);
    expect(errors).toEqual([]);
  });

  test('a program that no longer does what it says ends the build, with file and line', () => {
    const file = join(folder, source);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('0.5 * density', '0.6 * density'));
    const { status, stdout, stderr } = build();
    writeFileSync(file, text);
    expect(status).not.toBe(0);
    const line = text.split('\n').findIndex((one) => one.trim().startsWith('pressure: ')) + 1;
    expect(stdout + stderr).toMatch(RegExp(`index\\.\\w+:${line}: the program prints "pressure: 618`));
  });
});
