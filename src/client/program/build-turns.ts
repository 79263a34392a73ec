// Queue of work in a page: the page's compiler builds one program at a time, and only a few programs run at the same
// time. All other programs report that they are waiting.
import { HazeError } from '../../errors/haze-error.ts';
import { rejectWhenAborted } from './when-aborted.ts';

/** Does the work when its turn comes. Calls `onWait` if another build goes first. */
export type TakeTurn = <T>(work: () => Promise<T>, onWait: () => void, signal: AbortSignal) => Promise<T>;

/** Maximum length of a queue, because any page can send an endless stream of requests to a frame. */
const MOST_WAITING = 1000;

/** @param places maximum number of work items that run at the same time */
export function createTurns(places = 1): TakeTurn {
  const waiting = new Set<() => void>();
  let free = places;
  const leave = () => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };
  const enter = async (onWait: () => void, signal: AbortSignal) => {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (waiting.size === MOST_WAITING) {
      throw new HazeError(
        'runner-unavailable',
        `${MOST_WAITING} programs on this page are already waiting. Run this program again when they have finished.`,
      );
    }
    onWait();
    let begin: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => {
      begin = () => {
        waiting.delete(begin);
        resolve();
      };
    });
    waiting.add(begin);
    try {
      await Promise.race([turn, rejectWhenAborted(signal)]);
    } catch (error) {
      // If the turn came at the moment of the abort, it passes to the next item in the queue.
      if (!waiting.delete(begin)) leave();
      throw error;
    }
  };
  return async (work, onWait, signal) => {
    signal.throwIfAborted();
    await enter(onWait, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
