// A table of options as text: for `--help`, and as Markdown for the documentation. Both say all three spellings.
import { type Option, type OptionTable, variableOf, wordOf } from './option.ts';

const WIDTH = 110;
const INDENT = 6;

/** Help: a line of spellings for each option, and what it does below. */
export function describeOptions(table: OptionTable): string {
  const head = [
    'Each option can be said on the command line, in the environment, or in haze.config.json (of the working',
    'directory, or --config FILE). The command line goes first, then the environment, then the file.',
  ].map((line) => `  ${line}\n`);
  const entries = Object.entries(table).map(([name, option]) => {
    const { word, variable, key } = spellings(name, option);
    return `  ${word}  ${variable}  ${key}\n${wrap(describe(option))}`;
  });
  return `${head.join('')}\n${entries.join('')}`;
}

/** The table as Markdown. `owner`: the only command that has an option; undefined for options of all commands. */
export function tabulateOptions(
  table: OptionTable,
  owner: (name: string) => string | undefined = () => undefined,
): string {
  const rows = Object.entries(table).map(([name, option]) => {
    const { word, variable, key } = spellings(name, option);
    const cells = [
      `\`${word.trim()}\``,
      `\`${variable.trim()}\``,
      `\`${key}\``,
      describe(option) + ownership(owner(name)),
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| command line | environment | haze.config.json | |', '|---|---|---|---|', ...rows, ''].join('\n');
}

function ownership(command: string | undefined): string {
  return command === undefined ? '' : `; of \`${command}\` alone`;
}

function spellings(name: string, option: Option) {
  const word = `--${wordOf(name)}${option.placeholder === undefined ? '' : ` ${option.placeholder}`}`;
  return { word: word.padEnd(24), variable: variableOf(name).padEnd(24), key: `"${name}"` };
}

function describe({ help, fallback }: Option): string {
  return fallback === undefined ? help : `${help} (default: ${fallback})`;
}

function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH - INDENT) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines.map((line) => `${' '.repeat(INDENT)}${line}\n`).join('');
}
