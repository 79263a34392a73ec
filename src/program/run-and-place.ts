// Runs a program once and finds the line at which it trapped or was stopped by its runtime. The line is printed to
// stderr, after the message about the fault.
import type { RunOutcome } from '../runtime/running/run-outcome.ts';
import type { RunRequest } from '../runtime/running/run-program.ts';
import { maybeTrap, type Trap } from './places/trap.ts';

export interface PlacedRun {
  readonly run: (request: RunRequest) => Promise<RunOutcome>;
  /** Rejects when the signal fires. */
  readonly placeOf: (trap: Trap, signal: AbortSignal) => Promise<string | undefined>;
}

/** Maximum wait for the line of a stopped program: a large program is rebuilt to find it. */
const MOST_WAIT_MS = 60_000;

/** Returns the result of the run; `place` is a trap's "file:line:column", if debug information covers it. */
export async function runAndPlace(
  request: RunRequest,
  program: Omit<Trap, 'codeOffsets'>,
  { run, placeOf }: PlacedRun,
): Promise<RunOutcome & { readonly place?: string }> {
  const outcome = await run(request);
  const trap = maybeTrap(outcome.end, program);
  const signals = [AbortSignal.timeout(MOST_WAIT_MS), ...(request.signal ? [request.signal] : [])];
  // A failure to find the line must not hide the run's own outcome.
  const place = trap && (await placeOf(trap, AbortSignal.any(signals)).catch(() => undefined));
  if (place === undefined) return outcome;
  request.onStderr?.(new TextEncoder().encode(`haze: at ${place}\n`));
  return { ...outcome, place };
}
