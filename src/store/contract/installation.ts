// Identity of an installation: a secret for signatures and a salt for hashes, created once and stored with the data.
// The secret is sealed. If it cannot be unsealed (because the data was copied without its key), a new secret replaces
// it, and previously signed URLs become invalid.
import { HazeError } from '../../errors/haze-error.ts';
import { platformRandom, toHex } from './random-bytes.ts';
import { openBody, type SealedBody, sealBody } from './sealed-records.ts';
import { recordType, type Store, type StoredRecord } from './store.ts';

/** Strings of 64 hexadecimal digits, each encoding 32 random bytes. */
export interface Installation {
  /** Signs URLs that work without a key. */
  readonly secret: string;
  /** Salt for hashes of keys. */
  readonly salt: string;
}

interface InstallationBody extends SealedBody {
  readonly salt: string;
}

const KIND = 'installation';
const ID = 'self';
const installations = recordType<InstallationBody>(KIND);
const SECRET_BYTES = 32;

async function maybeSecret(
  store: Store,
  found: StoredRecord<InstallationBody> | undefined,
): Promise<string | undefined> {
  if (!found) return undefined;
  return openBody(store.vault, KIND, ID, found.body).catch((error: unknown) => {
    if (error instanceof HazeError && error.code === 'sealed-elsewhere') return undefined;
    throw error;
  });
}

/** Loads the installation's secrets; the first call for a store creates them. */
export async function loadInstallation(
  store: Store,
  options: { readonly now?: () => number; readonly random?: (sizeBytes: number) => Uint8Array } = {},
): Promise<Installation> {
  const { now = Date.now, random = platformRandom } = options;
  for (;;) {
    const found = await store.get(installations, ID);
    const secret = await maybeSecret(store, found);
    if (found && secret !== undefined) return { secret, salt: found.body.salt };
    const sealed = await sealBody(store.vault, KIND, ID, toHex(random(SECRET_BYTES)));
    // The salt, which is not a secret, stays the same so that hashes of keys remain valid.
    const body = { salt: found?.body.salt ?? toHex(random(SECRET_BYTES)), ...sealed };
    await store.transaction(async (tx) => {
      const there = await tx.get(installations, ID);
      // Another tab may have stored its secret first.
      if (there?.body.Sealed !== found?.body.Sealed) return;
      if (there) await tx.update(installations, ID, { body });
      else await tx.insert(installations, { id: ID, owner: '', createdAt: now(), body });
    });
  }
}
