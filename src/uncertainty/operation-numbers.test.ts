// Modules that were built before hold these numbers, in stores and in files of users: an entry in the middle would make
// them compute something else without a word. New ones go to the end, here as well.
import { expect, test } from 'vitest';
import { BINARY_OPERATIONS, PARAMETRIC_KINDS, QUERIES, UNARY_OPERATIONS } from './operations.ts';

const PINNED = {
  unary:
    'neg fabs sqrt ceil floor trunc nearest demote acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp exp2 exp10 ' +
    'expm1 j0 j1 y0 y1 lgamma log log10 log1p log2 logb rint nearbyint round sin sinh tan tanh tgamma significand ' +
    'modf_fraction frexp_fraction',
  binary:
    'add sub mul div min max copysign atan2 fdim fmax fmin fmod hypot nextafter pow remainder ldexp jn yn',
  parametric:
    'gauss uniform exponential gumbel1 logistic laplace weibull lognormal boundedpareto beta gamma inversegamma chisquared f ' +
    'studentst gev',
  queries: 'nth_moment nth_mode quantile probability_gt support_min support_max sample evaluate_pdf',
};

test.each([
  ['unary', UNARY_OPERATIONS],
  ['binary', BINARY_OPERATIONS],
  ['parametric', PARAMETRIC_KINDS],
  ['queries', QUERIES],
] as const)('%s operations keep their numbers', (name, operations) => {
  expect(operations.join(' ')).toBe(PINNED[name]);
});
