// Lists all problems that axe reports on a page, one per location.
import axe from 'axe-core';
import type { PlaygroundDriver } from './playground-driver.ts';

export async function findFaults({ page }: PlaygroundDriver): Promise<readonly string[]> {
  const isThere = await page.evaluate(() => 'axe' in window, undefined);
  // The driver evaluates axe, because the page's policy forbids scripts passed as strings.
  if (!isThere) await page.evaluate(`${axe.source};undefined` as never, undefined);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
    );
  }, undefined);
}
