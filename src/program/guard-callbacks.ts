// Guards the caller's functions that receive a program's output. They are called from a worker's message handler, where
// the caller cannot catch their errors. An error thrown by such a function therefore stops the run, which then rejects
// with that error.
import type { RunOptions } from './run-options.ts';

/** Performs a run whose options contain functions that may throw. @throws the error that such a function throws */
export async function guardCallbacks<Result>(
  options: RunOptions,
  run: (guarded: RunOptions) => Promise<Result>,
): Promise<Result> {
  const { onStdout, onStderr, onAnswer } = options;
  if (!onStdout && !onStderr && !onAnswer) return run(options);
  const failing = new AbortController();
  let thrown: { readonly error: unknown } | undefined;
  const guard =
    <Told>(tell: (told: Told) => void) =>
    (told: Told) => {
      if (thrown) return;
      try {
        tell(told);
      } catch (error) {
        thrown = { error };
        failing.abort();
      }
    };
  const signals = options.signal ? [failing.signal, options.signal] : [failing.signal];
  const result = await run({
    ...options,
    ...(onStdout && { onStdout: guard(onStdout) }),
    ...(onStderr && { onStderr: guard(onStderr) }),
    ...(onAnswer && { onAnswer: guard(onAnswer) }),
    signal: AbortSignal.any(signals),
  });
  if (thrown) throw (thrown as { readonly error: unknown }).error;
  return result;
}
