// A repository's signaloid.yaml: the core that its programs need, the variables to trace, and the arguments of its
// benchmarks.
import { isObject } from '../errors/is-object.ts';
import { messageOf } from '../errors/message-of.ts';

/** Path relative to the repository's root. */
export const SETTINGS_FILE = 'signaloid.yaml';

/** Minimum requirements for a core. Absent fields allow any value. */
export interface CoreNeed {
  readonly Class?: string;
  readonly Microarchitecture?: string;
  readonly CorrelationTracking?: string;
  /** Bytes. */
  readonly MemorySize?: number;
  readonly Precision?: number;
}

/** A traced expression, in the form that the REST interface uses. */
export interface TracedExpression {
  readonly File: string;
  readonly LineNumber: number;
  readonly Expression: string;
}

/** Arguments that make the program print a single value to compare. */
export interface Benchmark {
  /** Human-readable description or, if there is none, the name of the variable. */
  readonly title: string;
  readonly arguments: string;
}

export interface RepositorySettings {
  readonly minimumCore?: CoreNeed;
  readonly traceVariables: readonly TracedExpression[];
  readonly benchmarks: readonly Benchmark[];
  /** Sentences about entries of the file that Haze cannot use. */
  readonly problems: readonly string[];
}

const NOTHING: RepositorySettings = { traceVariables: [], benchmarks: [], problems: [] };
/** Maximum size in bytes; real files are smaller than one kilobyte. */
const MOST_BYTES = 8192;
const MOST_ENTRIES = 200;

/** Reads a repository's settings. A damaged, oversized or missing file yields no settings. */
export async function readRepositorySettings(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<RepositorySettings> {
  const bytes = files.get(SETTINGS_FILE);
  return bytes === undefined ? NOTHING : parseRepositorySettings(bytes);
}

/** Parses the bytes of a `signaloid.yaml` file. */
export async function parseRepositorySettings(bytes: Uint8Array): Promise<RepositorySettings> {
  if (bytes.length > MOST_BYTES)
    return refuse(`it has ${bytes.length} bytes, but Haze reads at most ${MOST_BYTES}`);
  const { parse } = await import('yaml');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Forbids aliases, because they would let a small file expand to a large value. Suppresses warnings, which would go
    // to the server's log.
    return describe(parse(text, { maxAliasCount: 0, logLevel: 'error' }));
  } catch (error) {
    return refuse(messageOf(error).split('\n')[0]!.replace(/:$/, ''));
  }
}

function refuse(reason: string): RepositorySettings {
  return { ...NOTHING, problems: [`${SETTINGS_FILE} is ignored: ${reason}`] };
}

function describe(file: unknown): RepositorySettings {
  if (!isObject(file)) return refuse('it is not a mapping of names to values');
  const problems: string[] = [];
  const { MinimumCore } = file;
  const minimumCore = isObject(MinimumCore) ? needOf(MinimumCore, problems) : undefined;
  if (MinimumCore !== undefined && MinimumCore !== null && !minimumCore)
    problems.push(`${SETTINGS_FILE}: MinimumCore is ignored: it is not a mapping of names to values`);
  return {
    ...(minimumCore && { minimumCore }),
    traceVariables: listOf(file, 'TraceVariables', problems, maybeTraced),
    benchmarks: listOf(file, 'BenchmarkingVariables', problems, maybeBenchmark),
    problems,
  };
}

function needOf(given: Mapping, problems: string[]): CoreNeed {
  const need: Record<string, string | number> = {};
  for (const name of ['Class', 'Microarchitecture', 'CorrelationTracking'] as const) {
    if (typeof given[name] === 'string') need[name] = given[name];
    else if (given[name] !== undefined)
      problems.push(`${SETTINGS_FILE}: ${name} of MinimumCore is ignored: it is not text`);
  }
  for (const name of ['MemorySize', 'Precision'] as const) {
    if (isCount(given[name])) need[name] = given[name];
    else if (given[name] !== undefined)
      problems.push(
        `${SETTINGS_FILE}: ${name} of MinimumCore is ignored: it is not a whole number above zero`,
      );
  }
  return need;
}

function listOf<T>(
  file: Mapping,
  name: string,
  problems: string[],
  read: (entry: Mapping) => T | undefined,
): T[] {
  const given = file[name] ?? [];
  const entries = Array.isArray(given) ? given : [given];
  if (entries.length > MOST_ENTRIES)
    problems.push(`${SETTINGS_FILE}: ${name} has ${entries.length} entries; Haze reads only ${MOST_ENTRIES}`);
  return entries.slice(0, MOST_ENTRIES).flatMap((entry, i) => {
    const value = isObject(entry) ? read(entry) : undefined;
    if (value === undefined)
      problems.push(
        `${SETTINGS_FILE}: entry ${i + 1} of ${name} is ignored: a field is missing or has a different type`,
      );
    return value === undefined ? [] : [value];
  });
}

function maybeTraced({ File, LineNumber, Expression }: Mapping): TracedExpression | undefined {
  if (typeof File !== 'string' || typeof Expression !== 'string' || !isCount(LineNumber)) return undefined;
  return { File, LineNumber, Expression };
}

function maybeBenchmark({
  VariableName,
  VariableDescription,
  CommandLineArguments = '',
}: Mapping): Benchmark | undefined {
  const title = VariableDescription ?? VariableName;
  if (typeof title !== 'string' || !['string', 'number'].includes(typeof CommandLineArguments))
    return undefined;
  return { title, arguments: String(CommandLineArguments).trim() };
}

type Mapping = Readonly<Record<string, unknown>>;

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
