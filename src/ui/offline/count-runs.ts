// Number of completed runs in this browser, up to the one after which the page offers all languages offline.

const KEY = 'haze-completed-runs';
const OFFER_AFTER = 3;

/** Counts a completed run; returns true for the third one, once. */
export function countRun(storage: Pick<Storage, 'getItem' | 'setItem'> | undefined): boolean {
  const before = Number(storage?.getItem(KEY) ?? 0);
  if (!storage || before >= OFFER_AFTER) return false;
  try {
    storage.setItem(KEY, String(before + 1));
  } catch {
    // A full storage has no room for the languages either.
    return false;
  }
  return before + 1 === OFFER_AFTER;
}
