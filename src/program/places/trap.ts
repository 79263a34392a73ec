// Program that trapped or was ended by its runtime, and the data to find its line. Finding the line takes the rewriter
// and clang (trap-place.ts). Pages do not load these: their compile worker has both.
import type { RunEnd } from '../../runtime/running/run-outcome.ts';
import type { BuildRequest } from '../../toolchain/building/build-result.ts';
import { hasCustomSection } from '../../toolchain/clang/source-place.ts';

/** Position where a program ended, as far as the engine reports it. */
export interface Trap {
  /** The program's module from the linker. */
  readonly linked: Uint8Array;
  /**
   * Byte offsets of the instruction and of the calls around it, the innermost first: in the module's rewritten form,
   * or, with `isPlain`, in the linked one.
   */
  readonly codeOffsets: readonly number[];
  readonly isPlain?: boolean | undefined;
  /** Build of the module, if it is known and may be repeated. */
  readonly request?: BuildRequest | undefined;
}

/** The trap of a run, if its line can possibly be found. */
export function maybeTrap(end: RunEnd, program: Omit<Trap, 'codeOffsets'>): Trap | undefined {
  if (end.codeOffsets === undefined) return undefined;
  const trap = { ...program, codeOffsets: end.codeOffsets };
  if (hasLines(program.linked)) return trap;
  // Engines differ in the call at which a stack ends; the function was reported already.
  return program.request && !(end.kind === 'stopped' && end.code === 'stack-exhausted') ? trap : undefined;
}

/** Tests whether a module has debug information. */
export function hasLines(linked: Uint8Array): boolean {
  return hasCustomSection(linked, '.debug_line');
}
