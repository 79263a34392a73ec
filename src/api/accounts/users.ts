// Accounts: their records, preferences and creation. No endpoint creates accounts: the installation (the page's
// client, `haze serve`) creates an account and issues its first key.

import { loadInstallation } from '../../store/contract/installation.ts';
import { recordType, type StoredRecord } from '../../store/contract/store.ts';
import { makeId } from '../requests/make-id.ts';
import { nowSeconds, type Quotas, type Services, toSeconds } from '../requests/services.ts';
import { identifyKey, keys, makeKey } from './authentication.ts';

/** Preference that sets the core for builds that do not request one. */
export const DEFAULT_CORE_PREFERENCE = 'Execution_DefaultCore';
/** Core for builds that do not request one, unless the account prefers another. */
const DEFAULT_CORE_NAME = 'C0-XS+';

export interface UserBody {
  readonly Username: string;
  readonly Preferences: Readonly<Record<string, unknown>>;
  readonly UpdatedAt: number;
  /** This account's limits, which override the installation's; null means no limit. Only administrators set them. */
  readonly Quotas?: { readonly [Name in keyof Quotas]?: number | null };
}

export const users = recordType<UserBody>('user');

/** Converts the record for a response. */
export function toUserView(user: StoredRecord<UserBody>, usage: Readonly<Record<string, number>>): object {
  return {
    Object: 'User',
    UserID: user.id,
    Username: user.body.Username,
    CreatedAt: toSeconds(user.createdAt),
    UpdatedAt: user.body.UpdatedAt,
    Preferences: toPreferencesView(user),
    ResourceUsage: usage,
  };
}

/** Converts the preferences for a response. */
export function toPreferencesView({ body }: StoredRecord<UserBody>): object {
  const { Preferences, UpdatedAt } = body;
  return { [DEFAULT_CORE_PREFERENCE]: DEFAULT_CORE_NAME, ...Preferences, UpdatedAt };
}

/** The account's preferred core: a name or a CoreID. */
export function preferredCore(user: StoredRecord<UserBody> | undefined): string {
  const preferred = user?.body.Preferences[DEFAULT_CORE_PREFERENCE];
  return typeof preferred === 'string' ? preferred : DEFAULT_CORE_NAME;
}

/**
 * Creates an account with its first key, or finds the account that already has the key. `key` may have any form;
 * default: a new key. `owner`: an existing account to which the key grants access.
 */
export async function createAccount(
  services: Services,
  wish: { readonly username?: string; readonly key?: string; readonly owner?: string } = {},
): Promise<{ userId: string; key: string }> {
  const { username = 'haze', key = makeKey(services) } = wish;
  const { keyId, hash } = await identifyKey(key, await loadInstallation(services.store, services));
  const newId = makeId(services, 'UserID');
  const createdAt = services.now();
  return services.store.transaction(async (tx) => {
    const known = await tx.get(keys, keyId);
    if (known?.body.Hash === hash) return { userId: known.owner, key };
    const owner = wish.owner === undefined ? undefined : await tx.get(users, wish.owner);
    const userId = owner?.id ?? newId;
    if (!owner) {
      const body = { Username: username, Preferences: {}, UpdatedAt: nowSeconds(services) };
      await tx.insert(users, { id: userId, owner: userId, createdAt, body });
    }
    await tx.insert(keys, { id: keyId, owner: userId, createdAt, body: { Name: 'first key', Hash: hash } });
    return { userId, key };
  });
}
