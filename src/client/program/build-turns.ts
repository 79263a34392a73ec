// Queue of builds in a page: its compiler builds one program at a time, while the other builds report that they are
// waiting.
import { rejectWhenAborted } from './when-aborted.ts';

/** Does the work when its turn comes. Calls `onWait` if another build goes first. */
export type TakeTurn = <T>(work: () => Promise<T>, onWait: () => void, signal: AbortSignal) => Promise<T>;

export function createTurns(): TakeTurn {
  let last = Promise.resolve();
  let taken = 0;
  return async (work, onWait, signal) => {
    const before = last;
    let pass: (() => void) | undefined;
    last = new Promise<void>((resolve) => {
      pass = resolve;
    });
    taken += 1;
    if (taken > 1) onWait();
    try {
      await Promise.race([before, rejectWhenAborted(signal)]);
      return await work();
    } finally {
      taken -= 1;
      // A cancelled turn keeps its place in the queue.
      void before.then(() => pass?.());
    }
  };
}
