// Owners of stored bytes, and fields of records that never change. A blob belongs to the account in its key, or to
// the owner of its build or task. Plots and caches have no owner, and may be evicted.
import type { BlobRow, RecordRow, TableReader } from './tables.ts';

/** Key prefixes that are followed by an account ID. */
const ACCOUNTS: ReadonlySet<string> = new Set(['files', 'imports']);
/** Kinds of records whose ID follows a key's prefix. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['builds', 'build'],
  ['tasks', 'task'],
  ['parts', 'task'],
]);

/** Owner of a blob; `''` if it has no owner. */
export async function ownerOfBlob(reader: Pick<TableReader, 'record'>, key: string): Promise<string> {
  const [beginning = '', id = ''] = key.split('/', 2);
  if (ACCOUNTS.has(beginning)) return id;
  const kind = KINDS.get(beginning);
  return kind === undefined ? '' : ((await reader.record(kind, id))?.owner ?? '');
}

/**
 * Fields that come from requests and are not changed by any step of a job. They may be large, and count towards quotas.
 */
const FIXED_FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['build', ['Application', 'DefaultArguments', 'DefaultDataSources', 'TraceVariables']],
  ['task', ['Arguments', 'DataSources', 'SourceOverrides', 'Stdin']],
  ['repository', ['Arguments', 'DataSources', 'TraceVariables']],
  ['drive', ['DataSources']],
]);
/**
 * Minimum length for a separate row: shorter strings stay in the main row, because rewriting them costs less than
 * keeping a separate row.
 */
export const LEAST_LENGTH = 1000;

/** Splits a body into its changing part and the large fields that are written once. */
export function splitBody(kind: string, body: object): Pick<RecordRow, 'body' | 'fixed'> {
  const names = FIXED_FIELDS.get(kind);
  const whole = JSON.stringify(body);
  if (!names || whole.length < LEAST_LENGTH) return { body: whole };
  const entries = Object.entries(body);
  const fixed = JSON.stringify(Object.fromEntries(entries.filter(([name]) => names.includes(name))));
  if (fixed.length < LEAST_LENGTH) return { body: whole };
  const rest = entries.filter(([name]) => !names.includes(name));
  return { body: JSON.stringify(Object.fromEntries(rest)), fixed };
}

/** Joins the parts of a body. */
export function joinBody({ body, fixed }: Pick<RecordRow, 'body' | 'fixed'>): object {
  const rest = JSON.parse(body) as object;
  return fixed === undefined ? rest : { ...(JSON.parse(fixed) as object), ...rest };
}

/** Total bytes of content and fixed fields, for one owner or all owners. */
export function sumBytes(
  owner: string | undefined,
  blobs: Iterable<BlobRow>,
  records: Iterable<RecordRow>,
): number {
  let sum = 0;
  const add = (row: BlobRow | RecordRow, sizeBytes: number) => {
    if (owner === undefined ? row.owner : row.owner === owner) sum += sizeBytes;
  };
  for (const row of blobs) add(row, row.sizeBytes);
  for (const row of records) add(row, new TextEncoder().encode(row.fixed).length);
  return sum;
}
