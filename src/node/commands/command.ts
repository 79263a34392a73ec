// A command as one value: usage, options and code. Parsing, `--help` and the documentation checks are derived from
// it.
import { describeEntry, describeOptions, OTHER_SPELLINGS, wrap } from '../options/describe-options.ts';
import { type OptionTable, textOption } from '../options/option.ts';
import { type ReadOptions, readOptions } from '../options/read-options.ts';
import { allOptions } from '../settings/server-options.ts';

const WIDTH = 110;

export interface CommandDefinition<Shared extends OptionTable, Own extends OptionTable> {
  /** Forms of the command line, each with its description. */
  readonly usage: readonly (readonly [call: string, meaning: string])[];
  /** Sentences below the usage. */
  readonly about?: string;
  /** Options that can also be set in the environment and haze.config.json. */
  readonly shared?: Shared;
  /** Options available only on the command line. */
  readonly own?: Own;
  /** True if the command accepts another command and its arguments after `--`. */
  readonly takesCommand?: boolean;
  /**
   * Runs the command. @param read the options and positionals
   * @param command the arguments after `--`; empty unless `takesCommand`
   * @returns the exit status
   */
  readonly run: (read: ReadOptions<Shared, Own>, command: readonly string[]) => Promise<number>;
}

export interface Command {
  /** All options, keyed by their names in haze.config.json. */
  readonly options: OptionTable;
  /** Text of `haze COMMAND --help`. */
  readonly help: string;
  /** Parses the arguments and runs the command. @throws HazeError `usage`, and the command's own errors */
  readonly run: (words: readonly string[]) => Promise<number>;
}

const CONFIG = {
  config: textOption('FILE', (given) => given, { help: 'configuration file instead of haze.config.json' }),
};

function paragraph(text: string): string {
  return `${wrap(text, WIDTH).join('\n')}\n`;
}

/** Creates a command from its definition. */
export function defineCommand<
  const Shared extends OptionTable = Readonly<Record<never, never>>,
  const Own extends OptionTable = Readonly<Record<never, never>>,
>(definition: CommandDefinition<Shared, Own>): Command {
  const { usage, about, takesCommand = false, run } = definition;
  const shared = definition.shared ?? ({} as Shared);
  const own = definition.own ?? ({} as Own);
  const isShared = Object.keys(shared).length > 0;
  return {
    options: { ...own, ...shared },
    get help() {
      const calls = usage.map(([call, meaning]) => describeEntry(call, meaning)).join('');
      const options = describeOptions(shared, { ...own, ...(isShared && CONFIG) });
      return [
        calls,
        ...(about === undefined ? [] : [paragraph(about)]),
        ...(options === '' ? [] : [options]),
        ...(isShared ? [paragraph(OTHER_SPELLINGS)] : []),
      ].join('\n');
    },
    async run(words) {
      const end = takesCommand ? words.indexOf('--') : -1;
      const ours = end < 0 ? words : words.slice(0, end);
      const [call] = usage[0]!;
      const help = `${call.split(' ', 2).join(' ')} --help`;
      const read = await readOptions({ words: ours, help, table: shared, own, known: allOptions });
      return run(read, end < 0 ? [] : words.slice(end + 1));
    },
  };
}
