// Imported copies of repositories, for working offline: a git bundle, which has branches and commits, or a zip of the
// files, which has neither. Formats: gitformat-bundle(5); the zip file format.
import { HazeError } from '../../errors/haze-error.ts';
import { checkFolders } from '../folder-bounds.ts';
import { loadGit } from '../git/git-library.ts';
import { GitObjects } from '../git/git-objects.ts';
import type { PackBounds } from '../git/pack-bounds.ts';
import { quote } from '../git/quote.ts';
import { findWanted, noCommit, type RemoteRefs } from '../git/remote-refs.ts';
import { checkEntryPath, type Revision, type RevisionEntry, type RevisionWish } from '../git/revision.ts';
import { findImportKind } from './import-kind.ts';
import { listZipEntries, readZipEntry, type ZipEntry } from './zip-entries.ts';

export interface ImportedCopy {
  readonly url: string;
  readonly bytes: Uint8Array;
  /** Maximum unpacked size of a zip. */
  readonly maxBytes: number;
  /** Bounds for a bundle's pack. */
  readonly bounds: PackBounds;
  /** Receives a line for the build log. */
  readonly remark: (line: string) => void;
}

const NEWLINE = 10;
/** Maximum number of a bundle's references, all of which are held in memory. */
const MOST_REFERENCES = 500_000;
/** Unpacked size up to which any compression ratio is accepted. */
const FREE_BYTES = 64e6;
const MOST_RATIO = 200;
/** Folders that never count as an archive's wrapping folder, because builds look for them. */
const OWN_FOLDERS: ReadonlySet<string> = new Set(['src', 'inputs']);

function damaged(url: string, what: string, cause?: unknown): HazeError {
  return new HazeError('import-damaged', `The imported copy of ${url} ${what}. Import it again.`, {
    cause,
  });
}

/** Opens a revision of an imported copy. @throws HazeError */
export async function openImportedRevision(copy: ImportedCopy, wish: RevisionWish): Promise<Revision> {
  if (findImportKind(copy.bytes) === 'bundle') return openBundle(copy, wish);
  if (wish.commit !== 'HEAD' && wish.commit !== '') {
    throw new HazeError(
      'commit-not-found',
      `The copy of ${copy.url} was imported as a zip, which has no commits, but "${wish.commit}" is requested. Specify HEAD, or import a git bundle.`,
    );
  }
  if (wish.branch !== '')
    copy.remark(`the copy of ${copy.url} is a zip, which has one state and no branches`);
  return { commit: '', entries: openZip(copy) };
}

function openZip({ url, bytes, maxBytes }: ImportedCopy): RevisionEntry[] {
  const within = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw damaged(url, `is not a complete zip (${(error as Error).message})`, error);
    }
  };
  const all = within(() => listZipEntries(bytes)).filter(({ name }) => !name.startsWith('__MACOSX/'));
  checkTotal(url, bytes.length, all, maxBytes);
  checkFolders(
    all.map(({ name }) => name.replaceAll('\\', '/')),
    `The copy of ${url}`,
  );
  // If a name occurs more than once, only the last entry is used: unpacking the zip into a folder would also overwrite
  // earlier entries.
  const files = [...new Map(all.map((entry) => [entry.name, entry])).values()].map((entry) => ({
    path: entry.name.replaceAll('\\', '/'),
    kind: entry.isLink ? ('link' as const) : ('file' as const),
    read: async () => within(() => readZipEntry(bytes, entry)),
  }));
  for (const { path } of files) if (!/(^|\/)\.git\//.test(path)) checkEntryPath(path, url);
  const prefix = findWrapping(files.map(({ path }) => path));
  return files
    .filter(({ path }) => !/(^|\/)\.git(\/|$)/.test(path))
    .map((file) => ({ ...file, path: file.path.slice(prefix.length) }));
}

function checkTotal(url: string, zipBytes: number, entries: readonly ZipEntry[], maxBytes: number): void {
  const totalBytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (totalBytes > maxBytes) {
    throw new HazeError(
      'repository-too-large',
      `The copy of ${url} unpacks to more than ${Math.round(maxBytes / 1e6)} MB, the maximum that is accepted.`,
    );
  }
  if (totalBytes > FREE_BYTES && totalBytes > MOST_RATIO * zipBytes) {
    throw new HazeError(
      'repository-too-large',
      `The copy of ${url} unpacks to ${Math.round(totalBytes / zipBytes)} times its size, which no program's sources do; at most ${MOST_RATIO} times is accepted. Remove files that repeat one value over and over.`,
    );
  }
}

// Archives from a hosting service contain everything in a single folder, such as "sums-main/".
function findWrapping(paths: readonly string[]): string {
  const [first = ''] = paths;
  const top = first.slice(0, first.indexOf('/') + 1);
  const isWrapped = top !== '' && paths.every((path) => path.startsWith(top));
  return isWrapped && !OWN_FOLDERS.has(top.slice(0, -1)) ? top : '';
}

/**
 * Files in the form that fflate packs. If all of them share a folder, which an import would remove, or if a file is
 * named `__proto__`, which fflate would lose, an additional folder is added around them.
 */
export function toZippable(files: ReadonlyMap<string, Uint8Array>): Record<string, Uint8Array> {
  const isPlain = findWrapping([...files.keys()]) === '' && !files.has('__proto__');
  return Object.fromEntries([...files].map(([path, bytes]) => [isPlain ? path : `files/${path}`, bytes]));
}

async function openBundle(copy: ImportedCopy, wish: RevisionWish): Promise<Revision> {
  const { url } = copy;
  const { refs, pack } = readBundle(copy);
  const git = await loadGit();
  const objects = new GitObjects(git, copy, [['objects/pack/pack-imported.pack', pack]]);
  const wanted = findWanted(refs, wish, url);
  try {
    await objects.index('pack-imported');
    const oid = wanted.kind === 'commit' ? wanted.oid : await objects.maybeExpand(wanted.digits);
    if (oid === undefined || !(await objects.hasCommit(oid))) throw noCommit(wish.commit, wish.branch, url);
    return await objects.revision(oid);
  } catch (error) {
    if (error instanceof HazeError) throw error;
    throw damaged(url, `cannot be read (${(error as Error).message})`, error);
  }
}

function readBundle({ url, bytes }: ImportedCopy): { refs: RemoteRefs; pack: Uint8Array } {
  const commits: Record<string, string> = {};
  const decoder = new TextDecoder();
  let at = bytes.indexOf(NEWLINE) + 1;
  for (let references = 0; ; references += 1) {
    if (references > MOST_REFERENCES)
      throw new HazeError(
        'repository-too-large',
        `The copy of ${url} has more than ${MOST_REFERENCES} references, the maximum that is accepted. Create the bundle with fewer branches and tags.`,
      );
    const end = bytes.indexOf(NEWLINE, at);
    if (end < 0) throw damaged(url, 'is truncated');
    const line = decoder.decode(bytes.subarray(at, end));
    at = end + 1;
    if (line === '') break;
    if (line.startsWith('@') && line !== '@object-format=sha1')
      throw damaged(url, `is of an unsupported kind (${quote(line)})`);
    if (line.startsWith('-'))
      throw damaged(url, 'is a bundle with only part of the history; create it with --all');
    const [oid = '', ref = ''] = line.split(' ');
    if (!line.startsWith('@')) commits[ref] = oid;
  }
  return { refs: { commits, head: '' }, pack: bytes.subarray(at) };
}
