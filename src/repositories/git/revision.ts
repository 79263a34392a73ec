// A single revision of a repository, with its entries: a git commit, or an unpacked zip.
import { HazeError } from '../../errors/haze-error.ts';
import { checkNesting } from '../folder-bounds.ts';

/** An entry of a repository other than a folder. */
export interface RevisionEntry {
  /** Path relative to the repository's root. */
  readonly path: string;
  readonly kind: 'file' | 'link';
  /** Reads the content of a file, or the target of a link. */
  read(): Promise<Uint8Array>;
}

/** A folder that is itself a repository. */
export interface SubmoduleEntry {
  readonly path: string;
  readonly kind: 'submodule';
  /** The submodule's commit. */
  readonly commit: string;
}

export interface Revision {
  /** The revision's commit; `''` for a copy without history. */
  readonly commit: string;
  readonly entries: readonly (RevisionEntry | SubmoduleEntry)[];
}

/** Requested revision of a repository. */
export interface RevisionWish {
  /** Branch to use; `''` for the default branch. */
  readonly branch: string;
  /** A commit, a tag, or `HEAD` for the newest commit of the branch. */
  readonly commit: string;
}

/** Characters that macOS file systems ignore when they compare names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/**
 * Names that some file systems treat as `.git`, a folder whose configuration can specify commands to run. Git itself
 * rejects the same names.
 */
const GIT_FOLDER = /^(?:\.git|git~1)[. ]*(?::.*)?$/i;

/**
 * Rejects names that lead out of a folder or into git's own folder, because a malicious repository or archive may
 * contain them.
 * @throws HazeError `path-outside`, `repository-too-large`
 */
export function checkEntryPath(path: string, url: string): void {
  checkNesting(path, `The repository ${url}`);
  const isSafe = path
    .split('/')
    .every((part) => !['', '.', '..'].includes(part) && !GIT_FOLDER.test(part.replaceAll(IGNORED, '')));
  if (isSafe && !path.includes('\0') && !path.startsWith('/')) return;
  throw new HazeError(
    'path-outside',
    `The repository ${url} has an entry with the path ${JSON.stringify(path.slice(0, 200))}, which leads outside its folder or into git's own folder. It is not built.`,
    { data: { path } },
  );
}
