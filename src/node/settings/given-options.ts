// Options of `startServer`, validated by the same rules as command line options.
import { HazeError, usageError } from '../../errors/haze-error.ts';
import { maybeNearest } from '../../errors/nearest-name.ts';
import { badValue, type Option, type OptionValues } from '../options/option.ts';
import { serveOptions } from './server-options.ts';
import type { ServerOptions } from './start-server-options.ts';

/** Library options that the command does not have. */
const OWN: ReadonlySet<string> = new Set(['import', 'log', 'logErrors']);
/** Command options that are meaningless here. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  'dataDir keyFile memory exportOnExit noIsolation import operations logFormat grace drain isolation'.split(
    ' ',
  ),
);

/** Checks the options. @throws HazeError `usage`, naming the option */
export function readGiven(options: ServerOptions): OptionValues<typeof serveOptions> {
  const table: Readonly<Record<string, Option>> = serveOptions;
  const names = [...Object.keys(table).filter((name) => !ELSEWHERE.has(name)), ...OWN];
  const values: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(options)) {
    if (!names.includes(name)) throw unknownOption(name, names);
    if (given === undefined) continue;
    if (OWN.has(name)) {
      checkOwn(name, given);
      continue;
    }
    values[name] = parseGiven(name, given, table[name]!);
  }
  return values as OptionValues<typeof serveOptions>;
}

function checkOwn(name: string, given: unknown): void {
  const isBytes = given instanceof Uint8Array;
  if (name === 'import' ? isBytes : typeof given === 'function') return;
  const wanted = name === 'import' ? 'an export, as a Uint8Array' : 'a function that takes a line';
  throw usageError(`startServer, "${name}": this option takes ${wanted}.`);
}

/** @throws HazeError `bad-value` for values that cannot be written on a command line */
function textOf(given: unknown): string {
  const isWord = (one: unknown) => ['string', 'number', 'bigint', 'boolean'].includes(typeof one);
  if (![given].flat().every((one) => isWord(one) || one instanceof Date)) {
    throw badValue(`does not accept values of type ${given === null ? 'null' : typeof given}`);
  }
  if (given instanceof Date) return Number.isNaN(given.getTime()) ? 'an invalid Date' : given.toISOString();
  return Array.isArray(given) ? given.join(',') : String(given);
}

function parseGiven(name: string, given: unknown, option: Option): unknown {
  let text = '';
  try {
    text = textOf(given);
    return option.parse(text);
  } catch (error) {
    if (!(error instanceof HazeError) || error.code !== 'bad-value') throw error;
    const shown = option.isSecret || text === '' ? '' : `: ${text}`;
    throw usageError(`startServer, "${name}"${shown}: this option ${error.message}.`, error);
  }
}

function unknownOption(name: string, names: readonly string[]): HazeError {
  const nearest = maybeNearest(name, names);
  const guess = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  return usageError(`startServer: unknown option "${name}".${guess}`);
}
