// Runs a program once and finds the line where it trapped or its runtime ended it. The line goes to stderr, after the
// message about the fault.
import type { RunOutcome } from '../runtime/running/run-outcome.ts';
import type { RunRequest } from '../runtime/running/run-program.ts';
import { maybeTrap, type Trap } from './places/trap.ts';

export interface PlacedRun {
  readonly run: (request: RunRequest) => Promise<RunOutcome>;
  /** Rejected when the signal fires. */
  readonly placeOf: (trap: Trap, signal: AbortSignal) => Promise<string | undefined>;
}

/** Limit on the wait for the line of an ended program: a large program is built again for it. */
const MOST_WAIT_MS = 60_000;

/** Result of the run; `place` is "file:line:column" of a trap, if debug information has it. */
export async function runAndPlace(
  request: RunRequest,
  program: Omit<Trap, 'codeOffsets'>,
  { run, placeOf }: PlacedRun,
): Promise<RunOutcome & { readonly place?: string }> {
  const outcome = await run(request);
  const trap = maybeTrap(outcome.end, program);
  const signals = [AbortSignal.timeout(MOST_WAIT_MS), ...(request.signal ? [request.signal] : [])];
  // A failure to find the line must not lose the run's own end.
  const place = trap && (await placeOf(trap, AbortSignal.any(signals)).catch(() => undefined));
  if (place === undefined) return outcome;
  request.onStderr?.(new TextEncoder().encode(`haze: at ${place}\n`));
  return { ...outcome, place };
}
