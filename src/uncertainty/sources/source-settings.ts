// Sources of uncertainty as a run makes them, and what is to stand in their places. Plain data: it crosses to workers.
import type { ParametricKind } from '../core/operations.ts';
import type { SourceKind } from './run-trace.ts';
import type { SourceValue } from './source-value.ts';

/** Which source of a run: where the program was when it made it, and which one made there it is. */
export interface SourceSite {
  readonly kind: SourceKind;
  /** The innermost call first: byte offsets in the module that ran; none where the engine does not tell them. */
  readonly frames: readonly number[];
  /** Of those of this kind that were made with the same calls under way: which one, from 0. */
  readonly nth: number;
}

/** A source that a run has made. */
export interface CreatedSource extends SourceSite {
  /** Such as `gauss(5, 0.02)`. */
  readonly text: string;
  /** Ux text that the program read, where that made the source. */
  readonly input?: string;
  /** Of a parametric distribution. */
  readonly family?: ParametricKind;
  readonly parameters?: readonly number[];
  /** Where it is known without a look at the distribution. */
  readonly mean?: number;
}

/** One source that is to be another distribution, or a number. */
export interface SourceSetting {
  readonly site: SourceSite;
  readonly value: SourceValue;
  /** As people call it. */
  readonly name: string;
}

/** What a run is to do with its sources. */
export interface SourceWish {
  /** Whether they are written down. */
  readonly isListed: boolean;
  readonly settings: readonly SourceSetting[];
}

/** What it did. */
export interface SourceReport {
  /** In the order in which they were made; none where nobody asked. */
  readonly sources: readonly CreatedSource[];
  /** Further ones that are not in the list. */
  readonly leftOut: number;
}
