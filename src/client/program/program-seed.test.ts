import { expect, test } from 'vitest';
import { maybeProgramSeed } from './program-seed.ts';

test('a seed is an exact number, or a bigint of at most 64 bits', () => {
  const highest = 2n ** 64n - 1n;
  for (const [given, seed] of [
    ['1', 1],
    [' 12 ', 12],
    ['-3', 3],
    [String(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['18446744073709551615', highest],
    ['0xFFFFFFFFFFFFFFFF', highest],
    [highest, highest],
    [7, 7],
  ] as const)
    expect(maybeProgramSeed(given)).toBe(seed);
});

test('an invalid or ambiguous seed is rejected', () => {
  const none = [
    '18446744073709551616',
    '9007199254740993.0',
    '1.5',
    'seven',
    2 ** 60,
    -1n,
    2n ** 64n,
    null,
    {},
  ];
  expect(none.map(maybeProgramSeed)).toEqual(none.map(() => undefined));
});
