// A program that trapped or was ended by its runtime, and whether its line can be told. Finding it takes the rewriter and clang (trap-place.ts), which pages do
// not load for it: their compile worker has both.
import type { RunEnd } from '../runtime/running/run-outcome.ts';
import type { BuildRequest } from '../toolchain/building/build-result.ts';
import { hasCustomSection } from '../toolchain/clang/source-place.ts';

/** Where a program ended, as far as the engine tells it. */
export interface Trap {
  /** The program's module as it was linked. */
  readonly linked: Uint8Array;
  /**
   * Byte offsets of the instruction and of the calls around it, the innermost first: in the module's rewritten form, or, with
   * `isPlain`, in the linked one.
   */
  readonly codeOffsets: readonly number[];
  readonly isPlain?: boolean | undefined;
  /** What the module was built from, where that is known and may be built once more. */
  readonly request?: BuildRequest | undefined;
}

/** The trap of a run, where looking for its line has a chance. */
export function maybeTrap(end: RunEnd, program: Omit<Trap, 'codeOffsets'>): Trap | undefined {
  if (end.codeOffsets === undefined) return undefined;
  const trap = { ...program, codeOffsets: end.codeOffsets };
  if (hasLines(program.linked)) return trap;
  // At which call a stack ends differs from engine to engine; which function it was has been said.
  return program.request && !(end.kind === 'stopped' && end.code === 'stack-exhausted') ? trap : undefined;
}

/** Whether a module has debug information. */
export function hasLines(linked: Uint8Array): boolean {
  return hasCustomSection(linked, '.debug_line');
}
