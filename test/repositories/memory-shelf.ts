// An in-memory shelf that counts its writes.
import type { RepositoryShelf } from '../../src/repositories/repository-shelf.ts';

export class MemoryShelf implements RepositoryShelf {
  readonly kept = new Map<string, Uint8Array>();

  async get(key: string): Promise<Uint8Array | undefined> {
    return this.kept.get(key);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.kept.set(key, bytes);
  }
}
