// Sources listed by a run: their names, and a function that resolves overrides.
import type { RunInputs } from '../budget/name-sources.ts';
import { listSources, type ProgramSource, resolveOverrides } from '../budget/resolve-overrides.ts';
import type { SourceFiles } from '../toolchain/sources/source-files.ts';
import type { SourceReport, SourceSetting } from '../uncertainty/sources/source-settings.ts';
import type { SourceOverrides } from '../uncertainty/sources/source-value.ts';
import type { PlacesOf } from './places/find-places.ts';
import { placeCreations } from './places/place-trace.ts';
import type { CoreProgram } from './run-on-core.ts';

export interface FoundSources {
  readonly sources: readonly ProgramSource[];
  /** Number of further sources omitted from the list. */
  readonly leftOut: number;
  /**
   * Resolves overrides to source settings.
   * @throws HazeError `no-sources`, `unknown-source`, `ambiguous-source`, `fixed-source`, `invalid-source-value`
   */
  readonly resolve: (overrides: SourceOverrides) => SourceSetting[];
}

/**
 * Names the sources listed by a run.
 *
 * @param program includes its source files, if known
 */
export async function nameFound(
  report: SourceReport | undefined,
  program: CoreProgram,
  inputs: RunInputs,
  placesOf: PlacesOf,
): Promise<FoundSources> {
  const { sources: created = [], leftOut = 0 } = report ?? {};
  const placed = await placeCreations(created, program, placesOf);
  const sources = listSources(placed, textsOf(program.sources ?? {}), inputs);
  return { sources, leftOut, resolve: (overrides) => resolveOverrides(overrides, sources, created) };
}

/** The texts of source files, by path. */
export function textsOf(sources: SourceFiles): Record<string, string> {
  const files = sources instanceof Map ? Object.fromEntries(sources) : sources;
  const texts = Object.entries(files as Readonly<Record<string, string | Uint8Array>>);
  return Object.fromEntries(
    texts.map(([path, content]) => [
      path,
      typeof content === 'string' ? content : new TextDecoder().decode(content),
    ]),
  );
}
