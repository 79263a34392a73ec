// The lines of source of a traced run: from where the program was in the module that ran, back to the linked one, and from
// there by its line table, for modules with debug information.
import type { PlacedTrace } from '../budget/placed-trace.ts';
import { rewriteProgram } from '../runtime/rewrite-program.ts';
import type { Clang } from '../toolchain/clang.ts';
import { findSourcePlaces, type SourcePlace } from '../toolchain/source-place.ts';
import type { RunTrace } from '../uncertainty/run-trace.ts';

/** The places of instructions of a linked module's rewritten form; of each the innermost of inlined calls first. */
export function findPlaces(
  clang: Clang,
  linked: Uint8Array,
  codeOffsets: readonly number[],
): readonly (readonly SourcePlace[])[] {
  const { codeOffsets: map } = rewriteProgram(linked);
  const originals = codeOffsets.map((offset) => map.originalOffset(offset) ?? -1);
  const places = findSourcePlaces(clang, linked, originals);
  return originals.map((offset) => places.get(offset) ?? []);
}

/**
 * A trace with the lines of its calls, the innermost first; of a module without debug information there are none.
 * @param placesOf asks a compiler, which is loaded only where there is something to ask
 */
export async function placeTrace(
  trace: RunTrace,
  linked: Uint8Array,
  placesOf: (
    linked: Uint8Array,
    codeOffsets: readonly number[],
  ) => Promise<readonly (readonly SourcePlace[])[]>,
): Promise<PlacedTrace> {
  const frames = [...trace.sources, ...trace.values].flatMap((entry) => entry.frames);
  const offsets = [...new Set(frames)];
  const compiled = new WebAssembly.Module(linked as BufferSource);
  const hasLines = WebAssembly.Module.customSections(compiled, '.debug_line').length > 0;
  const found = hasLines && offsets.length > 0 ? await placesOf(linked, offsets) : [];
  const places = new Map(offsets.map((offset, i) => [offset, found[i] ?? []]));
  const callsOf = (stack: readonly number[]) => stack.flatMap((offset) => places.get(offset) ?? []);
  return {
    ...trace,
    sources: trace.sources.map(({ frames: stack, ...source }) => ({ ...source, calls: callsOf(stack) })),
    values: trace.values.map(({ frames: stack, ...value }) => ({ ...value, calls: callsOf(stack) })),
  };
}
