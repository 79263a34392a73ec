// A program's clocks in a reproducible run. They begin at a given time and advance at every read, by a microsecond at
// first and by up to a millisecond later. A program that polls the clock therefore does not wait long. Sleeping
// advances the clocks immediately.
import { wasi } from '@bjorn3/browser_wasi_shim';

type SystemCall = (...args: never[]) => number | undefined;

const FIRST_STEP_NS = 1000n;
const LARGEST_STEP_NS = 1_000_000n;
/** The size of a step is the elapsed time divided by this number. */
const STEP_PART = 1024n;
const NS_IN_MS = 1_000_000n;

/** Replaces the system's time calls, with clocks that begin at `startMs`. All other calls are unchanged. */
export function withStandingClock<Calls extends Record<string, SystemCall>>(
  calls: Calls,
  startMs: number,
  view: () => DataView,
): Calls {
  const startNs = BigInt(Math.round(startMs)) * NS_IN_MS;
  let passedNs = 0n;
  const read = (clock: number) => {
    const stepNs = FIRST_STEP_NS + passedNs / STEP_PART;
    passedNs += stepNs < LARGEST_STEP_NS ? stepNs : LARGEST_STEP_NS;
    return clock === wasi.CLOCKID_REALTIME ? startNs + passedNs : passedNs;
  };
  return {
    ...calls,
    clock_time_get(clock: number, _precision: bigint, timeAt: number): number {
      view().setBigUint64(timeAt, read(clock), true);
      return wasi.ERRNO_SUCCESS;
    },
    poll_oneoff(subscriptionAt: number, eventAt: number, count: number, countAt: number): number {
      const { clockid, eventtype, flags, timeout, userdata } = wasi.Subscription.read_bytes(
        view(),
        subscriptionAt,
      );
      if (count !== 1 || eventtype !== wasi.EVENTTYPE_CLOCK) return wasi.ERRNO_NOTSUP;
      const isAbsolute = (flags & wasi.SUBCLOCKFLAGS_SUBSCRIPTION_CLOCK_ABSTIME) !== 0;
      const waitNs = isAbsolute ? timeout - read(clockid) : timeout;
      if (waitNs > 0n) passedNs += waitNs;
      new wasi.Event(userdata, wasi.ERRNO_SUCCESS, eventtype).write_bytes(view(), eventAt);
      view().setUint32(countAt, 1, true);
      return wasi.ERRNO_SUCCESS;
    },
  };
}
