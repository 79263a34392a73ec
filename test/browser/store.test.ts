// The store's contract on the IndexedDB of real browsers. Runs in three engines, because IndexedDB is part of the
// engine.
import { expect, test } from 'vitest';
import { storeContract } from '../store/store-contract.ts';
import { isMissing } from './browsers.ts';
import { EVERY_BROWSER } from './every-browser.ts';
import { Site } from './site.ts';
import type { ContractResult } from './store-page.ts';

for (const [name, { open }] of EVERY_BROWSER) {
  test.skipIf(isMissing(name))(`the store fulfils its contract in ${name}`, async () => {
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
