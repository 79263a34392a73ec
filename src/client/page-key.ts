// The key of the page's own account: made at the first visit, and the same for every tab and every later visit.
import type { Services } from '../api/services.ts';
import { createAccount } from '../api/users/users.ts';
import { recordType } from '../store/store.ts';

// The store knows keys by their hashes; this one is kept whole, where only pages of this site can read it.
const pageKeys = recordType<{ readonly Key: string }>('page-key');

/** The page's key; with `wish`, that one, which has an account of its own. */
export async function openPageKey(services: Services, wish?: string): Promise<string> {
  if (wish !== undefined) return (await createAccount(services, { key: wish })).key;
  const { store, now } = services;
  const known = await store.get(pageKeys, 'own');
  if (known) return known.body.Key;
  const { key } = await createAccount(services);
  return store.transaction(async (tx) => {
    // Another tab may have been faster: its account counts.
    const faster = await tx.get(pageKeys, 'own');
    if (faster) return faster.body.Key;
    await tx.insert(pageKeys, { id: 'own', owner: '', createdAt: now(), body: { Key: key } });
    return key;
  });
}
