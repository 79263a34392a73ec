// A signal as a promise, to be raced against work that knows of no signal.

/** Never resolved; rejected with the signal's reason. */
export function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  // Whoever waits for it hears of it; nobody may wait any more.
  rejected.catch(() => undefined);
  return rejected;
}
