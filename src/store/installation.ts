// What makes one installation different from every other: a secret for signatures and a salt for hashes, made once and
// kept with the data.
import { platformRandom, toHex } from './random-bytes.ts';
import { recordType, type Store } from './store.ts';

/** Texts of 64 hexadecimal digits, 32 random bytes each. */
export interface Installation {
  /** Signs addresses that work without a key. */
  readonly secret: string;
  /** Goes into the hashes of keys. */
  readonly salt: string;
}

const installations = recordType<Installation>('installation');
const SECRET_BYTES = 32;

/** The installation's secrets; the first call in a store makes them. */
export async function loadInstallation(
  store: Store,
  options: { readonly now?: () => number; readonly random?: (sizeBytes: number) => Uint8Array } = {},
): Promise<Installation> {
  const { now = Date.now, random = platformRandom } = options;
  const there = await store.get(installations, 'self');
  if (there) return there.body;
  const body = { secret: toHex(random(SECRET_BYTES)), salt: toHex(random(SECRET_BYTES)) };
  return store.transaction(async (tx) => {
    // Another tab may have been faster.
    const found = await tx.get(installations, 'self');
    if (found) return found.body;
    await tx.insert(installations, { id: 'self', owner: '', createdAt: now(), body });
    return body;
  });
}
