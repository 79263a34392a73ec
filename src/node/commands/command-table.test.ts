// Checks that the documentation lists every command option. The help text is generated from the same table.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wordOf } from '../options/option.ts';
import { COMMANDS, usageOfAll } from './command-table.ts';

const ROOT = new URL('../../../', import.meta.url);
const DOCS = ['README.md', ...readdirSync(new URL('docs/', ROOT)).map((name) => `docs/${name}`)]
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(new URL(name, ROOT), 'utf8'))
  .join('\n');

test.each(Object.keys(COMMANDS))(
  'every option of haze %s is in its help and in the documentation',
  async (name) => {
    const { options, help } = await COMMANDS[name]![1]();
    expect(help.startsWith(`  haze ${name}`)).toBe(true);
    for (const [option, { short }] of Object.entries(options)) {
      const words = [`--${wordOf(option)}`, ...(short === undefined ? [] : [`-${short}`])];
      expect(help).toContain(words[0]);
      expect(
        words.some((word) => RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(DOCS)),
        words[0],
      ).toBe(true);
    }
  },
);

test('every command has a row in the table', () => {
  const folder = new URL('./', import.meta.url);
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
  const files = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const commands = files.flatMap((name) =>
    Array.from(read(name).matchAll(/^export const (\w+) = defineCommand\(/gm), ([, command]) => command!),
  );
  const table = read('command-table.ts');
  expect(commands).toContain('coresCommand');
  expect(commands.filter((command) => !new RegExp(`\\.${command}\\b`).test(table))).toEqual([]);
});

test('haze --help lists the commands, one per line, on one screen', () => {
  const lines = usageOfAll().trimEnd().split('\n');
  expect(lines.length).toBeLessThan(27);
  for (const name of Object.keys(COMMANDS))
    expect(lines.some((line) => line.startsWith(`  ${name} `))).toBe(true);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
});
