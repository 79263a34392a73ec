// Messages from pages to their service worker.

export type PageMessage =
  /** The page was loaded without the service worker, and asks to be served. */
  | { readonly kind: 'serve' }
  /** The page asks for the version that serves it; the answer is a `VersionMessage` through the port sent along. */
  | { readonly kind: 'version' }
  /** The page has loaded files from these addresses, perhaps without the service worker. */
  | { readonly kind: 'keep-loaded'; readonly addresses: readonly string[] }
  /**
   * The page has time for files that nobody waits for: the service's own files, or all files. The answer is a
   * `WholeMessage` through the port sent along.
   */
  | { readonly kind: 'keep-service' | 'keep-all' }
  /** The user chose to activate the waiting version. */
  | { readonly kind: 'use' };

export interface VersionMessage {
  readonly version: string;
}

/** Reports that all requested files are stored, or why they are not. */
export type WholeMessage =
  | { readonly isWhole: true }
  | { readonly isWhole: false; readonly reason: string; readonly isFull?: boolean };
