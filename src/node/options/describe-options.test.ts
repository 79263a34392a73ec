import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { execOptions, serveOptions, serviceOptions } from '../settings/server-options.ts';
import { tabulateOptions } from './describe-options.ts';
import { laneOptions, programOptions } from './program-options.ts';

/** The only command whose parser accepts the option. */
const ownerOf = (name: string) =>
  Object.hasOwn(serveOptions, name)
    ? Object.hasOwn(execOptions, name)
      ? undefined
      : 'haze serve'
    : 'haze exec';

test('docs/server-options.md contains the current option tables', () => {
  const page = readFileSync(new URL('../../../docs/server-options.md', import.meta.url), 'utf8');
  const [, ofPrograms, ofServices] = page.split(/<!-- options of \w+ -->\n\n/);
  expect(ofPrograms!.startsWith(tabulateOptions({ ...programOptions, ...laneOptions }))).toBe(true);
  expect(ofServices).toBe(tabulateOptions(serviceOptions, ownerOf));
});

test('every option is used', () => {
  const folder = fileURLToPath(new URL('../', import.meta.url));
  const tables = /^options\/(server|program)-options\.ts$|\.test\.ts$/;
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !tables.test(path.replaceAll('\\', '/')))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
  const names = Object.keys({ ...programOptions, ...laneOptions, ...serviceOptions });
  const unread = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources));
  expect(unread, 'src/node/settings/serve-settings.ts takes the options of the service').toEqual([]);
});
