// Runs asynchronous work one item after another, in the order of the calls.

/** Queues work. An error in one call does not affect the next. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates an empty queue. */
export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
