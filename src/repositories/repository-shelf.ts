// Storage of fetched repository data from build to build. The store is behind it; workers reach it by messages.

/** Bytes by key. It may forget at any time, except what was put there as an import. */
export interface RepositoryShelf {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}

/** Under which key the imported copy of a repository lies: a zip or a git bundle. */
export function importKey(addressKey: string): string {
  return `import-${addressKey}`;
}
