// Storage of fetched repository data between builds. Workers access its store through messages.

/** Bytes by key. Entries may be evicted at any time, except imported copies. */
export interface RepositoryShelf {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}

/** Key of a repository's imported copy: a zip or a git bundle. */
export function importKey(addressKey: string): string {
  return `import-${addressKey}`;
}
