// Versions of records, and the migration from each version to the next. A backend that opens older data migrates all
// records in one atomic step, and rejects data from a newer program. If several programs share a database, older
// programs may continue to work after a step that only adds data.
import { HazeError } from '../../errors/haze-error.ts';
import type { ExportedRecord } from './store.ts';
import { splitBody } from './stored-for.ts';
import type { RecordRow } from './tables.ts';
import { toRecord } from './transaction.ts';

/** One migration step: from version `to - 1` to version `to`. */
export interface Migration {
  readonly to: number;
  /**
   * True if programs of the previous version may continue to work: they find all the fields that they expect, and the
   * new version accepts records without the added fields.
   */
  readonly isAdditive?: boolean;
  /** The record in the new version; undefined to drop it. */
  migrate(record: ExportedRecord): ExportedRecord | undefined;
}

/** Record versions that a program understands. */
export interface Schema {
  /** An integer, starting at 1. */
  readonly version: number;
  readonly migrations: readonly Migration[];
}

function withoutUser<Body extends { readonly RemoteURL?: string }>(body: Body): Body {
  if (typeof body.RemoteURL !== 'string') return body;
  return { ...body, RemoteURL: body.RemoteURL.replace(/^(https?:\/\/)[^/@]*@/i, '$1') };
}

/** Removes usernames from repository URLs, because they may be tokens. (Backends seal secrets when they open.) */
function migrateTo2(record: ExportedRecord): ExportedRecord {
  if (record.kind === 'repository') return { ...record, body: withoutUser(record.body) };
  const { Application } = record.body as { Application?: { Repository?: object } };
  if (record.kind !== 'build' || !Application?.Repository) return record;
  const Repository = withoutUser(Application.Repository);
  return { ...record, body: { ...record.body, Application: { ...Application, Repository } } };
}

/**
 * Rows store large fixed fields separately, where older programs would not find them, but the records themselves are
 * unchanged.
 */
const migrateTo3 = (record: ExportedRecord) => record;

/** The version that this program writes. A change to records raises the version and adds a migration. */
export const currentSchema: Schema = {
  version: 3,
  migrations: [
    { to: 2, migrate: migrateTo2 },
    { to: 3, migrate: migrateTo3 },
  ],
};

/** Data with a version: the records, or the tables that hold the records. */
export interface Versioned {
  readonly version: number;
  readonly migrations: readonly Pick<Migration, 'to' | 'isAdditive'>[];
}

/** The oldest version whose programs may continue alongside programs of this version. */
export function oldestBeside({ version, migrations }: Versioned): number {
  let oldest = version;
  while (migrations.some(({ to, isAdditive }) => to === oldest && isAdditive)) oldest -= 1;
  return oldest;
}

/** Rejects data from a newer program, and data that cannot be brought to this version by any chain of migrations. */
export function checkSchema(stored: number, schema: Schema): void {
  if (stored > schema.version) {
    throw new HazeError(
      'store-too-new',
      `The stored data is in format version ${stored}, but this version of Haze supports only formats up to ${schema.version}. Use the newer version of Haze that wrote it.`,
    );
  }
  for (let to = stored + 1; to <= schema.version; to += 1) {
    if (!schema.migrations.some((migration) => migration.to === to)) {
      throw new HazeError(
        'store-too-old',
        `The stored data is in format version ${stored}, which this version of Haze no longer supports.`,
      );
    }
  }
}

/** Migrates a record to the program's version; undefined if a migration drops it. */
export function migrateRecord(
  record: ExportedRecord,
  stored: number,
  schema: Schema,
): ExportedRecord | undefined {
  let migrated: ExportedRecord | undefined = record;
  for (let to = stored + 1; migrated && to <= schema.version; to += 1) {
    const migration = schema.migrations.find((candidate) => candidate.to === to);
    migrated = migration?.migrate(migrated);
  }
  return migrated;
}

/** Migrates a row of a backend. Returns the same row if nothing changes. */
export function migrateRow(row: RecordRow, stored: number, schema: Schema): RecordRow | undefined {
  if (stored === schema.version) return row;
  const record = { kind: row.kind, ...toRecord<object>(row) };
  const migrated = migrateRecord(record, stored, schema);
  if (!migrated) return undefined;
  const parts = splitBody(migrated.kind, migrated.body);
  return migrated === record && parts.fixed === row.fixed ? row : { ...migrated, ...parts };
}
