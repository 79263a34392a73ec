// A signal of two.

/** A signal that fires with either of two, until it is released. */
export function eitherSignal(
  one: AbortSignal,
  other: AbortSignal | undefined,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const signals = other === undefined ? [one] : [one, other];
  for (const signal of signals) signal.addEventListener('abort', abort);
  if (signals.some(({ aborted }) => aborted)) abort();
  const release = () => {
    for (const signal of signals) signal.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, release };
}
