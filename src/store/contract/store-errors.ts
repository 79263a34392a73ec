// Errors from the layers below the store, reduced to the three kinds that callers distinguish: full, evicted, failed.

import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';

const FULL = new Set(['QuotaExceededError', 'ENOSPC', 'EDQUOT', 'EFBIG']);

/** An error's code, such as `ENOSPC`; empty if it has none. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Tests whether a backend failed because it ran out of space. */
export function isFull(error: unknown): boolean {
  return FULL.has(codeOf(error) || String((error as Partial<Error> | undefined)?.name));
}

/** Error for a call that stored nothing because the storage is full. */
export function storageFull(cause?: unknown): HazeError {
  return new HazeError(
    'storage-full',
    'The storage is full, so none of this was stored. Delete builds, tasks or files, or free space, and try again.',
    { cause },
  );
}

/** Tests whether a store's error means that there is no space left. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof HazeError && error.code === 'storage-full';
}

const PASSING: ReadonlySet<string> = new Set(['storage-away', 'storage-busy', 'storage-read-only']);

/** Tests whether a store's error is transient, so that a retry makes sense. */
export function isStoragePassing(error: unknown): boolean {
  return error instanceof HazeError && PASSING.has(error.code);
}

/** Error for data that disappeared while the store was open. */
export function storageEvicted(cause?: unknown): HazeError {
  return new HazeError(
    'storage-evicted',
    'The stored data was removed while in use: the browser freed space, site data was cleared, or the folder was deleted. Start again; the stored data is lost.',
    { cause },
  );
}

/** Error for a stored record that cannot be read. */
export function recordDamaged(kind: string, id: string, reason: string): HazeError {
  return new HazeError('record-damaged', `The record "${id}" of the kind "${kind}" is damaged: ${reason}.`);
}

/** Error for a store that was closed by its user, or for a newer version of the program in another tab. */
export function storeClosed(): HazeError {
  return new HazeError('store-closed', 'The store is closed. Reopen it (reload the page) to continue.');
}

/** Error for a browser that does not respond when asked to open the store. */
export function storeUnreachable(): HazeError {
  return new HazeError(
    'storage-failed',
    'The browser is not opening this site’s storage. Another tab of the site may be stuck: close the other tabs, then reload this page.',
  );
}

/** Converts a backend's error; a HazeError is returned unchanged. */
export function toStoreError(error: unknown): HazeError {
  if (error instanceof HazeError) return error;
  if (isFull(error)) return storageFull(error);
  const reason = messageOf(error);
  return new HazeError('storage-failed', `The storage failed: ${reason}`, { cause: error });
}
