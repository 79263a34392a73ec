// Sources of uncertainty that a run creates, and replacements for them. They are plain data that can be posted to
// workers.
import type { ParametricKind } from '../core/operations.ts';
import type { SourceKind } from './run-trace.ts';
import type { SourceValue } from './source-value.ts';

/**
 * Identifies a source in a run by the place at which the program created it and its number among the sources from that
 * place.
 */
export interface SourceSite {
  readonly kind: SourceKind;
  /** Calls as byte offsets in the module that ran, innermost first; empty if the engine reports no offsets. */
  readonly frames: readonly number[];
  /** The source's 0-based number among sources with the same kind and calls. */
  readonly nth: number;
}

export interface CreatedSource extends SourceSite {
  /** Description, such as `gauss(5, 0.02)`. */
  readonly text: string;
  /** Ux text that the program read, if the source was created from this text. */
  readonly input?: string;
  readonly family?: ParametricKind;
  readonly parameters?: readonly number[];
  /** Mean, if it is known without computing the distribution. */
  readonly mean?: number;
}

/** Replaces a source with another distribution or with a number. */
export interface SourceSetting {
  readonly site: SourceSite;
  readonly value: SourceValue;
  /** The source's name in messages. */
  readonly name: string;
}

/** A run's settings for its sources. */
export interface SourceWish {
  /** True if the run lists its sources. */
  readonly isListed: boolean;
  readonly settings: readonly SourceSetting[];
}

export interface SourceReport {
  /** Sources in order of creation; empty unless the run lists sources. */
  readonly sources: readonly CreatedSource[];
  /** Number of further sources that were omitted from the list. */
  readonly leftOut: number;
}
