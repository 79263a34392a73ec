// Tests the store on the browser's own IndexedDB against the contract of all stores, and posts the results. Runs in a
// page.
import { openIndexedDbStore } from '../../src/store/indexeddb/indexeddb-store.ts';
import { storeContract } from '../store/store-contract.ts';

export interface ContractResult {
  readonly name: string;
  /** Empty if the store fulfils this part of the contract. */
  readonly failure: string;
}

const results: ContractResult[] = [];
let databases = 0;
for (const { name, run } of storeContract) {
  const open = () => {
    databases += 1;
    return openIndexedDbStore(`store-${databases}`);
  };
  const failure = await Promise.resolve(run(open)).then(
    () => '',
    (error: unknown) => String((error as Error).stack ?? error),
  );
  results.push({ name, failure });
}
await fetch('/results', { method: 'POST', body: JSON.stringify(results) });
