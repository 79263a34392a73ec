// Range of a parameter's slider: wide enough for "what if" questions, around the program's own value.
import type { ParametricKind } from '../../uncertainty/core/operations.ts';

/** Maximum shift of a location in either direction, in multiples of the scale. */
const SCALES = 5;
/** Maximum factor by which a scale grows. */
const GROWTH = 4;

/** Families whose first parameter is a location and whose second is its scale. */
const LOCATED: ReadonlySet<ParametricKind> = new Set([
  'gauss',
  'gumbel1',
  'logistic',
  'laplace',
  'lognormal',
]);

/** Ends of the slider for the parameter with index `at`. The program's own value is well inside the range. */
export function chooseParameterRange(
  family: ParametricKind,
  parameters: readonly number[],
  at: number,
): readonly [low: number, high: number] {
  const own = parameters[at]!;
  if (LOCATED.has(family) && at === 0) {
    const span = SCALES * (Math.abs(parameters[1]!) || Math.abs(own) || 1);
    return [own - span, own + span];
  }
  if (family === 'uniform') {
    const width = parameters[1]! - parameters[0]! || Math.abs(own) || 1;
    return at === 0 ? [own - width, parameters[1]!] : [parameters[0]!, own + width];
  }
  if (own === 0) return [0, 1];
  return own > 0 ? [0, GROWTH * own] : [GROWTH * own, 0];
}
