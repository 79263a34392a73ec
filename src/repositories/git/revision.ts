// One state of one repository, with its entries: a commit of git, or an unpacked zip.
import { HazeError } from '../../errors/haze-error.ts';

/** An entry of a repository other than a folder. */
export interface RevisionEntry {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly kind: 'file' | 'link';
  /** The content of a file; the target of a link. */
  read(): Promise<Uint8Array>;
}

/** A folder that is another repository. */
export interface SubmoduleEntry {
  readonly path: string;
  readonly kind: 'submodule';
  /** The commit of that repository. */
  readonly commit: string;
}

export interface Revision {
  /** `''` for a copy without history. */
  readonly commit: string;
  readonly entries: readonly (RevisionEntry | SubmoduleEntry)[];
}

/** Requested revision of a repository. */
export interface RevisionWish {
  /** `''` for the default branch. */
  readonly branch: string;
  /** A commit, a tag, or `HEAD` for the newest commit of the branch. */
  readonly commit: string;
}

/** Characters that a macOS file system ignores when it compares names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/**
 * Names that some file system treats as `.git`, whose configuration names commands; git itself refuses the same names.
 */
const GIT_FOLDER = /^(?:\.git|git~1)[. ]*(?::.*)?$/i;

/**
 * Refuses names that lead out of a folder, or into git's own: a hostile repository or archive may have such names.
 * @throws HazeError `path-outside`
 */
export function checkEntryPath(path: string, url: string): void {
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
