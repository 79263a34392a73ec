// Where the store keeps what belongs to repositories: fetched objects, copies that were imported, and tokens. Every
// account has its own, so that what one may read is not shown to another.
import type { RepositoryShelf } from '../repositories/repository-shelf.ts';
import { ObjectCache } from '../store/object-cache.ts';
import { recordType, type Store } from '../store/store.ts';
import { maybeReadBlob } from './read-blob.ts';

/** Body of a `repository-token` record, whose ID is that of its connection. It is answered to nobody. */
export interface RepositoryTokenBody {
  readonly Token: string;
}

export const repositoryTokens = recordType<RepositoryTokenBody>('repository-token');

const IMPORT = /^import-(.+)$/;

/** The imported copy of a repository: a zip or a git bundle. `addressKey`: of repository-address.ts. */
export function importBlobKey(userId: string, addressKey: string): string {
  return `imports/${userId}/${addressKey}`;
}

/** What an account keeps of repositories. */
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

  /** Forgets what was not used for the longest time; imported copies stay. */
  async shrink(maxSizeBytes: number): Promise<void> {
    await this.#cache.evict({ maxSizeBytes });
  }
}
