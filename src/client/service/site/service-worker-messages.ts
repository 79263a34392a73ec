// Messages from pages to their service worker.

export type PageMessage =
  /** The page was loaded without the service worker, and requests to be served by it. */
  | { readonly kind: 'serve' }
  /**
   * The page requests the version that serves it; the reply is a `VersionMessage` through the port sent with the
   * request.
   */
  | { readonly kind: 'version' }
  /** The page has loaded files from these URLs, perhaps without the service worker. */
  | { readonly kind: 'keep-loaded'; readonly addresses: readonly string[] }
  /**
   * The page has time for files that are not needed urgently: the service's own files, or all files. The reply is a
   * `WholeMessage` through the port sent with the request.
   */
  | { readonly kind: 'keep-service' | 'keep-all' }
  /** The user has chosen to activate the waiting version. */
  | { readonly kind: 'use' };

export interface VersionMessage {
  readonly version: string;
}

/** Reports that all requested files are stored, or the reason why not. */
export type WholeMessage =
  | { readonly isWhole: true }
  | { readonly isWhole: false; readonly reason: string; readonly isFull?: boolean };
