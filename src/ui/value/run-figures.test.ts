import { expect, test } from 'vitest';
import { RunFigures } from './run-figures.ts';

test('figures that could not be found can be requested again for the same run', async () => {
  let changes = 0;
  const figures = new RunFigures(() => {
    changes += 1;
  });
  await expect(figures.look(() => Promise.reject(new Error('the network is away')))).rejects.toThrow('away');
  expect([figures.isAsked, changes]).toEqual([false, 2]);
  const found = new Map();
  await figures.look(async () => found);
  expect([figures.isAsked, figures.known]).toEqual([true, found]);
});
