// The files that pages load (dist/page), in a folder of a user's site: `haze init` and `haze/vite` copy these files,
// and compare the copies with the package's files.
import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HazeError } from '../../errors/haze-error.ts';
import { makeFolder } from '../../store/folder/private-files.ts';
import { distUrl } from '../dist-url.ts';

/** Manifest in the folder, which lists Haze's files by path with the SHA-256 of each in hexadecimal. */
interface Manifest {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
}

const MANIFEST = 'haze-files.json';
/** Subfolder for the modules of programs in the site's documents. */
export const MODULE_FOLDER = 'programs';

/** The package's own folder of files. */
export function ownSiteFolder(): string {
  return fileURLToPath(distUrl('page/'));
}

/** The version of this package. */
export async function readVersion(): Promise<string> {
  const text = await readFile(distUrl('../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * Copies the files into a folder, and removes files of an earlier version.
 * @returns their number and total size in bytes
 * @throws HazeError `not-built`; `folder-taken` for a folder that contains other files
 */
export async function copySite(target: string): Promise<{ files: number; bytes: number }> {
  const own = await describeOwn();
  const before = await maybeReadManifest(target);
  const there = await readdir(target).catch(() => []);
  const isEmpty = there.every((name) => name === MODULE_FOLDER);
  if (!before && !isEmpty) {
    throw new HazeError(
      'folder-taken',
      `${target} contains files that do not belong to Haze. Choose a separate folder, such as ${join(target, 'haze')}.`,
    );
  }
  const stale = Object.keys(before?.files ?? {}).filter((path) => !(path in own.files));
  for (const path of stale) await rm(join(target, path), { force: true });
  // Writes the manifest before the files, so that the command can run again after an interruption.
  const { bytes, ...manifest } = own;
  await makeFolder(target);
  await writeFile(join(target, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const path of Object.keys(own.files)) {
    await makeFolder(dirname(join(target, path)));
    await copyFile(join(ownSiteFolder(), path), join(target, path));
  }
  return { files: Object.keys(own.files).length, bytes };
}

/** The problem with a folder, as a sentence; undefined if the folder has this version's files. */
export async function maybeStaleSite(target: string): Promise<string | undefined> {
  const there = await maybeReadManifest(target);
  if (!there) return `${target} contains no Haze files`;
  const own = await describeOwn();
  if (there.version !== own.version) {
    return `${target} contains the files of haze ${there.version}, but this is haze ${own.version}`;
  }
  for (const [path, hash] of Object.entries(own.files)) {
    const bytes = await readFile(join(target, path)).catch(() => undefined);
    if (!bytes) return `${join(target, path)} is missing`;
    if (hashOf(bytes) !== hash) return `${join(target, path)} differs from the file in this package`;
  }
  return undefined;
}

/** A file of the package, by path. @throws HazeError `not-built` */
export function readSiteFile(path: string): Promise<Uint8Array> {
  return readFile(join(ownSiteFolder(), path)).catch(refuseMissing);
}

function refuseMissing(cause: unknown): never {
  throw new HazeError(
    'not-built',
    `${ownSiteFolder()} is missing or incomplete. Run "npm run build" in the Haze folder once.`,
    { cause },
  );
}

async function describeOwn(): Promise<Manifest & { readonly bytes: number }> {
  const folder = ownSiteFolder();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(refuseMissing);
  const files: Record<string, string> = {};
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    bytes += content.length;
    files[relative(folder, path).replaceAll('\\', '/')] = hashOf(content);
  }
  return { version: await readVersion(), files, bytes };
}

/** Reads the manifest; undefined if it is damaged. */
async function maybeReadManifest(folder: string): Promise<Manifest | undefined> {
  try {
    const { version, files } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest;
    // Ignores paths that lead out of the folder, because a user may have edited the manifest.
    const own = Object.entries(files).filter(
      ([path]) => !relative(folder, join(folder, path)).startsWith('..'),
    );
    return { version, files: Object.fromEntries(own) };
  } catch {
    return undefined;
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
