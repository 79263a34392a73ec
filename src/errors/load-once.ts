// Shares the result of some work, such as loading a file, among all callers.

/** Creates a function that starts the work once, on the first call. After a failure, the next call starts it again. */
export function loadOnce<T, Parameters extends unknown[]>(
  load: (...parameters: Parameters) => Promise<T>,
): (...parameters: Parameters) => Promise<T> {
  let loading: Promise<T> | undefined;
  return (...parameters) => {
    loading ??= load(...parameters).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
