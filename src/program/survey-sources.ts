// Surveys a program: a silent run that finds its sources of uncertainty, for overrides in a later run.
import type { SourceReport, SourceWish } from '../uncertainty/sources/source-settings.ts';
import { describeInputs } from './describe-inputs.ts';
import { type FoundSources, nameFound } from './find-sources.ts';
import type { PlacesOf } from './places/find-places.ts';
import { type CoreRun, type CoreTools, runOnCore } from './run-on-core.ts';

export { checkOverrides } from '../uncertainty/sources/source-value.ts';

/** Options for a run that lists its sources. */
export const LISTED: SourceWish = { isListed: true, settings: [] };

/** Result of a cancelled survey. The run that needs the survey is cancelled, too. */
const CANCELLED: FoundSources = { sources: [], leftOut: 0, resolve: () => [] };

/** Runs a program once, silently, and names its sources. */
export async function surveySources({ program, request }: CoreRun, tools: CoreTools): Promise<FoundSources> {
  const { trace: _t, places: _p, figures: _f, accuracy: _a, ...given } = request;
  const silent = { ...given, sources: LISTED, onStdout: ignore, onStderr: ignore };
  const { sources } = await runOnCore(
    { program, request: silent, mode: 'quiet', many: { runs: 1 } },
    // The line of a trap is never shown in a survey.
    { ...tools, placeOf: async () => undefined },
  );
  return request.signal?.aborted
    ? CANCELLED
    : nameCreated(sources, { program, request }, (...wish) => tools.placesOf(...wish));
}

/** Names the sources listed by a run. */
export function nameCreated(
  created: SourceReport | undefined,
  { program, request }: Pick<CoreRun, 'program' | 'request'>,
  placesOf: PlacesOf,
): Promise<FoundSources> {
  const isPlain = program.isPlain || request.core.Microarchitecture === 'Reference';
  return nameFound(created, { ...program, isPlain }, describeInputs(request), placesOf);
}

function ignore(): void {}
