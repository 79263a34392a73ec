// A signal as a promise. A signal that was aborted earlier sends no event to a new listener.

/** Resolved when a signal is aborted, at once where it was. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Never resolved; rejected with the signal's reason: to be raced against work that knows of no signal. */
export function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  const rejected = untilAborted(signal).then((): never => {
    throw signal.reason;
  });
  // A caller that waits sees the rejection; perhaps nobody waits.
  rejected.catch(() => undefined);
  return rejected;
}
