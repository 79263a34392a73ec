// What tabs that share a storage need, so that they do not get in each other's way.

/** Storage, or undefined where the browser refuses it. */
export function maybeStorage(open: () => Storage): Storage | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

/** In the tab's storage: what of this page is under way in the service (left-run.ts). */
export const UNDER_WAY = 'haze-under-way';

/** Why nothing can be stored, as the beginning of a sentence. */
export function nameStorageProblem(error: unknown): string {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull ? 'The browser’s storage for this site is full' : 'The browser lets this page store nothing';
}

/** 48 random bits in hexadecimal. */
export function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Makes what holds IDs as long as the page lives; it answers false when another page holds that one. Without locks every
 * ID is free.
 */
export function createHold(prefix: string): (id: string) => Promise<boolean> {
  const held = new Set<string>();
  return async (id) => {
    if (held.has(id)) return true;
    const isMine = await holdLock(prefix + id);
    if (isMine) held.add(id);
    return isMine;
  };
}

function holdLock(name: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise(() => undefined);
      })
      .catch(() => resolve(true));
  });
}
