// Sources of uncertainty that a run makes, and their replacements. Plain data: it crosses to workers.
import type { ParametricKind } from '../core/operations.ts';
import type { SourceKind } from './run-trace.ts';
import type { SourceValue } from './source-value.ts';

/**
 * Identity of a source in a run: the place where the program created it, and its number among sources of that place.
 */
export interface SourceSite {
  readonly kind: SourceKind;
  /** Calls, the innermost first: byte offsets in the module that ran; empty if the engine reports none. */
  readonly frames: readonly number[];
  /** Number of the source among sources of the same kind and calls, from 0. */
  readonly nth: number;
}

/** A source that a run has made. */
export interface CreatedSource extends SourceSite {
  /** Description, such as `gauss(5, 0.02)`. */
  readonly text: string;
  /** Ux text that the program read, if it made the source. */
  readonly input?: string;
  /** Family of a parametric distribution. */
  readonly family?: ParametricKind;
  readonly parameters?: readonly number[];
  /** Mean, if it is known without computing the distribution. */
  readonly mean?: number;
}

/** Replacement of one source by another distribution, or a number. */
export interface SourceSetting {
  readonly site: SourceSite;
  readonly value: SourceValue;
  /** Name of the source in messages. */
  readonly name: string;
}

/** Request of a run about its sources. */
export interface SourceWish {
  /** True when the run lists its sources. */
  readonly isListed: boolean;
  readonly settings: readonly SourceSetting[];
}

/** Report of a run about its sources. */
export interface SourceReport {
  /** Sources in the order of creation; none unless the run lists them. */
  readonly sources: readonly CreatedSource[];
  /** Number of further sources that are not in the list. */
  readonly leftOut: number;
}
