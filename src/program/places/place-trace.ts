// Finds the source lines of a traced run.

import type { PlacedTrace } from '../../budget/placed-trace.ts';
import type { PlacedCreation } from '../../budget/resolve-overrides.ts';
import type { SourcePlace } from '../../toolchain/clang/source-place.ts';
import type { RunTrace } from '../../uncertainty/sources/run-trace.ts';
import type { CreatedSource } from '../../uncertainty/sources/source-settings.ts';
import type { PlacedProgram, PlacesOf } from './find-places.ts';

/** Adds each call's source lines to a trace, innermost first. Without debug information, there are none. */
export async function placeTrace(
  trace: RunTrace,
  program: PlacedProgram,
  placesOf: PlacesOf,
): Promise<PlacedTrace> {
  const traced = { ...program, isPlain: trace.areRuns ?? program.isPlain ?? false };
  const callsOf = await placeCalls([...trace.sources, ...trace.values], traced, placesOf);
  return {
    ...trace,
    sources: trace.sources.map(({ frames, ...source }) => ({ ...source, calls: callsOf(frames) })),
    values: trace.values.map(({ frames, ...value }) => ({ ...value, calls: callsOf(frames) })),
  };
}

/** Adds source lines to created sources: the lines of the calls that created them. */
export async function placeCreations(
  sources: readonly CreatedSource[],
  program: PlacedProgram,
  placesOf: PlacesOf,
): Promise<readonly PlacedCreation[]> {
  const callsOf = await placeCalls(sources, program, placesOf);
  return sources.map((source) => ({ ...source, calls: callsOf(source.frames) }));
}

/** Calls the compiler, which is loaded only for such queries. */
export async function placeCalls(
  entries: readonly { readonly frames: readonly number[] }[],
  program: PlacedProgram,
  placesOf: PlacesOf,
): Promise<(frames: readonly number[]) => readonly SourcePlace[]> {
  const offsets = [...new Set(entries.flatMap(({ frames }) => frames))];
  const found = offsets.length > 0 ? await placesOf(program, offsets) : [];
  const places = new Map(offsets.map((offset, i) => [offset, found[i] ?? []]));
  return (frames) => frames.flatMap((offset) => places.get(offset) ?? []);
}
