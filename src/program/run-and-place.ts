// One run of a program, and where it ended when it trapped: the line is told on stderr, behind the sentence of the trap.
import type { RunOutcome } from '../runtime/run-outcome.ts';
import type { RunRequest } from '../runtime/run-program.ts';
import { maybeTrapOffset } from './trap-place.ts';

export interface PlacedRun {
  readonly run: (request: RunRequest) => Promise<RunOutcome>;
  readonly placeOf: (linked: Uint8Array, codeOffset: number) => Promise<string | undefined>;
}

/** How the run ended; `place` is "file:line:column" of a trap, where the program's debug information knows it. */
export async function runAndPlace(
  request: RunRequest,
  linked: Uint8Array,
  { run, placeOf }: PlacedRun,
): Promise<RunOutcome & { readonly place?: string }> {
  const outcome = await run(request);
  const offset = maybeTrapOffset(outcome.end, linked);
  // A line that cannot be found out is no reason to lose the run's own end.
  const place = offset === undefined ? undefined : await placeOf(linked, offset).catch(() => undefined);
  if (place === undefined) return outcome;
  request.onStderr?.(new TextEncoder().encode(`haze: at ${place}\n`));
  return { ...outcome, place };
}
