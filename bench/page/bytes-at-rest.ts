// Traffic during a visit: in the first minute without interaction, and until a minute after the reader has edited and
// run a C program. Measured in the playground, and in an article that contains the element.
import type { Page } from 'playwright-core';
import { type Measurement, measurement } from '../../scripts/measurement.ts';
import type { OpenedSite } from './open-site.ts';

const REST_MS = 60_000;
/** Target for traffic before the reader interacts with the page, in megabytes. */
const UNTOUCHED_MEGABYTES = 0.4;
/** Target for traffic including a run, in megabytes. */
const RUN_MEGABYTES = 7.1;
const PROGRAM = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  printf("%lf\\n", UxHwDoubleGaussDist(3, 0.2));
}
`;

/** Path of the article on the benchmark's site. */
const ARTICLE_PATH = 'article.html';
const ARTICLE = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Article</title>
<script src="haze-program.js"></script><p>An article.</p>
<haze-program label="sum" editable><script type="text/plain">
${PROGRAM}</script></haze-program>`;

/** Files that this measurement adds to the benchmark's site. */
export const ARTICLES: ReadonlyMap<string, Uint8Array> = new Map([
  [ARTICLE_PATH, new TextEncoder().encode(ARTICLE)],
]);

/** Measures traffic in the playground and in the article. */
export async function measureRest(site: OpenedSite): Promise<Measurement[]> {
  const playground = await measurePlace(site, 'playground', '', async (page) => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('// mine\n');
    await page.keyboard.press('Control+Enter');
    await page.locator('.run-line[data-outcome=completed]').waitFor({ timeout: 120_000 });
  });
  const article = await measurePlace(site, 'article', ARTICLE_PATH, async (page) => {
    await page.locator('haze-program textarea').fill(`// mine\n${PROGRAM}`);
    await page.locator('haze-program').getByRole('button', { name: 'Run' }).click();
    await page.locator('haze-program .value').waitFor({ timeout: 120_000 });
  });
  return [...playground, ...article];
}

async function measurePlace(
  { address, countSentBytes, visitAfresh }: OpenedSite,
  place: string,
  path: string,
  run: (page: Page) => Promise<void>,
): Promise<Measurement[]> {
  const before = countSentBytes();
  const megabytes = () => (countSentBytes() - before) / 1e6;
  const [untouched, afterRun] = await visitAfresh(async (context) => {
    const page = await context.newPage();
    await page.goto(address + path);
    await page.waitForTimeout(REST_MS);
    const first = megabytes();
    await run(page);
    await page.waitForTimeout(REST_MS);
    return [first, megabytes()] as const;
  });
  return [
    measurement(
      `${place}, bytes at rest after a minute without a touch`,
      untouched,
      'MB',
      UNTOUCHED_MEGABYTES,
    ),
    measurement(
      `${place}, bytes at rest a minute after an edited program in C ran`,
      afterRun,
      'MB',
      RUN_MEGABYTES,
    ),
  ];
}
