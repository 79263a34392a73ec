import { expect, test } from 'vitest';
import { HazeError } from '../../errors/haze-error.ts';
import { checkArguments } from './check-arguments.ts';

// The two-delta example in the definition of the Ux format.
const VALUE =
  'Ux040000000000000000403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000';

function messageOf(words: readonly string[]): string {
  try {
    checkArguments(words);
  } catch (error) {
    if (error instanceof HazeError && error.code === 'malformed-ux') return error.message;
    throw error;
  }
  return '';
}

test('well-formed values pass: alone, after a number, or inside a longer argument', () => {
  expect(messageOf([`21.5${VALUE}`, VALUE, `--rho=21.5${VALUE}`, `1,2,-3e5${VALUE}`, 'plain', '4.5'])).toBe(
    '',
  );
});

test('words that only look like Ux text pass', () => {
  expect(messageOf(['LinUx04file', 'Ux', 'Uxbridge', 'ux0400', 'menUxAB', 'run2Ux3.dat', 'LinUx5', ''])).toBe(
    '',
  );
});

test('a truncated value is rejected, and the error states its position and beginning', () => {
  expect(messageOf(['-n', `21.5${VALUE.slice(0, -2)}`])).toMatch(
    /^argument 2 \("21\.5Ux040000000000000000…"\) is invalid\. Malformed Ux value: /,
  );
});

test('a value with too many digits is rejected', () => {
  expect(messageOf([`21.5${VALUE}00`])).toContain('argument 1 ');
});
