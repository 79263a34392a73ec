// Collects a command's options. The command line overrides the environment, which overrides haze.config.json. Errors
// state where the invalid value was set.
import { HazeError, usageError } from '../../errors/haze-error.ts';
import { maybeNearest } from '../../errors/nearest-name.ts';
import { parseCommandLine } from './command-line.ts';
import { type ConfigFile, maybeReadConfig } from './config-file.ts';
import { type Option, type OptionTable, type OptionValues, variableOf, wordOf } from './option.ts';

export interface OptionRequest<Table extends OptionTable, Own extends OptionTable> {
  readonly words: readonly string[];
  /** The command that lists the options, for error messages; default: `haze --help`. */
  readonly help?: string;
  /** Options that may also be set in the environment and the file. If the table is empty, neither is read. */
  readonly table: Table;
  /** Options available only on the command line. */
  readonly own?: Own;
  /** All options of all commands, because one file may serve every command; default: the table. */
  readonly known?: OptionTable;
  readonly environment?: NodeJS.ProcessEnv;
  /** Prints a harmless warning. */
  readonly note?: (line: string) => void;
}

export interface ReadOptions<Table extends OptionTable, Own extends OptionTable = OptionTable> {
  readonly values: OptionValues<Table>;
  /** Values of options that can be set only on the command line. */
  readonly own: OptionValues<Own>;
  readonly positionals: readonly string[];
  /** The place where each value was set. */
  readonly sources: { readonly [Key in keyof Table]?: OptionSource };
}

/** Listed in order of precedence. */
export type OptionSource = 'command line' | 'environment' | 'file';

/**
 * Our variables that are not options: a token, the variables that `haze exec` sets, and the folders for pages and
 * cached builds.
 */
const OTHER_VARIABLES: ReadonlySet<string> = new Set(
  'HAZE_BASE HAZE_REALTIME HAZE_CONFIG HAZE_GIT_TOKEN HAZE_SITE HAZE_CACHE_DIR'.split(' '),
);

/**
 * Reads a command's options.
 * @throws HazeError `usage` for unknown or invalid values, stating where they were set
 */
export async function readOptions<const Table extends OptionTable, const Own extends OptionTable>(
  request: OptionRequest<Table, Own>,
): Promise<ReadOptions<Table, Own>> {
  const { table, note = writeNote, help = 'haze --help' } = request;
  const isShared = Object.keys(table).length > 0;
  const environment = isShared ? (request.environment ?? process.env) : {};
  const known = request.known ?? table;
  const { given, own, positionals, configPath } = readWords(request.words, table, request.own, help);
  const config = isShared
    ? await maybeReadConfig(configPath ?? (environment.HAZE_CONFIG || undefined))
    : undefined;
  if (config) refuseUnknownKeys(config, known);
  noteUnknownVariables(environment, known, note);
  const values: Record<string, unknown> = {};
  const sources: Record<string, OptionSource> = {};
  for (const [name, option] of Object.entries(table)) {
    const said =
      given.get(name) ?? readVariable(name, option, environment) ?? readConfigValue(name, option, config);
    if (!said) continue;
    values[name] = parse(said, option, help);
    sources[name] = said.source;
  }
  return {
    values: values as OptionValues<Table>,
    own: own as OptionValues<Own>,
    positionals,
    sources: sources as Sources<Table>,
  };
}

type Sources<Table extends OptionTable> = ReadOptions<Table>['sources'];

/** A value as text, and a description of where it was set. */
interface Said {
  readonly source: OptionSource;
  readonly text: string;
  readonly where: string;
}

function parse({ text, where }: Said, option: Option, help: string): unknown {
  try {
    return option.parse(text);
  } catch (error) {
    if (!(error instanceof HazeError) || error.code !== 'bad-value') throw error;
    throw usageError(`${where}: this option ${error.message}. See ${help}.`, error);
  }
}

function readWords(words: readonly string[], table: OptionTable, own: OptionTable = {}, help: string) {
  const isShared = Object.keys(table).length > 0;
  const { values, positionals } = parseCommandLine(
    words,
    {
      ...Object.fromEntries(Object.entries({ ...own, ...table }).map(spell)),
      ...(isShared && { config: { type: 'string' as const } }),
    },
    help,
  );
  const read = (name: string, option: Option): Said | undefined => {
    const value = values[wordOf(name)];
    if (value === undefined) return undefined;
    const text = Array.isArray(value) ? value.join(',') : String(value);
    const shown = option.isSecret || option.form === 'switch' ? '' : ` ${text}`;
    return { source: 'command line', text, where: `--${wordOf(name)}${shown}` };
  };
  const given = new Map(Object.entries(table).map(([name, option]) => [name, read(name, option)]));
  const parsed = Object.entries(own).flatMap(([name, option]): [string, unknown][] => {
    const value = values[wordOf(name)];
    if (option.form === 'repeated' && Array.isArray(value)) return [[name, value]];
    const said = read(name, option);
    return said ? [[name, parse(said, option, help)]] : [];
  });
  return {
    given,
    own: Object.fromEntries(parsed),
    positionals,
    configPath: isShared ? (values.config as string | undefined) : undefined,
  };
}

/** An option in the form of Node's parser. */
function spell([name, { form, short }]: readonly [string, Option]) {
  const type = form === 'switch' ? ('boolean' as const) : ('string' as const);
  const multiple = form === 'list' || form === 'repeated';
  return [wordOf(name), { type, multiple, ...(short !== undefined && { short }) }] as const;
}

function readVariable(name: string, option: Option, environment: NodeJS.ProcessEnv): Said | undefined {
  const variable = variableOf(name);
  const text = environment[variable];
  // Shells and compose files unset a variable by setting it to an empty string.
  if (text === undefined || text === '') return undefined;
  return { source: 'environment', text, where: option.isSecret ? variable : `${variable}=${text}` };
}

function readConfigValue(name: string, option: Option, config: ConfigFile | undefined): Said | undefined {
  const value = config?.values[name];
  if (config === undefined || value === undefined || value === null) return undefined;
  const where = `${config.path}, "${name}"`;
  const items = Array.isArray(value) && option.form === 'list' ? value : [value];
  if (items.some((item) => !['string', 'number', 'boolean'].includes(typeof item))) {
    const wanted = option.form === 'list' ? 'a list of strings' : 'a string, a number, or true or false';
    throw usageError(`${where}: this option takes ${wanted}.`);
  }
  const text = items.join(',');
  return { source: 'file', text, where: option.isSecret ? where : `${where}: ${text}` };
}

function refuseUnknownKeys({ path, values }: ConfigFile, known: OptionTable): void {
  const names = Object.keys(known);
  // Accepts "$schema", which editors use to find a schema.
  const unknown = Object.keys(values).find((key) => !names.includes(key) && key !== '$schema');
  if (unknown === undefined) return;
  throw usageError(`${path}: unknown option "${unknown}".${suggest(unknown, names)}`);
}

function noteUnknownVariables(
  environment: NodeJS.ProcessEnv,
  known: OptionTable,
  note: (line: string) => void,
): void {
  const variables = Object.keys(known).map(variableOf);
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('HAZE_') || variables.includes(name) || OTHER_VARIABLES.has(name)) continue;
    note(`haze: unknown option ${name} is ignored.${suggest(name, variables)}`);
  }
}

function suggest(wanted: string, names: readonly string[]): string {
  const nearest = maybeNearest(wanted, names);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

function writeNote(line: string): void {
  process.stderr.write(`${line}\n`);
}
