// A signal as a promise. A signal that has already been aborted does not fire an event for a new listener.

/** Resolves when a signal is aborted; resolves immediately if it is already aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Never resolves; rejects with the signal's reason. For `Promise.race` with work that does not accept a signal. */
export function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  const rejected = untilAborted(signal).then((): never => {
    throw signal.reason;
  });
  // A waiting caller gets the rejection; if there is no such caller, the rejection is ignored.
  rejected.catch(() => undefined);
  return rejected;
}
