import { expect, test } from 'vitest';
import { HazeError } from './haze-error.ts';

test('an error keeps its code, message and data across JSON', () => {
  const error = new HazeError('unknown-core', 'There is no core "C9".', { data: { name: 'C9' } });
  const copy = HazeError.fromJSON(JSON.parse(JSON.stringify(error)));
  expect(copy).toBeInstanceOf(HazeError);
  expect(copy.toJSON()).toEqual(error.toJSON());
});

test('an error keeps the error behind it', () => {
  const cause = new Error('disk');
  expect(new HazeError('store-failed', 'The store failed.', { cause }).cause).toBe(cause);
});
