import { expect, test } from 'vitest';
import { MAX_INSTRUCTIONS } from '../planning/versioned-loops.ts';
import { SCRATCH } from './temporaries.ts';

test('scratch locals for the stores in a loop do not overlap with other scratch locals', () => {
  const others = Object.entries(SCRATCH).filter(([use]) => use !== 'saved' && use !== 'addresses');
  for (const first of [SCRATCH.saved, SCRATCH.addresses]) {
    const within = others.filter(([, number]) => number >= first && number <= first + MAX_INSTRUCTIONS);
    expect(within).toEqual([]);
  }
  expect(SCRATCH.saved + MAX_INSTRUCTIONS).toBeLessThan(SCRATCH.addresses);
});
