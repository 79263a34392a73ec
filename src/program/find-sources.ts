// Results of a run that lists its sources: their names, and the source that a name means.
import type { RunInputs } from '../budget/name-sources.ts';
import { listSources, type ProgramSource, resolveOverrides } from '../budget/resolve-overrides.ts';
import type { ProgramRequest } from '../runtime/running/run-program.ts';
import type { SourceFiles } from '../toolchain/sources/source-files.ts';
import type { SourceReport, SourceSetting } from '../uncertainty/sources/source-settings.ts';
import type { SourceOverrides } from '../uncertainty/sources/source-value.ts';
import type { PlacesOf } from './places/find-places.ts';
import { placeCreations } from './places/place-trace.ts';
import type { CoreProgram } from './run-on-core.ts';

/** Longer files are not searched for the Ux text of a source. */
const LONGEST_INPUT_BYTES = 64 * 2 ** 20;

export interface FoundSources {
  readonly sources: readonly ProgramSource[];
  /** Number of further sources that are not in the list. */
  readonly leftOut: number;
  /**
   * Settings that overrides stand for.
   * @throws HazeError `no-sources`, `unknown-source`, `ambiguous-source`, `fixed-source`, `invalid-source-value`
   */
  readonly resolve: (overrides: SourceOverrides) => SourceSetting[];
}

/**
 * Names the sources that a run has listed.
 *
 * @param program has the files that it was built from, where they are known
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

/** Texts of sources by path. */
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

/** Inputs of a program as texts, to find the Ux text of a source in. */
export function describeInputs({
  arguments: words = [],
  files = new Map(),
  stdin = new Uint8Array(),
}: GivenInputs): RunInputs {
  const read = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);
  const given = [...files].filter(([, bytes]) => bytes.length <= LONGEST_INPUT_BYTES);
  const texts = Object.fromEntries(given.map(([path, bytes]) => [path, read(bytes)]));
  return { arguments: words, files: stdin === 'process' ? texts : { ...texts, stdin: read(stdin) } };
}

export type GivenInputs = Pick<ProgramRequest, 'arguments' | 'files' | 'stdin'>;
