import { describe, test } from 'vitest';
import { storeContract } from '../../../test/store/store-contract.ts';
import { createMemoryStore } from './memory-store.ts';

describe('the store in memory', () => {
  for (const { name, run } of storeContract) test(name, () => run(async () => createMemoryStore()));
});
