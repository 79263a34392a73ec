// Fetches a repository for a page that shows its files. The repository is cached like repositories fetched for builds.
import { createCloneClient } from '../../../jobs/cloning/clone-client.ts';
import { StoredShelf } from '../../../jobs/cloning/repository-store.ts';
import { defaultLimits } from '../../../jobs/records/limits.ts';
import type { CheckedOut } from '../../../repositories/check-out.ts';
import { defaultCheckOutSettings } from '../../../repositories/check-out-settings.ts';
import type { Store } from '../../../store/contract/store.ts';
import { createPageCloneWorker } from '../../program/page-workers.ts';

/** A repository to show in a page. */
export interface RepositoryWish {
  readonly url: string;
  /** Branch to show; undefined for the default branch. */
  readonly branch?: string;
  /** Commit to show; undefined for the newest commit on the branch. */
  readonly commit?: string;
  readonly token?: string;
  /** URL of a proxy; see `ConnectOptions.corsProxy`. */
  readonly corsProxy?: string;
  readonly signal?: AbortSignal;
  /** Receives a line about the current step. */
  readonly onProgress?: (message: string) => void;
}

/** Owner of the fetched objects: the page itself, for all accounts' builds. */
const PAGE_OWNER = 'page';

/**
 * Returns a repository's files, including submodules. The user has typed the repository's address, so any host is
 * allowed.
 * @throws HazeError
 */
export async function fetchRepository(store: Store, wish: RepositoryWish): Promise<CheckedOut> {
  const { url, branch = '', commit = 'HEAD', token, corsProxy } = wish;
  const settings = {
    ...defaultCheckOutSettings,
    hosts: ['*'],
    mayBeInternal: true,
    ...(corsProxy ? { corsProxy } : {}),
  };
  const request = { url, branch, commit, directory: '', settings, ...(token ? { token } : {}) };
  const shelf = new StoredShelf(store, PAGE_OWNER, Date.now);
  try {
    return await createCloneClient(createPageCloneWorker)(request, {
      shelf,
      signal: wish.signal ?? new AbortController().signal,
      report: wish.onProgress ?? (() => undefined),
    });
  } finally {
    await shelf.shrink(defaultLimits.repositoryCacheBytes);
  }
}
