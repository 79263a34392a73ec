// Loads what comes over a network that may stumble.

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;

/** What `load` answers; when it fails it is tried again after a pause, and the fourth failure counts. */
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
