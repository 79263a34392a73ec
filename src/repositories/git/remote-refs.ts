// Branches and tags of a repository, and the commit to which a build request such as "branch main, commit HEAD" refers.
import { HazeError } from '../../errors/haze-error.ts';
import { repositoryEmpty } from './git-http.ts';
import { quote } from './quote.ts';
import type { RevisionWish } from './revision.ts';

/** References of a repository, from a server, a bundle, or the last fetch. */
export interface RemoteRefs {
  /** Commits by full reference name, such as `refs/heads/main`; for a tag, the commit to which it points. */
  readonly commits: Readonly<Record<string, string>>;
  /** Full name of the default branch; `''` if the server does not have one. */
  readonly head: string;
}

const FULL_ID = /^[0-9a-f]{40}$/i;
const SHORT_ID = /^[0-9a-f]{4,39}$/i;
const MOST_NAMES = 8;

/** A commit, or its first digits, to look for on a branch. */
export type Wanted =
  | { readonly kind: 'commit'; readonly oid: string }
  /** `tip` is the newest commit in the history to search; `''` to search all branches. */
  | { readonly kind: 'short'; readonly digits: string; readonly tip: string };

/** Tests whether the commit ID is complete, so that no server has to resolve it. */
export function isFullId(commit: string): boolean {
  return FULL_ID.test(commit);
}

function listBranches(refs: RemoteRefs): string {
  const names = Object.keys(refs.commits).flatMap((name) => /^refs\/heads\/(.+)$/.exec(name)?.[1] ?? []);
  if (names.length === 0) return 'It has none.';
  const more = names.length > MOST_NAMES ? ' …' : '';
  return `Its branches: ${names.slice(0, MOST_NAMES).map(quote).join(', ')}${more}.`;
}

function findTip(refs: RemoteRefs, branch: string, url: string): string {
  const names =
    branch === ''
      ? [refs.head, 'HEAD', 'refs/heads/main', 'refs/heads/master']
      : [`refs/heads/${branch}`, `refs/tags/${branch}`, branch];
  const tip = names.find((name) => Object.hasOwn(refs.commits, name));
  if (tip !== undefined) return refs.commits[tip]!;
  throw new HazeError(
    'branch-not-found',
    branch === ''
      ? `The default branch of ${url} does not exist: specify the Branch. ${listBranches(refs)}`
      : `There is no branch "${branch}" in ${url}. ${listBranches(refs)}`,
    { data: { branch } },
  );
}

/**
 * Finds the commit to build.
 * @throws HazeError `repository-empty`, `branch-not-found`, `commit-not-found`
 */
export function findWanted(refs: RemoteRefs, { branch, commit }: RevisionWish, url: string): Wanted {
  if (Object.keys(refs.commits).length === 0) throw repositoryEmpty(url);
  const tip = findTip(refs, branch, url);
  if (commit === 'HEAD' || commit === '') return { kind: 'commit', oid: tip };
  if (FULL_ID.test(commit)) return { kind: 'commit', oid: commit.toLowerCase() };
  const tagged = refs.commits[`refs/tags/${commit}`] ?? refs.commits[`refs/heads/${commit}`];
  if (tagged !== undefined) return { kind: 'commit', oid: tagged };
  if (SHORT_ID.test(commit)) return { kind: 'short', digits: commit, tip: branch === '' ? '' : tip };
  throw noCommit(commit, branch, url);
}

/** Error for a missing commit. */
export function noCommit(commit: string, branch: string, url: string): HazeError {
  const where = branch === '' ? url : `branch "${branch}" of ${url}`;
  return new HazeError(
    'commit-not-found',
    `There is no commit "${commit}" in ${where}. Specify a commit ID, a tag, or HEAD for the newest commit.`,
    { data: { commit } },
  );
}
