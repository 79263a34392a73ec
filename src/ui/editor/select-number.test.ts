import { expect, test } from 'vitest';
import { findNumber } from './select-number.ts';

test.each([
  ['double x = 0.2901696;', '2901696', '0.2901696'],
  ['double x = 0.2901696;', '0.29', '0.2901696'],
  ['f(6.02e23, 1)', '23', '6.02e23'],
  ['x = 3.0d0 * y', '3', '3.0d0'],
  ['y = .5f;', '5f', '.5f'],
  ['a.b2 = x1;', 'b2', undefined],
  ['int n = 12;', '12', '12'],
])('in %j, %j selects %j', (line, part, number) => {
  const found = findNumber(line, line.indexOf(part));
  expect(found && line.slice(found.from, found.to)).toBe(number);
});
