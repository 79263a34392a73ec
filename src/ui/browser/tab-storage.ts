// Storage and locks for tabs that share the same storage.

/** The storage, or undefined if the browser blocks it. */
export function maybeStorage(open: () => Storage): Storage | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

/** Key in the tab's storage for the page's job in the service (left-run.ts). */
export const UNDER_WAY = 'haze-under-way';

/** Reason why storage fails, worded as the start of a sentence. */
export function nameStorageProblem(error: unknown): string {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull
    ? 'The browser’s storage for this site is full'
    : 'The browser does not let this page store anything';
}

/** 48 random bits in hexadecimal. */
export function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Locks, by ID. Only one tab at a time can hold the lock for an ID. */
export interface Holds {
  /**
   * Acquires the lock and holds it until `letGo` is called or the page is closed. Returns false if another page still
   * holds the lock after `waitMs` (default 0). A page that is closing may need that long to release the lock.
   */
  readonly hold: (id: string, waitMs?: number) => Promise<boolean>;
  /** Releases the lock for other tabs. */
  readonly letGo: (id: string) => void;
}

/** Creates the locks. If the browser does not support locks, every ID counts as free. */
export function createHolds(prefix: string): Holds {
  const held = new Map<string, Promise<(() => void) | undefined>>();
  const hold = async (id: string, waitMs = 0) => {
    const asked = held.get(id) ?? maybeLock(prefix + id, waitMs);
    held.set(id, asked);
    const isMine = (await asked) !== undefined;
    if (!isMine && held.get(id) === asked) held.delete(id);
    return isMine;
  };
  const letGo = (id: string) => {
    void held.get(id)?.then((release) => release?.());
    held.delete(id);
  };
  return { hold, letGo };
}

/** Acquires the lock and returns a function that releases it; undefined if another page holds the lock. */
function maybeLock(name: string, waitMs: number): Promise<(() => void) | undefined> {
  const free = () => undefined;
  if (!navigator.locks) return Promise.resolve(free);
  const options = waitMs > 0 ? { signal: AbortSignal.timeout(waitMs) } : { ifAvailable: true };
  return new Promise((resolve) => {
    navigator.locks
      .request(name, options, (lock) => {
        if (lock !== null) return new Promise<void>((release) => resolve(release));
        resolve(undefined);
        return undefined;
      })
      .catch(() => resolve(options.signal?.aborted ? undefined : free));
  });
}
