// What pages say to their service worker.

export type PageMessage =
  /** The page was loaded past the service worker, and wants to be served. */
  | { readonly kind: 'serve' }
  /** The page asks for the version that serves it; the answer is a `VersionMessage` through the port sent along. */
  | { readonly kind: 'version' }
  /** The person wants the version that waits. */
  | { readonly kind: 'use' };

export interface VersionMessage {
  readonly version: string;
}
