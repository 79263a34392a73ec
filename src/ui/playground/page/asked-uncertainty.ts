// The open question about a run's values.
import type { UncertaintyView } from '../../budget/haze-uncertainty.ts';
import type { UncertaintySubject } from '../../budget/uncertainty-subject.ts';

/** The panel's contents. */
export interface AskedUncertainty {
  readonly subject: UncertaintySubject;
  /** 0-based index of the value among the values on stdout. */
  readonly ordinal: number;
  readonly view: UncertaintyView;
}
