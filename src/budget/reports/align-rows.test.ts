import { expect, test } from 'vitest';
import { alignRows } from './align-rows.ts';

test('a report may have a huge number of rows, one for each value that a program prints', () => {
  const rows = alignRows(
    [['line', 'value'], ...Array.from({ length: 300_000 }, (_, i) => [String(i), 'x'])],
    () => true,
  );
  expect(rows.at(-1)).toBe('299999  x');
});
