// Parses the arguments after a subcommand: files and options. All errors in options have the same form.

import { parseArgs } from 'node:util';
import { usageError } from '../../errors/haze-error.ts';
import { maybeNearest } from '../../errors/nearest-name.ts';

/** Options in the form of Node's parser, each either with a value or as a switch. */
type WordTable = Readonly<
  Record<
    string,
    { readonly type: 'string' | 'boolean'; readonly short?: string; readonly multiple?: boolean }
  >
>;

export interface CommandLine {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: string[];
}

/**
 * Splits a command's arguments into options and positionals.
 * @param help the command that lists the options, for error messages
 * @throws HazeError `usage` for an option that is unknown or has no value
 */
export function parseCommandLine(words: readonly string[], options: WordTable, help: string): CommandLine {
  try {
    const parsed = parseArgs({
      args: attachValues(words, options),
      options,
      allowPositionals: true,
      strict: true,
    });
    // An empty argument comes from an unset variable in a script; as a path, it would mean the working directory.
    if (parsed.positionals.includes('')) throw new Error('One of the arguments is empty');
    return { positionals: parsed.positionals, values: { ...parsed.values } as CommandLine['values'] };
  } catch (cause) {
    const [reason = ''] = (cause as Error).message.split('. To specify');
    throw usageError(`${reason}.${guessMeaning(reason, words, options)} See ${help}.`, cause);
  }
}

/** The likely meaning of an unknown option, as a sentence preceded by a space. */
function guessMeaning(reason: string, words: readonly string[], options: WordTable): string {
  const [, unknown] = /^Unknown option '-{1,2}([^']+)'/.exec(reason) ?? [];
  if (unknown === undefined) return '';
  const names = Object.keys(options);
  const nearest = names.find((name) => name.startsWith(unknown) && unknown.length > 1);
  const meant = nearest ?? maybeNearest(unknown, names);
  if (reason.includes("'--")) return meant === undefined ? '' : ` Did you mean --${meant}?`;
  // Node's parser splits arguments into single letters, but naming the whole argument makes the message more precise.
  const word = words.find((one) => one.startsWith('-') && one[1] !== '-' && one.includes(unknown));
  const long = names.find((name) => `-${name}` === word);
  if (long !== undefined) return ` Did you mean --${long}?`;
  return word?.includes('.') ? ` For a file with that name, write ./${word}.` : '';
}

// The argument after an option that takes a value is that value, even if it begins with a dash: --args "-n 3". After
// -- there are no options.
function attachValues(words: readonly string[], options: WordTable): string[] {
  const attached: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '--') return [...attached, ...words.slice(i)];
    const takesValue = word.startsWith('--') && options[word.slice(2)]?.type === 'string';
    const value = takesValue ? words[i + 1] : undefined;
    if (value !== undefined) i++;
    attached.push(value === undefined ? word : `${word}=${value}`);
  }
  return attached;
}

/** The only positional argument. @throws HazeError `usage` with this advice if there is none, or more than one */
export function onlyWord([word, ...rest]: readonly string[], advice: string): string {
  if (word !== undefined && rest.length === 0) return word;
  throw usageError(advice);
}

/** @throws HazeError `usage` if positionals follow a command that takes none */
export function refuseWords(command: string, words: readonly string[]): void {
  if (words.length === 0) return;
  throw usageError(`haze ${command} takes no files, but got "${words[0]}".`);
}
