// Files of a single version of the site, written into the service worker by scripts/build-page.ts. The worker's
// script changes with each file, so that browsers notice a newer version.

/** `idle`: the file is stored once the page is idle; `asked`: it is stored only when a page requests it. */
export type Later = 'idle' | 'asked';

export interface SiteFile {
  /** Path relative to the folder of the service worker's script, such as `assets/index-Bx3.js`. */
  readonly path: string;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  /**
   * Time at which the file is stored. Undefined for files that the service needs: an updated version responds only
   * once these files are stored.
   */
  readonly kept?: Later;
}

export interface SiteList {
  /** Version, which changes whenever any file changes. */
  readonly version: string;
  readonly files: readonly SiteFile[];
  /** Path to the list of packed toolchain files. */
  readonly toolchain: string;
}
