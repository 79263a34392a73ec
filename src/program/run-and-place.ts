// One run of a program, and where it ended when it trapped or its runtime ended it: the line is told on stderr, behind what was
// said of the fault.
import type { RunOutcome } from '../runtime/running/run-outcome.ts';
import type { RunRequest } from '../runtime/running/run-program.ts';
import { maybeTrap, type Trap } from './trap.ts';

export interface PlacedRun {
  readonly run: (request: RunRequest) => Promise<RunOutcome>;
  /** Rejected when the signal fires. */
  readonly placeOf: (trap: Trap, signal: AbortSignal) => Promise<string | undefined>;
}

/** Longer than this nobody waits for the line of a program that has ended: a large one is built once more for it. */
const MOST_WAIT_MS = 60_000;

/** How the run ended; `place` is "file:line:column" of a trap, where debug information knows it. */
export async function runAndPlace(
  request: RunRequest,
  program: Omit<Trap, 'codeOffsets'>,
  { run, placeOf }: PlacedRun,
): Promise<RunOutcome & { readonly place?: string }> {
  const outcome = await run(request);
  const trap = maybeTrap(outcome.end, program);
  const signals = [AbortSignal.timeout(MOST_WAIT_MS), ...(request.signal ? [request.signal] : [])];
  // A line that cannot be found out is no reason to lose the run's own end.
  const place = trap && (await placeOf(trap, AbortSignal.any(signals)).catch(() => undefined));
  if (place === undefined) return outcome;
  request.onStderr?.(new TextEncoder().encode(`haze: at ${place}\n`));
  return { ...outcome, place };
}
