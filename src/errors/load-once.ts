// Work whose result is shared by all callers, such as loading a file.

/** Creates a function that starts the work once. After a failure, the next call starts it again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
