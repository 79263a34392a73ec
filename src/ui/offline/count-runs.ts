// Counts completed runs in this browser, up to the run after which the page offers all languages for offline use.

const KEY = 'haze-completed-runs';
const OFFER_AFTER = 3;

/** Counts a completed run; returns true once, for the third run. */
export function countRun(storage: Pick<Storage, 'getItem' | 'setItem'> | undefined): boolean {
  const before = Number(storage?.getItem(KEY) ?? 0);
  if (!storage || before >= OFFER_AFTER) return false;
  try {
    storage.setItem(KEY, String(before + 1));
  } catch {
    // If storage is full, there is no space for the languages either.
    return false;
  }
  return before + 1 === OFFER_AFTER;
}
