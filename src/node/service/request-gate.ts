// Runs requests in parallel, and exclusive work by itself: no request is in progress while all data is being removed or
// replaced.

export interface RequestGate {
  /** Runs the work in parallel with other work, once no exclusive work is waiting. */
  pass<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs the work after the current requests, while new requests wait. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Makes a gate. */
export function createRequestGate(): RequestGate {
  const passing = new Set<Promise<unknown>>();
  let barrier: Promise<unknown> = Promise.resolve();
  return {
    async pass(work) {
      for (let seen: Promise<unknown> | undefined; seen !== barrier; ) {
        seen = barrier;
        await seen;
      }
      const passed = work();
      const settled = passed.catch(() => undefined);
      passing.add(settled);
      void settled.then(() => passing.delete(settled));
      return passed;
    },
    alone(work) {
      const turn = barrier.then(async () => {
        await Promise.all(passing);
        return work();
      });
      barrier = turn.catch(() => undefined);
      return turn;
    },
  };
}
