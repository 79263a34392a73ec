// A signal as a promise. A signal that has already been aborted does not fire an event for a new listener.

/** Resolves when a signal is aborted; resolves immediately if it is already aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * Never resolves, but rejects with the signal's reason. Intended for `Promise.race` with work that does not accept a
 * signal.
 */
export function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  const rejected = untilAborted(signal).then((): never => {
    throw signal.reason;
  });
  // The rejection goes to a waiting caller; if there is none, it is ignored.
  rejected.catch(() => undefined);
  return rejected;
}
