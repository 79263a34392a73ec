// Every open page holds a shared lock named after its version, so that no other page removes its files.

import { untilAborted } from '../../program/when-aborted.ts';

const PREFIX = 'haze-version:';

/** Holds the version until the page goes away or `signal` is aborted. */
export function holdVersion(version: string, signal: AbortSignal): void {
  const locks = navigator.locks as LockManager | undefined;
  void locks
    ?.request(PREFIX + version, { mode: 'shared' }, () => untilAborted(signal))
    .catch(() => undefined);
}

/** Versions that open pages use now. */
export async function listUsedVersions(): Promise<string[]> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return [...held, ...pending].flatMap(({ name }) =>
    name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [],
  );
}
