import { expect, it } from 'vitest';
import { describeShared } from './accuracy.ts';
import { findDefaultCore } from './core-spec.ts';

it.each([
  [1, 'independent: its mean may be wrong;'],
  [1.3, 'independent: its standard deviation should be about 1.3 times that, its mean may be wrong;'],
  [undefined, 'independent: its mean, standard deviation and quantiles may be wrong;'],
])(
  'a mean that only differs by an unknown amount may be wrong, for a ratio of deviations of %s',
  (ratio, said) => {
    const spread = { ratio, mean: 2, isBlurred: false, isMeanUnknown: true };
    expect(describeShared(findDefaultCore('C0-S'), 1, spread)).toContain(said);
  },
);
