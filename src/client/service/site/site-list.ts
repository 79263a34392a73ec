// The files of one version of the site, as scripts/build-page.ts writes them into the service worker: a worker's script
// changes with any of them, which is how browsers notice that there is a newer version.

/** `idle`: once nothing else is to be done; `asked`: when a page asks for it, and not before. */
export type Later = 'idle' | 'asked';

export interface SiteFile {
  /** From the folder of the service worker's script, such as `assets/index-Bx3.js`. */
  readonly path: string;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  /** When it is kept; absent for what the service works with: a version that follows another does not answer before. */
  readonly kept?: Later;
}

export interface SiteList {
  /** Differs whenever any file differs. */
  readonly version: string;
  readonly files: readonly SiteFile[];
  /** Path of the list of the toolchain's packed files. */
  readonly toolchain: string;
}
