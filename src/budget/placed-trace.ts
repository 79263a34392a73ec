// A traced run whose calls have been mapped to source lines.
import type { RunTrace, TracedSource, TracedValue } from '../uncertainty/sources/run-trace.ts';

/** A location in a source file; lines and columns are 1-based. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type PlacedSource = Omit<TracedSource, 'frames'> & {
  /** Source lines of the call stack, innermost first; empty if the module has no debug information. */
  readonly calls: readonly Place[];
};

export type PlacedValue = Omit<TracedValue, 'frames'> & { readonly calls: readonly Place[] };

export interface PlacedTrace extends Omit<RunTrace, 'sources' | 'values'> {
  readonly sources: readonly PlacedSource[];
  readonly values: readonly PlacedValue[];
}
