// The store's contract in the IndexedDB of real browsers.
import { expect, test } from 'vitest';
import { storeContract } from '../store/store-contract.ts';
import { isMissing, startChromium, startFirefox } from './browsers.ts';
import { Site } from './site.ts';
import type { ContractResult } from './store-page.ts';

async function openInChromium(address: string): Promise<{ end(): Promise<void> }> {
  const browser = await startChromium();
  await (await browser.context.newPage()).goto(address);
  return browser;
}

for (const [name, open] of [
  ['Chromium', openInChromium],
  ['Firefox', startFirefox],
] as const) {
  test.skipIf(isMissing(name))(`the store keeps its contract in ${name}`, async () => {
    const site = await Site.open();
    const browser = await open(`${site.address}/store`);
    await site.untilResults(1);
    const results = site.results[0] as ContractResult[];
    await browser.end();
    await site.close();
    expect(results.filter(({ failure }) => failure !== '')).toEqual([]);
    expect(results).toHaveLength(storeContract.length);
  });
}
