// Loads modules over an unreliable network.

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;

/** Returns the result of `load`. A failed call is retried after a pause; the fourth error is thrown. */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
    }
  }
}
