// Bytes of simultaneous uploads: each upload counts for the others until it is stored or refused. The stored size of an
// account knows none of them, so many uploads at once would each find the same room.
import type { Store } from '../../store/contract/store.ts';

/** Key of the uploads of all accounts together. */
const ALL = '';

interface Uploads {
  count: number;
  arrivingBytes: number;
  /** Bytes of uploads that were stored while others arrived. */
  storedBytes: number;
}

const uploadsOfStores = new WeakMap<Store, Map<string, Uploads>>();

/** One upload beside others. */
export interface Upload {
  /** Counts arrived bytes. */
  add(sizeBytes: number): void;
  /** Bytes of the account, or of all accounts, that arrived or were stored since this upload began. */
  countSince(whose: 'account' | 'all'): number;
  end(isStored: boolean): void;
}

/** Begins an upload to a store, for an account. */
export function beginUpload(store: Store, userId: string): Upload {
  const uploads = uploadsOfStores.get(store) ?? new Map<string, Uploads>();
  uploadsOfStores.set(store, uploads);
  const [account, all] = [userId, ALL].map((owner) => {
    const found = uploads.get(owner) ?? { count: 0, arrivingBytes: 0, storedBytes: 0 };
    uploads.set(owner, found);
    found.count += 1;
    return { owner, found, storedBefore: found.storedBytes };
  }) as [Entered, Entered];
  let ownBytes = 0;
  return {
    add: (sizeBytes) => {
      ownBytes += sizeBytes;
      for (const { found } of [account, all]) found.arrivingBytes += sizeBytes;
    },
    countSince: (whose) => {
      const { found, storedBefore } = whose === 'all' ? all : account;
      return found.arrivingBytes + found.storedBytes - storedBefore;
    },
    end: (isStored) => {
      for (const { owner, found } of [account, all]) {
        found.arrivingBytes -= ownBytes;
        if (isStored) found.storedBytes += ownBytes;
        found.count -= 1;
        if (found.count === 0) uploads.delete(owner);
      }
    },
  };
}

interface Entered {
  readonly owner: string;
  readonly found: Uploads;
  readonly storedBefore: number;
}
