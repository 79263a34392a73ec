// Location of the files that a page loads in addition to its own script: the workers and the list of the toolchain's
// files. All of them are in the site's folder, next to the site's pages. An application that bundles this code
// specifies the folder (through `setAssets` or the Vite plugin), or keeps it next to the bundle.
import { HazeError } from '../../errors/haze-error.ts';

/** Paths within the folder. */
export interface SiteFiles {
  readonly list: string;
  readonly runWorker?: string;
  readonly compileWorker?: string;
  readonly cloneWorker?: string;
}

/** Data that the site's build inserts. */
export interface BuiltSite extends SiteFiles {
  /** Version of the rewriter and the runtime. */
  readonly rewriting: string;
}

/**
 * Inserted by the site's build (scripts/build-page.ts), which adds hashes to the names; this chunk is then in
 * `assets/`.
 */
declare const HAZE_FILES: BuiltSite | undefined;
/** Inserted by `haze/vite` into an application: the folder's URL, relative to the page. */
declare const __HAZE_ASSETS__: string | undefined;

/** Paths in the source tree, as `npm run dev` serves them. */
const SOURCE_FILES: SiteFiles = {
  list: 'dist/toolchain/files.json',
  runWorker: 'workers/run-worker.ts',
  compileWorker: 'workers/compile-worker.ts',
  cloneWorker: 'workers/clone-worker.ts',
};

const BUILT = typeof HAZE_FILES === 'undefined' ? undefined : HAZE_FILES;
const isBuilt = BUILT !== undefined;
const FILES: SiteFiles = BUILT ?? SOURCE_FILES;
const LEVELS_UP = isBuilt ? 1 : 2;

let chosen: URL | undefined;

/**
 * Sets the folder of Haze's files, which `npx haze init DIR` creates. Call it once in a page, before the first build.
 *
 * @param folder URL, absolute or relative to the page
 * @throws TypeError for an address that is not valid
 * @example
 * ```ts
 * import { build, setAssets } from 'haze/browser';
 * setAssets('haze/');
 * console.log((await build('int main(void) { return 0; }')).ok); // true
 * ```
 */
export function setAssets(folder: string | URL): void {
  const url = new URL(folder, document.baseURI);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  chosen = url;
}

/** URL of the folder. @throws HazeError `asset-missing` if the URL is unknown */
export function siteFolderUrl(): URL {
  if (chosen) return chosen;
  if (typeof __HAZE_ASSETS__ !== 'undefined') return new URL(__HAZE_ASSETS__, document.baseURI);
  const folder = maybeOwnFolder(import.meta.url);
  if (folder) return folder;
  throw missingAssets('Their location is unknown.');
}

// Returns this script's folder, in a form that no bundler mistakes for the URL of a file to copy.
function maybeOwnFolder(script: string | undefined): URL | undefined {
  const url = script ? new URL(script) : undefined;
  // Bundles in other module formats have no URL, or the URL of a file on the author's disk.
  const isOnDisk = isBuilt && url?.protocol === 'file:' && self.location.protocol !== 'file:';
  if (!url || isOnDisk) return undefined;
  const parts = url.pathname.split('/');
  url.pathname = `${parts.slice(0, -1 - LEVELS_UP).join('/')}/`;
  url.search = '';
  return url;
}

/** Part of the key of cached modules; undefined in the source tree, which may change at any time. */
export function maybeRewritingVersion(): string | undefined {
  return BUILT?.rewriting;
}

/** URL of a file in the folder. */
export function siteFileUrl(name: keyof SiteFiles): URL {
  return new URL(FILES[name] ?? '', siteFolderUrl());
}

/**
 * Starts a worker that runs a script from the folder. The folder may be on another site, if that site allows requests
 * from other origins (CORS).
 */
export function startSiteWorker(name: keyof SiteFiles): Worker {
  const url = siteFileUrl(name);
  if (url.origin === self.location.origin) return new Worker(url, { type: 'module' });
  const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(script), { type: 'module' });
}

/** Checks whether a worker failed to start because its script is missing. @throws HazeError `asset-missing` */
export async function checkSiteFiles(): Promise<void> {
  const url = siteFileUrl('compileWorker');
  const response = await fetch(url).catch(() => undefined);
  await response?.body?.cancel();
  // No response means that the network is down. Application servers respond to requests for missing files with an HTML
  // page.
  if (response && !(response.ok && /javascript/.test(response.headers.get('Content-Type') ?? ''))) {
    throw missingAssets(`${url.pathname} does not exist.`);
  }
}

function missingAssets(reason: string): HazeError {
  return new HazeError(
    'asset-missing',
    `Cannot find the files that this version of Haze loads in the browser. ${reason} Run "npx haze init public/haze" to put ` +
      'them in a folder that your server serves, and specify its URL: createHaze({ assets: "/haze/" }), connect({ assets }) or ' +
      'setAssets("/haze/"). The "haze/vite" plugin does both.',
  );
}
