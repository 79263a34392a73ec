// Storage and locks for tabs that share one storage.

/** Storage, or undefined when the browser blocks it. */
export function maybeStorage(open: () => Storage): Storage | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

/** Key of the tab's storage for the page's job in the service (left-run.ts). */
export const UNDER_WAY = 'haze-under-way';

/** Reason why storage fails, as the beginning of a sentence. */
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

/** Locks of one tab among all tabs, by ID. */
export interface Holds {
  /**
   * Takes the lock until `letGo` or the end of the page. Answers false when another page still holds the lock after
   * `waitMs` (default 0). A page that is just closing may need that wait.
   */
  readonly hold: (id: string, waitMs?: number) => Promise<boolean>;
  /** Releases the lock for other tabs. */
  readonly letGo: (id: string) => void;
}

/** Makes the locks. In a browser without locks every ID is free. */
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

/** Takes the lock and returns its release; undefined while another page has the lock. */
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
