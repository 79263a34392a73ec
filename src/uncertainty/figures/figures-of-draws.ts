// Figures computed from independent draws, such as the runs of a Reference core.
import {
  HIGH_SHARE,
  type KnownFigure,
  LOW_SHARE,
  SHOWN_QUANTILES,
  type ValueFigures,
} from '../core/value-figures.ts';
import { LaneErrors } from './lane-errors.ts';

export function figuresOfDraws(draws: Float64Array): ValueFigures {
  const errors = new LaneErrors(draws, 'none');
  const { mean, deviation } = errors.moments();
  const quantile = (at: number): KnownFigure => ({
    value: errors.figureOf({ kind: 'quantile', at }),
    error: errors.errorOf({ kind: 'quantile', at }),
  });
  return {
    mean: { value: mean, error: errors.errorOf({ kind: 'mean' }) },
    deviation: { value: deviation, error: errors.errorOf({ kind: 'deviation' }) },
    low: quantile(LOW_SHARE),
    high: quantile(HIGH_SHARE),
    quantiles: SHOWN_QUANTILES.map(quantile),
  };
}
