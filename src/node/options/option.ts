// One option of a command, and its three spellings: `--data-dir`, `HAZE_DATA_DIR`, and `dataDir` in haze.config.json.
// All three are derived from the name, so they always match.
import { HazeError } from '../../errors/haze-error.ts';

/**
 * Form of the value: a switch has no value; a list takes several values, repeated or separated by commas; a repeated
 * option takes one value each time.
 */
export type OptionForm = 'text' | 'switch' | 'list' | 'repeated';

export interface Option<Value = unknown> {
  readonly form: OptionForm;
  /** The alternative one-letter spelling on the command line. */
  readonly short?: string;
  /** Name of the value in the help text, such as `N`; undefined for a switch. */
  readonly placeholder?: string;
  /** Help text: one sentence, without a full stop. */
  readonly help: string;
  /** The default, as text for the help. */
  readonly fallback?: string;
  /** Keeps the value out of error messages. */
  readonly isSecret?: boolean;
  /** @throws HazeError `bad-value`, stating what the option accepts */
  readonly parse: (given: string) => Value;
}

/** Options, keyed by their names in haze.config.json. */
export type OptionTable = Readonly<Record<string, Option>>;

/** Values of the options that were given; other options are absent. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Key in keyof Table]?: ReturnType<Table[Key]['parse']>;
};

/** `dataDir` as spelled on the command line, without the dashes: `data-dir`. */
export function wordOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `dataDir` as spelled in the environment: `HAZE_DATA_DIR`. */
export function variableOf(name: string): string {
  return `HAZE_${wordOf(name).replaceAll('-', '_').toUpperCase()}`;
}

type Wording = Pick<Option, 'help' | 'fallback' | 'isSecret' | 'short'>;

/** Creates an option that takes a value. */
export function textOption<Value>(
  placeholder: string,
  parse: (given: string) => Value,
  wording: Wording,
): Option<Value> {
  return { form: 'text', placeholder, ...wording, parse };
}

/** Creates a switch: present or absent. */
export function switchOption(help: string, short?: string): Option<boolean> {
  return { form: 'switch', help, parse: parseSwitch, ...(short !== undefined && { short }) };
}

/** A path, name or free text, as written on the command line; the command checks it. */
export function wordOption(placeholder: string, help: string, more: Omit<Wording, 'help'> = {}) {
  return textOption(placeholder, (given) => given, { help, ...more });
}

/** An option that takes one value per occurrence; commas are part of the value. */
export function repeatedOption(placeholder: string, help: string): Option<readonly string[]> {
  return { form: 'repeated', placeholder, help, parse: (given) => [given] };
}

/** An option that may be given several times; commas also separate values. */
export function listOption<Item>(
  placeholder: string,
  parse: (given: string) => Item,
  wording: Wording,
): Option<readonly Item[]> {
  const parseAll = (given: string) =>
    given.split(',').flatMap((item) => (item.trim() === '' ? [] : [parse(item.trim())]));
  return { form: 'list', placeholder, ...wording, parse: parseAll };
}

/**
 * Error about an option's value, stating which values are allowed; the caller adds the option's name and where the
 * value comes from.
 */
export function badValue(expectation: string): HazeError {
  return new HazeError('bad-value', expectation);
}

/** Accepts any non-empty text. */
export function parseText(given: string): string {
  if (given !== '') return given;
  throw badValue('takes a non-empty string');
}

/** Creates a parser for one of two words. */
export function oneOf<First extends string, Second extends string>(first: First, second: Second) {
  return (given: string): First | Second => {
    if (given === first || given === second) return given as First | Second;
    throw badValue(`takes ${first} or ${second}`);
  };
}

/** Creates a parser for integers within limits. */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER) {
  return (given: string): number => {
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= least && value <= most) return value;
    const limit = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw badValue(`takes a whole number ${limit}`);
  };
}

const SWITCH_WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  no: false,
  off: false,
  0: false,
  '': false,
};

function parseSwitch(given: string): boolean {
  const value = SWITCH_WORDS[given.toLowerCase()];
  if (value !== undefined) return value;
  throw badValue('takes true or false');
}
