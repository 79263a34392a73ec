// The line of source at which a program trapped, for modules with debug information: from the place in the rewritten code
// back to the linked one, and from there by its line table. The module of a task is rewritten once more for it.
import { rewriteProgram } from '../runtime/rewrite-program.ts';
import type { RunEnd } from '../runtime/run-outcome.ts';
import type { Clang } from '../toolchain/clang.ts';
import { maybeSourcePlace } from '../toolchain/source-place.ts';

/** The instruction that trapped in the rewritten module, where looking for its line has a chance. */
export function maybeTrapOffset(end: RunEnd, linked: Uint8Array): number | undefined {
  if (end.kind !== 'stopped' || end.codeOffset === undefined) return undefined;
  const module = new WebAssembly.Module(linked as BufferSource);
  return WebAssembly.Module.customSections(module, '.debug_line').length > 0 ? end.codeOffset : undefined;
}

/** "file:line:column" of an instruction of the rewritten module, or, with `isPlain`, of the linked one. */
export function maybeTrapPlace(
  clang: Clang,
  linked: Uint8Array,
  codeOffset: number,
  isPlain = false,
): string | undefined {
  const offset = isPlain ? codeOffset : rewriteProgram(linked).codeOffsets.originalOffset(codeOffset);
  const place = offset === undefined ? undefined : maybeSourcePlace(clang, linked, offset);
  return place && `${place.file}:${place.line}:${place.column}`;
}
