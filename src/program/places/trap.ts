// A program that trapped or was stopped by its runtime, and the data for finding the line. Finding the line requires
// the rewriter and clang (trap-place.ts). Pages load neither, because their compile worker contains both.
import type { RunEnd } from '../../runtime/running/run-outcome.ts';
import type { BuildRequest } from '../../toolchain/building/build-result.ts';
import { hasCustomSection } from '../../toolchain/clang/source-place.ts';

/** The position at which a program stopped, as far as the engine reports it. */
export interface Trap {
  /** The program's module from the linker. */
  readonly linked: Uint8Array;
  /**
   * Byte offsets of the instruction and of the enclosing calls, innermost first: in the module's rewritten form, or,
   * with `isPlain`, in the linked module.
   */
  readonly codeOffsets: readonly number[];
  readonly isPlain?: boolean | undefined;
  /** True if the rewritten form marks the places of operations, which moves its instructions. */
  readonly marksPlaces?: boolean | undefined;
  /** The module's build, if it is known and may be repeated. */
  readonly request?: BuildRequest | undefined;
}

/** The trap of a run, if it may be possible to find its line. */
export function maybeTrap(end: RunEnd, program: Omit<Trap, 'codeOffsets'>): Trap | undefined {
  if (end.codeOffsets === undefined) return undefined;
  const trap = { ...program, codeOffsets: end.codeOffsets };
  if (hasLines(program.linked)) return trap;
  // Skips stack overflows, because the call at which they occur differs between engines, and the function has already
  // been reported.
  return program.request && !(end.kind === 'stopped' && end.code === 'stack-exhausted') ? trap : undefined;
}

/** Tests whether a module has debug information. */
export function hasLines(linked: Uint8Array): boolean {
  return hasCustomSection(linked, '.debug_line');
}
