import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { execOptions, serveOptions, serviceOptions } from '../settings/server-options.ts';
import { describeOption, spellWord } from './describe-options.ts';
import { type OptionTable, variableOf } from './option.ts';
import { laneOptions, programOptions } from './program-options.ts';

/** The only command whose parser accepts the option. */
const ownerOf = (name: string) =>
  Object.hasOwn(serveOptions, name)
    ? Object.hasOwn(execOptions, name)
      ? undefined
      : 'haze serve'
    : 'haze exec';

/** The table as Markdown. `owner` is the only command that has an option, or undefined for options of all commands. */
function tabulateOptions(
  table: OptionTable,
  owner: (name: string) => string | undefined = () => undefined,
): string {
  const rows = Object.entries(table).map(([name, option]) => {
    const command = owner(name);
    const ownership = command === undefined ? '' : `; only for \`${command}\``;
    const spellings = [spellWord(name, option), variableOf(name), `"${name}"`].map((word) => `\`${word}\``);
    const cells = [...spellings, describeOption(option) + ownership];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| command line | environment | haze.config.json | |', '|---|---|---|---|', ...rows, ''].join('\n');
}

test('docs/server-options.md contains the current option tables', () => {
  const page = readFileSync(new URL('../../../docs/server-options.md', import.meta.url), 'utf8');
  const [, ofPrograms, ofServices] = page.split(/<!-- options of \w+ -->\n\n/);
  expect(ofPrograms!.startsWith(tabulateOptions({ ...programOptions, ...laneOptions }))).toBe(true);
  expect(ofServices).toBe(tabulateOptions(serviceOptions, ownerOf));
});

test('every option is read somewhere in the code of the command or the server', () => {
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
