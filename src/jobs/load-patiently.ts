// Loads what comes over a network that may stumble.
import { HazeError } from '../errors/haze-error.ts';

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;
/** Far more than anything takes that is loaded this way, on slow networks too. */
const MOST_WAIT_MS = 120_000;

/**
 * What `load` answers; when it fails it is tried again after a pause, and the fourth failure counts. A module that never
 * comes is not asked for again: whoever imports it once more only waits for the same answer.
 * @throws HazeError `network-away` when nothing came, see `isStuck`
 */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withinReason(load());
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || isStuck(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
    }
  }
}

/** Whether something was waited for that never came: in its page or worker it never will. */
export function isStuck(error: unknown): boolean {
  return error instanceof HazeError && error.data.isStuck === true;
}

async function withinReason<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(neverCame()), MOST_WAIT_MS);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

function neverCame(): HazeError {
  return new HazeError(
    'network-away',
    `A part of Haze was asked for and has not come for ${MOST_WAIT_MS / 1000} s. Check the network and try again; if it does not come then, reload the page.`,
    { data: { isStuck: true } },
  );
}
