import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tabulateOptions } from './describe-options.ts';
import { laneOptions, programOptions } from './program-options.ts';
import { serviceOptions } from './server-options.ts';

test('docs/testing.md has the tables of options as they are', () => {
  const page = readFileSync(new URL('../../../docs/testing.md', import.meta.url), 'utf8');
  const [, ofPrograms, ofServices] = page.split(/<!-- options of \w+ -->\n\n/);
  expect(ofPrograms!.startsWith(tabulateOptions({ ...programOptions, ...laneOptions }))).toBe(true);
  expect(ofServices).toBe(tabulateOptions(serviceOptions));
});
