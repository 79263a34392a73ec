// Stored repository data: fetched objects, imported copies and tokens. None of it is shared between accounts, so that
// no account can read data that only another account may read.
import { HazeError } from '../../errors/haze-error.ts';
import type { RepositoryShelf } from '../../repositories/repository-shelf.ts';
import { ObjectCache } from '../../store/contract/object-cache.ts';
import { openBody, type SealedBody, sealBody } from '../../store/contract/sealed-records.ts';
import { recordType, type Store } from '../../store/contract/store.ts';
import { maybeReadBlob } from '../records/read-blob.ts';

const TOKEN_KIND = 'repository-token';

/** Sealed tokens; a record's ID is its connection's ID. No response contains a token. */
export const repositoryTokens = recordType<SealedBody>(TOKEN_KIND);

/** Seals a token as the body of its record. */
export function sealToken(store: Store, repositoryId: string, token: string): Promise<SealedBody> {
  return sealBody(store.vault, TOKEN_KIND, repositoryId, token);
}

/** A connection's token; undefined if it has none. @throws HazeError `token-unreadable` */
export async function maybeToken(store: Store, repositoryId: string): Promise<string | undefined> {
  const found = await store.get(repositoryTokens, repositoryId);
  if (!found) return undefined;
  return openBody(store.vault, TOKEN_KIND, repositoryId, found.body).catch((cause: unknown) => {
    throw new HazeError(
      'token-unreadable',
      `The Token of connection ${repositoryId} was sealed with a key that is not available here: the data was copied or imported without the key. Send it again: PATCH /repositories/${repositoryId}.`,
      { cause },
    );
  });
}

const IMPORT = /^import-(.+)$/;

/** Blob key of a repository's imported copy: a zip or a git bundle. `addressKey` comes from repository-address.ts. */
export function importBlobKey(userId: string, addressKey: string): string {
  return `imports/${userId}/${addressKey}`;
}

/** An account's repository data. */
export class StoredShelf implements RepositoryShelf {
  readonly #store: Store;
  readonly #owner: string;
  readonly #cache: ObjectCache;

  constructor(store: Store, owner: string, now: () => number) {
    this.#store = store;
    this.#owner = owner;
    this.#cache = new ObjectCache(store, `repositories-${owner}`, now);
  }

  get(key: string): Promise<Uint8Array | undefined> {
    const imported = IMPORT.exec(key)?.[1];
    if (imported === undefined) return this.#cache.get(key);
    return maybeReadBlob(this.#store, importBlobKey(this.#owner, imported));
  }

  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.#cache.put(key, bytes);
  }

  /** Evicts the least recently used data, but no imported copies. */
  async shrink(maxSizeBytes: number): Promise<void> {
    await this.#cache.evict({ maxSizeBytes });
  }
}
