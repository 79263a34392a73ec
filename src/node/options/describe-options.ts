// An option table as text for `--help`, and as Markdown for the documentation. Both show all three spellings.
import { type Option, type OptionTable, variableOf, wordOf } from './option.ts';

const WIDTH = 110;
const COLUMN = 26;

/**
 * Options for the help text: spelling on the command line, purpose, default, and the two other spellings, if the
 * option has them.
 */
export function describeOptions(shared: OptionTable, own: OptionTable): string {
  const entries = [...Object.entries(shared), ...Object.entries(own)].map(([name, option]) => {
    const others = Object.hasOwn(shared, name) ? ` [${variableOf(name)}, "${name}"]` : '';
    return describeEntry(spellWord(name, option), `${describe(option)}${others}`);
  });
  return entries.join('');
}

/** Explains the brackets, at the end of the help text. */
export const OTHER_SPELLINGS =
  'In brackets: the environment variable, and the key in haze.config.json in the working directory or in --config FILE. The command line takes precedence, then the environment, then the file.';

/** A help entry: a word, and its description on the same line or below. */
export function describeEntry(word: string, meaning: string): string {
  const lines = wrap(meaning, WIDTH - COLUMN);
  const head =
    word.length + 4 <= COLUMN ? [`  ${word}`.padEnd(COLUMN) + (lines.shift() ?? '')] : [`  ${word}`];
  return [...head, ...lines.map((line) => ' '.repeat(COLUMN) + line)].map((line) => `${line}\n`).join('');
}

/** The table as Markdown. `owner`: the only command that has an option; undefined for options of all commands. */
export function tabulateOptions(
  table: OptionTable,
  owner: (name: string) => string | undefined = () => undefined,
): string {
  const rows = Object.entries(table).map(([name, option]) => {
    const { word, variable, key } = spellings(name, option);
    const cells = [`\`${word}\``, `\`${variable}\``, `\`${key}\``, describe(option) + ownership(owner(name))];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| command line | environment | haze.config.json | |', '|---|---|---|---|', ...rows, ''].join('\n');
}

function ownership(command: string | undefined): string {
  return command === undefined ? '' : `; only for \`${command}\``;
}

function spellings(name: string, option: Option) {
  return { word: spellWord(name, option), variable: variableOf(name), key: `"${name}"` };
}

function spellWord(name: string, { placeholder, short }: Option): string {
  const word = `--${wordOf(name)}${placeholder === undefined ? '' : ` ${placeholder}`}`;
  return short === undefined ? word : `-${short}, ${word}`;
}

function describe({ help, fallback }: Option): string {
  return fallback === undefined ? help : `${help} (default: ${fallback})`;
}

/** Wraps text to a maximum line length, in characters. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
