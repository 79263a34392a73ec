// Adds the program's position and its current input to the core's trace of sources and printed values.
import type { Core, Operand } from '../../uncertainty/core/core.ts';
import { TrackingCore } from '../../uncertainty/cores/tracking-core.ts';
import type { SourceTrace, TraceHost } from '../../uncertainty/dependent/source-trace.ts';
import type { RunTrace } from '../../uncertainty/sources/run-trace.ts';
import type { GuestBinding } from '../core/core-imports.ts';
import { programOffsets, readStack } from './program-stack.ts';

export class RunTracing {
  #trace: SourceTrace | undefined;
  #input: string | undefined;
  readonly host: TraceHost = {
    frames: readFrames,
    inputText: () => this.#input,
  };
  /** Receives the program's calls into the core. */
  readonly notes: Pick<GuestBinding, 'noteInput' | 'notePrinted'> = {
    noteInput: (text: string | undefined) => {
      this.#input = text;
    },
    notePrinted: (value: Operand, text: string) => this.#trace?.notePrinted(value, text),
  };

  /** Turns on tracing in the core. A core that does not track correlation has no trace. */
  watch(core: Core): void {
    if (core instanceof TrackingCore) this.#trace = core.lanes?.trace;
  }

  /** The trace, after the run. */
  finish(): RunTrace | undefined {
    return this.#trace?.finish();
  }
}

/** Byte offsets of the program's active calls, innermost first. */
export function readFrames(): number[] {
  return programOffsets(readStack());
}
