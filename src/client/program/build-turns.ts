// Turns of builds in a page: its compiler builds one program at a time, and the others know that they wait.
import { rejectWhenAborted } from './when-aborted.ts';

/** Does work in its turn. `onWait` is called when another's work comes first. */
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
      // A turn that was given up keeps its place in the line.
      void before.then(() => pass?.());
    }
  };
}
