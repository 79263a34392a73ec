// A run's mixed decisions by source line, for the margin beside the source.
import { maybeOwnPlace } from '../../toolchain/clang/source-place.ts';
import type { PlacedDecisions } from './describe-decisions.ts';

/** A decision on a line of the program. */
export interface DecidedLine {
  readonly file: string;
  readonly line: number;
  /** Fraction of the draws that have this outcome, from 0 to 1. */
  readonly probability: number;
  /** Sentence shown to the user. */
  readonly message: string;
}

/** Lists comparisons and conversions to integers on which draws disagree, if their lines are known. */
export function listDecisions({ decisions }: PlacedDecisions): DecidedLine[] {
  return decisions.flatMap((decision) => {
    const place = maybeOwnPlace(decision.calls);
    if (!place || decision.kind === 'parameter' || decision.kind === 'bits') return [];
    const { probability, kind } = decision;
    const share = `${Number((100 * probability).toPrecision(3))} % of the draws`;
    const message =
      kind === 'comparison'
        ? `The comparison holds for ${share}.`
        : `${share} give the same integer as the particle.`;
    return [{ file: place.file, line: place.line, probability, message }];
  });
}
