// An option table as text for `--help`, with all three spellings.
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
    return describeEntry(spellWord(name, option), `${describeOption(option)}${others}`);
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

/** An option's spelling on the command line, with its placeholder. */
export function spellWord(name: string, { placeholder, short }: Option): string {
  const word = `--${wordOf(name)}${placeholder === undefined ? '' : ` ${placeholder}`}`;
  return short === undefined ? word : `-${short}, ${word}`;
}

/** An option's purpose and default. */
export function describeOption({ help, fallback }: Option): string {
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
