import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { HazeError } from './haze-error.ts';

test('an error keeps its code, message and data when it is converted to JSON and back', () => {
  const error = new HazeError('unknown-core', 'There is no core "C9".', { data: { name: 'C9' } });
  const copy = HazeError.fromJSON(JSON.parse(JSON.stringify(error)));
  expect(copy).toBeInstanceOf(HazeError);
  expect(copy.toJSON()).toEqual(error.toJSON());
});

test('an error keeps its cause', () => {
  const cause = new Error('disk');
  expect(new HazeError('storage-failed', 'The store failed.', { cause }).cause).toBe(cause);
});

test('every code in the list is used in another file', () => {
  const folders = ['../', '../../workers/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const sources = files.filter((path) => /(?<!\.test|error-codes)\.ts$/.test(path));
  const text = sources.map((path) => readFileSync(path, 'utf8')).join('\n');
  const list = readFileSync(new URL('error-codes.ts', import.meta.url), 'utf8');
  const codes = [...list.matchAll(/^ {2}\| '([a-z0-9-]+)'/gm)].map(([, code]) => code!);
  expect(codes.length).toBeGreaterThan(100);
  expect(new Set(codes).size).toBe(codes.length);
  const unused = codes.filter((code) => !text.includes(`'${code}'`));
  expect(unused).toEqual([]);
});
