// Runs requests in parallel, and exclusive work by itself: no request is in progress while all data is being removed or
// replaced. A slow upload does not delay exclusive work for long.
import { HazeError } from '../../errors/haze-error.ts';

export interface RequestGate {
  /**
   * Runs the work in parallel with other work, once no exclusive work is waiting. The signal aborts if exclusive work
   * has waited too long; the work must then stop waiting for its client.
   */
  pass<Result>(work: (interrupted: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Runs the work after the current requests, while new requests wait. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Time for requests to receive their bodies while exclusive work waits. */
const PATIENCE_MS = 5000;

function interruption(): HazeError {
  return new HazeError(
    'storage-busy',
    'None of this was stored: the body took too long to arrive while an administrator was resetting, importing or exporting all data. Send the request again.',
  );
}

/** Makes a gate. */
export function createRequestGate(patienceMs = PATIENCE_MS): RequestGate {
  const passing = new Map<Promise<unknown>, AbortController>();
  let barrier: Promise<unknown> = Promise.resolve();
  const untilPassed = async () => {
    const interrupt = () => {
      for (const controller of passing.values()) controller.abort(interruption());
    };
    const timer = setTimeout(interrupt, patienceMs);
    await Promise.all(passing.keys());
    clearTimeout(timer);
  };
  return {
    async pass(work) {
      for (let seen: Promise<unknown> | undefined; seen !== barrier; ) {
        seen = barrier;
        await seen;
      }
      const controller = new AbortController();
      const passed = work(controller.signal);
      const settled = passed.catch(() => undefined);
      passing.set(settled, controller);
      void settled.then(() => passing.delete(settled));
      return passed;
    },
    alone(work) {
      const turn = barrier.then(async () => {
        await untilPassed();
        return work();
      });
      barrier = turn.catch(() => undefined);
      return turn;
    },
  };
}
