// A shared lock, named after its version, that every open page holds so that no other page removes the version's
// files.

import { untilAborted } from '../../program/when-aborted.ts';

const PREFIX = 'haze-version:';

/** Holds the version until the page is closed or `signal` is aborted. */
export function holdVersion(version: string, signal: AbortSignal): void {
  const locks = navigator.locks as LockManager | undefined;
  void locks
    ?.request(PREFIX + version, { mode: 'shared' }, () => untilAborted(signal))
    .catch(() => undefined);
}

/** Versions that open pages currently use. */
export async function listUsedVersions(): Promise<string[]> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return [...held, ...pending].flatMap(({ name }) =>
    name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [],
  );
}
