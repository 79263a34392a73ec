// What is asked about the values of a run.
import type { UncertaintyView } from '../../budget/haze-uncertainty.ts';
import type { UncertaintySubject } from '../../budget/uncertainty-subject.ts';

/** What the panel shows. */
export interface AskedUncertainty {
  readonly subject: UncertaintySubject;
  /** The value that is asked about: which of those on stdout, from 0. */
  readonly ordinal: number;
  readonly view: UncertaintyView;
}
