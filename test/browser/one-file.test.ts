// One HTML file of `haze export-page`, opened from the disk with the network off. In Chromium.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchChromium, openContext, type StartedChromium, startChromium } from './browsers.ts';

const COMMAND = fileURLToPath(new URL('../../dist/src/node/haze.js', import.meta.url));
const MOST_BYTES = 900_000;

const TEXT = `#include <stdio.h>
#include <uxhw.h>
#include "factor.h"

int main(int count, char **words) {
  double side = UxHwDoubleGaussDist(2.0, 0.1), factor;
  if (scanf("%lf", &factor) != 1) return 1;
  printf("%s: %lf m2\\n", words[1], FACTOR * factor * side * side);
  return words[count][0] + FACTOR;
}
`;

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haze-one-file-'));
  const page = join(folder, 'area.html');
  let browser: StartedChromium;

  const haze = (...words: string[]) =>
    execFileSync(process.execPath, [COMMAND, ...words], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

  beforeAll(async () => {
    writeFileSync(join(folder, 'area.c'), TEXT);
    writeFileSync(join(folder, 'factor.h'), '#define FACTOR 2\n');
    writeFileSync(join(folder, 'input.txt'), '3\n');
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a failing program makes no page, and reports its line', () => {
    expect(() => haze('export-page', 'area.c', '-o', 'none.html')).toThrow(/area\.c:\d+: .*factor\.h/);
    expect(() => haze('export-page', 'area.c', '-o', 'none.html', '--playground', 'nowhere')).toThrow(
      /--playground/,
    );
  });

  test('it runs from the disk without a network, with sliders and a budget, and shows its licences', async () => {
    writeFileSync(join(folder, 'area.c'), TEXT.replace('words[count][0] + FACTOR', '0'));
    haze(
      'export-page',
      'area.c',
      'factor.h',
      '-o',
      page,
      '--controls',
      '--stdin',
      'input.txt',
      '--args',
      'area',
    );
    expect(statSync(page).size).toBeLessThan(MOST_BYTES);
    expect(readFileSync(page, 'utf8')).not.toMatch(/(?:src|href)="(?!data:)/);
    const { context } = browser;
    await context.setOffline(true);
    const tab = await context.newPage();
    const errors: string[] = [];
    tab.on('pageerror', (error) => errors.push(error.message));
    tab.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text());
    });
    await tab.goto(pathToFileURL(page).href);
    // By arithmetic: 6 · (2² + 0.1²), and 6 · 2 · 2 · 0.1.
    expect(await tab.locator('pre.haze-output').innerText()).toMatch(/^area: 24\.1 ± 2\.4/);
    expect(await tab.getByRole('button', { name: 'Playground' }).count()).toBe(0);
    await tab.getByRole('button', { name: 'Run', exact: true }).click();
    const section = tab.locator('haze-program section');
    await expect.poll(() => section.innerText()).toMatch(/Completed[\s\S]*area: 24\.1 ± 2\.4/);
    await section.locator('haze-controls').getByText('side').first().waitFor();
    await section.getByRole('button', { name: /24\.1/ }).click();
    await section.locator('haze-value-viewer').waitFor();
    await tab.getByText('Licences of what is in this file').click();
    await expect.poll(() => tab.locator('#licences pre').innerText()).toMatch(/LLVM/);
    expect(errors).toEqual([]);
    await context.setOffline(false);
  });

  test('without scripts, source and output are there', async () => {
    const plain = await launchChromium();
    const tab = await (await openContext(plain, { javaScriptEnabled: false })).newPage();
    await tab.goto(pathToFileURL(page).href);
    expect(await tab.locator('.haze-source').innerText()).toContain('UxHwDoubleGaussDist');
    expect(await tab.locator('pre.haze-output').innerText()).toMatch(/^area: 24\.1 ± 2\.4/);
    await plain.close();
  });
});
