// The lines of source of a traced run: from where the program was in the module that ran, back to the linked one, and from
// there by its line table. A module without debug information is built once more with it, as for the line of a trap.

import type { PlacedTrace } from '../budget/placed-trace.ts';
import type { PlacedCreation } from '../budget/resolve-overrides.ts';
import { rewriteProgram } from '../runtime/rewrite-program.ts';
import type { BuildRequest, BuildResult } from '../toolchain/build-result.ts';
import type { Clang } from '../toolchain/clang.ts';
import { findSourcePlaces, type SourcePlace } from '../toolchain/source-place.ts';
import type { RunTrace } from '../uncertainty/run-trace.ts';
import type { CreatedSource } from '../uncertainty/source-settings.ts';
import type { Trap } from './trap.ts';
import { maybeWithLines } from './trap-place.ts';

/** A module whose instructions are asked for. */
export interface PlacedProgram extends Pick<Trap, 'linked' | 'request'> {
  /** Whether offsets are those of the linked module and not of its rewritten form. */
  readonly isPlain?: boolean;
}

/** Of each instruction the innermost of inlined calls first; none where no debug information is to be had. */
export type PlacesOf = (
  program: PlacedProgram,
  codeOffsets: readonly number[],
) => Promise<readonly (readonly SourcePlace[])[]>;

/** The places of instructions of a program. */
export async function findPlaces(
  clang: Clang,
  { linked, request, isPlain = false }: PlacedProgram,
  codeOffsets: readonly number[],
  build: (request: BuildRequest) => Promise<BuildResult>,
): Promise<readonly (readonly SourcePlace[])[]> {
  const twin = await maybeWithLines({ linked, request }, build);
  if (!twin) return codeOffsets.map(() => []);
  const map = isPlain ? undefined : rewriteProgram(linked).codeOffsets;
  const originals = codeOffsets.map((offset) => {
    const original = map ? map.originalOffset(offset) : offset;
    return original === undefined ? -1 : original + twin.shift;
  });
  const places = await findSourcePlaces(clang, twin.module, originals);
  return originals.map((offset) => places.get(offset) ?? []);
}

/** A trace with the lines of its calls, the innermost first; of a module without debug information there are none. */
export async function placeTrace(
  trace: RunTrace,
  program: PlacedProgram,
  placesOf: PlacesOf,
): Promise<PlacedTrace> {
  const callsOf = await placeCalls([...trace.sources, ...trace.values], program, placesOf);
  return {
    ...trace,
    sources: trace.sources.map(({ frames, ...source }) => ({ ...source, calls: callsOf(frames) })),
    values: trace.values.map(({ frames, ...value }) => ({ ...value, calls: callsOf(frames) })),
  };
}

/** Created sources with the lines of their calls. */
export async function placeCreations(
  sources: readonly CreatedSource[],
  program: PlacedProgram,
  placesOf: PlacesOf,
): Promise<readonly PlacedCreation[]> {
  const callsOf = await placeCalls(sources, program, placesOf);
  return sources.map((source) => ({ ...source, calls: callsOf(source.frames) }));
}

/** Asks a compiler, which is loaded only where there is something to ask. */
async function placeCalls(
  entries: readonly { readonly frames: readonly number[] }[],
  program: PlacedProgram,
  placesOf: PlacesOf,
): Promise<(frames: readonly number[]) => readonly SourcePlace[]> {
  const offsets = [...new Set(entries.flatMap(({ frames }) => frames))];
  const found = offsets.length > 0 ? await placesOf(program, offsets) : [];
  const places = new Map(offsets.map((offset, i) => [offset, found[i] ?? []]));
  return (frames) => frames.flatMap((offset) => places.get(offset) ?? []);
}
