// Key of the page's own account: created on the first visit, and shared by all tabs and later visits.
import { isKnownKey } from '../../../api/accounts/authentication.ts';
import { createAccount } from '../../../api/accounts/users.ts';
import type { Services } from '../../../api/requests/services.ts';
import { openBody, type SealedBody, sealBody } from '../../../store/contract/sealed-records.ts';
import { recordType } from '../../../store/contract/store.ts';

export const PAGE_KEY_KIND = 'page-key';
const KIND = PAGE_KEY_KIND;
const ID = 'own';
// The store contains only hashes of keys. This record contains the key itself, readable only by pages of this site.
const pageKeys = recordType<SealedBody>(KIND);

/**
 * Restores the account of a key that the store has lost, so that an open page continues with its key. Returns true if
 * the account was lost.
 */
export async function restorePageKey(services: Services, key: string, isOwn: boolean): Promise<boolean> {
  if (await isKnownKey(services, key)) return false;
  await createAccount(services, { key });
  // Another tab may already have stored its key, which is just as good.
  if (isOwn) await keepKey(services, key);
  return true;
}

/** Returns the page's key, or the given key after creating an account for it. */
export async function openPageKey(services: Services, wish?: string): Promise<string> {
  if (wish !== undefined) return (await createAccount(services, { key: wish })).key;
  const { store } = services;
  const known = await store.get(pageKeys, ID);
  if (known) return openBody(store.vault, KIND, ID, known.body);
  const { key } = await createAccount(services);
  return keepKey(services, key);
}

/** Stores this key for all tabs, replacing any earlier key. */
export async function replacePageKey(services: Services, key: string): Promise<void> {
  await services.store.transaction((tx) => tx.delete(pageKeys, ID));
  await keepKey(services, key);
}

/** Stores the key for all tabs; returns the key that is stored. */
async function keepKey({ store, now }: Services, key: string): Promise<string> {
  const body = await sealBody(store.vault, KIND, ID, key);
  const kept = await store.transaction(async (tx) => {
    // Another tab may have been faster, in which case its account is used.
    const faster = await tx.get(pageKeys, ID);
    return faster ?? (await tx.insert(pageKeys, { id: ID, owner: '', createdAt: now(), body }));
  });
  return openBody(store.vault, KIND, ID, kept.body);
}
