// Every option that a command takes, as its own code asks for it, is in its help and in the documents.
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OptionTable } from '../options/command-line.ts';
import { COMMANDS, usageOfAll } from './command-table.ts';

const taken = vi.hoisted(() => [] as OptionTable[]);

// Each command reads its words by this function before it does anything. The test sees the table that the command's own code
// asks for: behaviour alone shows no option that nobody has thought of.
vi.mock('../options/command-line.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('../options/command-line.ts')>()),
  parseCommandLine: (_words: readonly string[], options: OptionTable) => {
    taken.push(options);
    throw new Error('seen');
  },
}));

const ROOT = new URL('../../../', import.meta.url);
const DOCS = ['README.md', ...readdirSync(new URL('docs/', ROOT)).map((name) => `docs/${name}`)]
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(new URL(name, ROOT), 'utf8'))
  .join('\n');

beforeEach(() => void taken.splice(0));
afterEach(() => vi.restoreAllMocks());

async function optionsOf(name: string): Promise<OptionTable> {
  await expect(COMMANDS[name]!.load().then((command) => command([]))).rejects.toThrow('seen');
  expect(taken).toHaveLength(1);
  return taken[0]!;
}

/** The spellings of options that a text does not name. */
function missingIn(text: string, options: OptionTable): string[] {
  return Object.entries(options)
    .map(([name, { short }]) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])])
    .filter((spellings) => !spellings.some((word) => RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text)))
    .map(([word]) => word!);
}

test.each(Object.keys(COMMANDS))(
  'every option of haze %s is in its help and in the documents',
  async (name) => {
    const options = await optionsOf(name);
    const { help, usage } = COMMANDS[name]!;
    expect(usageOfAll()).toContain(usage);
    const { config, ...own } = options;
    expect({ help: missingIn((await help?.()) ?? usage, own), docs: missingIn(DOCS, own) }).toEqual({
      help: [],
      docs: [],
    });
    // One for all, which stands at the end of haze --help.
    if (config) expect(missingIn(usageOfAll(), { config })).toEqual([]);
  },
);
