import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tabulateOptions } from './describe-options.ts';
import { allOptions } from './server-options.ts';

test('docs/testing.md has the table of options as they are', () => {
  const page = readFileSync(new URL('../../../docs/testing.md', import.meta.url), 'utf8');
  expect(page.split('<!-- options -->\n\n')[1]).toBe(tabulateOptions(allOptions));
});
