import { expect, test } from 'vitest';
import { readOptions } from '../options/read-options.ts';
import { chooseDatabase } from './serve-settings.ts';
import { serveOptions } from './server-options.ts';

async function choose(words: string, environment: NodeJS.ProcessEnv = {}): Promise<string | undefined> {
  const { values, sources } = await readOptions({
    words: words.split(' ').filter(Boolean),
    table: serveOptions,
    environment,
  });
  return chooseDatabase(values, sources)?.url;
}

test.each([
  ['', { HAZE_DATABASE: 'a' }, 'a'],
  ['', { HAZE_DATABASE: 'a', HAZE_DATA_DIR: 'd' }, 'a'],
  ['--data-dir d', { HAZE_DATABASE: 'a' }, undefined],
  ['--memory', { HAZE_DATABASE: 'a' }, undefined],
  ['--database b', { HAZE_DATABASE: 'a', HAZE_MEMORY: '1' }, 'b'],
  ['', { HAZE_MEMORY: '1', HAZE_DATA_DIR: 'd' }, undefined],
])('the options %j with the environment %j choose the database %j', async (words, environment, database) => {
  expect(await choose(words, environment)).toBe(database);
});

test.each([
  ['--memory --data-dir d', {}, 'mutually exclusive'],
  ['--database a --data-dir d', {}, 'mutually exclusive'],
  ['', { HAZE_DATABASE: 'a', HAZE_MEMORY: '1' }, 'mutually exclusive'],
  ['--memory --seal-key-file k', {}, '--seal-key-file applies only with --database'],
  ['--database-wait 5', {}, '--database-wait applies only with --database'],
])('the options %j with the environment %j are rejected', async (words, environment, problem) => {
  await expect(choose(words, environment)).rejects.toThrow(problem);
});
