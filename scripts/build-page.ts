// `npm run build:page`: builds the static site in dist/page from the sources and from the files that `npm run build`
// puts into dist/wasm.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build, type InlineConfig } from 'vite';
import type { BuiltSite } from '../src/client/program/site-files.ts';
import type { SiteFile, SiteList } from '../src/client/service/site/site-list.ts';
import { findFile, type ToolchainList } from '../src/toolchain/sources/file-list.ts';
import { timeStep } from './build-steps.ts';
import { DOCUMENTATION, describeSite, describeWorkers, listPages } from './describe-site.ts';
import { writeDocsSite } from './docs-site/write-docs-site.ts';
import { writeDocsStyle } from './docs-style.ts';
import { describeLicenses, type Packages, recordPackages } from './licenses.ts';
import { writeLibraryNames } from './list-library-names.ts';
import { packToolchain } from './pack-toolchain.ts';
import { hashPageInputs, isPageMadeFrom, removeStamp, writeStamp } from './page-stamp.ts';
import { findProjectRoot } from './project-root.ts';
import { copyReadyModules, listReadyModules, makeReadyModules } from './ready-modules.ts';
import { recordResults } from './record-results.ts';
import { renewVersions } from './renew-versions.ts';
import { rewritingVersion } from './wasm-versions.ts';
import { writeAppFiles } from './write-app-files.ts';

/** Files that the service worker does not store: pages store them themselves, or never read them. */
const NOT_KEPT = /^toolchain\/|\.map$|^haze-service-worker\.js$/;

/** Files that are stored only after a page has fetched them. */
const ON_DEMAND =
  /^badge\.svg$|^programs\/|^assets\/haze-one-file|^wasmer\/|^icons\/|^assets\/library-names-/;

/**
 * Scripts that no run of a C program needs: other languages, editor help, documentation, projects, zips, YAML (the
 * script `browser`), links, exports and events. The service's other scripts must not be listed.
 */
const IDLE_SCRIPTS =
  'archive|assist|browser|buffer|clone-worker|compile-fortran|describe-functions|docs|embed|es|explain-trace|' +
  'format-source|fortran-uxhw-module|gallery-values|haze-examples|haze-find|haze-functions|haze-help|haze-project|' +
  'haze-request-panel|haze-runs|haze-toolchain-picker|haze-tour|haze-uncertainty|index|isomorphic-git|pako|' +
  'project-files|realtime-session|run-reference|share-link|show-embed|show-live-page|show-module|wasmer-compiler|webhooks';

/** Scripts that only pages and elements load when they open (group-chunks.ts); each has a hash in its name. */
const OPENING_SCRIPTS = '(page|element|element-run|docs|page-packages|page-element)-[\\w-]{8}\\.js$';

/** Scripts that a first visit stores if its page has loaded them, otherwise once the page is idle. */
const IDLE = new RegExp(
  `^docs/|^licenses\\.txt$|^haze-(docs|program)\\.|^assets/(${IDLE_SCRIPTS})-|^assets/${OPENING_SCRIPTS}`,
);

const WORKERS = {
  runWorker: 'run-worker',
  compileWorker: 'compile-worker',
  cloneWorker: 'clone-worker',
} satisfies Partial<Record<keyof BuiltSite, string>>;

function hashOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function maybeLater(path: string): Pick<SiteFile, 'kept'> {
  if (ON_DEMAND.test(path)) return { kept: 'asked' };
  return IDLE.test(path) ? { kept: 'idle' } : {};
}

async function listSite(folder: string): Promise<SiteList> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !NOT_KEPT.test(path))
    .sort();
  const toolchain = paths.find((path) => /^assets\/files-.*\.json$/.test(path));
  if (!toolchain) throw new Error('the site has no list of toolchain files');
  const files = await Promise.all(
    paths.map(
      async (path): Promise<SiteFile> => ({
        path,
        hash: hashOf(await readFile(join(folder, path))),
        ...maybeLater(path),
      }),
    ),
  );
  return { version: hashOf(JSON.stringify(files)).slice(0, 16), files, toolchain };
}

/**
 * Runs Vite's production build, even when called by tests, because development builds contain different package code.
 * Returns the output files of its entries, keyed by entry name.
 */
async function buildForPublic(
  options: InlineConfig,
  packages: Packages,
): Promise<ReadonlyMap<string, string>> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    const plugins = [...(options.plugins ?? []), recordPackages(packages)];
    const built = await build({ ...options, plugins });
    const outputs = [built].flat() as { output?: { name?: string; fileName: string; isEntry?: boolean }[] }[];
    const entries = outputs.flatMap(({ output = [] }) => output).filter(({ isEntry }) => isEntry);
    return new Map(entries.map(({ name = '', fileName }) => [name, fileName]));
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

/**
 * Writes the service worker for the site in a folder, based on the site's current files. Returns the packages bundled
 * in the service worker.
 */
export async function writeServiceWorker(folder: string): Promise<Packages> {
  const packages: Packages = new Set();
  const options: InlineConfig = {
    root: findProjectRoot(),
    logLevel: 'warn',
    mode: 'service-worker',
    define: { HAZE_SITE: JSON.stringify(await listSite(folder)) },
    build: { outDir: folder },
  };
  await buildForPublic(options, packages);
  return packages;
}

/**
 * Builds workers, library and pages into a folder, which is emptied first. dist/toolchain must exist. Returns the
 * packages whose code the files contain.
 */
export async function buildSite(
  outDir: string,
  pages: Readonly<Record<string, string>>,
  root: string = findProjectRoot(),
): Promise<Packages> {
  const packages: Packages = new Set();
  await rm(outDir, { recursive: true, force: true });
  await mkdir(join(outDir, 'assets'), { recursive: true });
  const options = { configFile: false, root, logLevel: 'warn' } as const;
  const list = await readFile(join(findProjectRoot(), 'dist/toolchain/files.json'));
  const listed: BuiltSite = {
    list: `assets/files-${hashOf(list).slice(0, 8)}.json`,
    rewriting: rewritingVersion(),
  };
  await writeFile(join(outDir, listed.list), list);
  const description = describeWorkers(outDir, Object.values(WORKERS), listed);
  const workers = await buildForPublic({ ...description, ...options }, packages);
  const named = Object.entries(WORKERS).map(([key, name]) => [key, workers.get(name)] as const);
  const files: BuiltSite = { ...listed, ...Object.fromEntries(named) };
  const kernels = findFile(JSON.parse(list.toString()) as ToolchainList, 'kernels.wasm');
  const site = describeSite(outDir, pages, { files, kernels, ready: await listReadyModules() });
  await buildForPublic({ ...site, ...options }, packages);
  return packages;
}

/** Builds the site unless an identical one exists; see `packToolchain` for `isQuick`. */
export async function buildPage({ isQuick }: { readonly isQuick: boolean }): Promise<void> {
  await renewVersions();
  // The hash is computed before the build, so that changes made during the build count as newer than the result.
  const inputs = hashPageInputs();
  if (await isPageMadeFrom(inputs, isQuick)) return;
  console.error(`building dist/page: ${isQuick ? 'about a minute' : 'a few minutes'}`);
  await removeStamp();
  const [{ isBest }] = await Promise.all([
    timeStep('packed toolchain', () => packToolchain({ isQuick })),
    timeStep('names of libraries', writeLibraryNames),
    timeStep('recorded results', recordResults),
    timeStep('modules of examples', makeReadyModules),
  ]);
  const root = findProjectRoot();
  const outDir = join(root, 'dist/page');
  const packages = await timeStep('workers and pages', () =>
    buildSite(outDir, { ...listPages(), ...DOCUMENTATION }),
  );
  for (const mode of ['haze-program', 'haze-docs', 'haze-one-file', 'haze-one-file-worker'])
    await buildForPublic({ root, logLevel: 'warn', mode }, packages);
  await copyReadyModules(outDir);
  await writeDocsStyle(outDir);
  await timeStep('documentation', () => writeDocsSite(root, outDir));
  await writeAppFiles(root, outDir);
  await writeFile(join(outDir, 'licenses.txt'), describeLicenses(root, packages));
  // The service worker lists the licence file, so it is written after that file.
  const others = [...(await timeStep('service worker', () => writeServiceWorker(outDir)))].filter(
    (name) => !packages.has(name),
  );
  if (others.length > 0)
    throw new Error(`licenses.txt does not list these parts of the service worker: ${others.join(', ')}`);
  await writeStamp(inputs, !isBest);
}
