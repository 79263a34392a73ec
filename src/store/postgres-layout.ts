// The tables of a store in PostgreSQL, their version, and the way from older ones. All of it happens in one transaction
// under a lock, so that servers that start together do it once; tables of a newer program are refused by name.
import { HazeError } from '../errors/haze-error.ts';
import { decodeRow, encodeText, type Query, RECORD_COLUMNS, type SqlRecord } from './postgres-rows.ts';
import { checkSchema, migrateRow, type Schema } from './schema.ts';

/** The version of the tables themselves, apart from that of what records hold. */
const LAYOUT_VERSION = 1;
const PAGE_SIZE = 500;

// Names compare by bytes everywhere, so that ranges and orders do not depend on the database's language.
const TABLES = `
CREATE TABLE records (
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  parent text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  created_at double precision NOT NULL,
  place text COLLATE "C" NOT NULL,
  body text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (kind, id)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
CREATE UNIQUE INDEX records_place ON records (place);
CREATE INDEX records_kind ON records (kind, place);
CREATE INDEX records_owner ON records (kind, owner, place);
CREATE INDEX records_parent ON records (kind, owner, parent, place) WHERE parent <> '';
CREATE INDEX records_status ON records (kind, status, place) WHERE status <> '';
CREATE INDEX records_owner_status ON records (kind, owner, status, place) WHERE status <> '';
CREATE INDEX records_parent_status ON records (kind, owner, parent, status, place) WHERE parent <> '' AND status <> '';
CREATE SEQUENCE places;
CREATE TABLE blobs (
  key text COLLATE "C" PRIMARY KEY,
  blob_id text COLLATE "C" NOT NULL,
  size_bytes bigint NOT NULL,
  chunk_count integer NOT NULL,
  created_at double precision NOT NULL,
  updated_at double precision NOT NULL
);
CREATE TABLE chunks (
  blob_id text COLLATE "C" NOT NULL,
  index integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (blob_id, index)
);
ALTER TABLE chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE staged (blob_id text COLLATE "C" PRIMARY KEY, until timestamptz NOT NULL);
`;

/** Names a schema of PostgreSQL in a statement. @throws HazeError `usage` */
export function quoteNamespace(namespace: string): string {
  if (/^[a-z_][a-z0-9_]{0,50}$/.test(namespace)) return `"${namespace}"`;
  throw new HazeError('usage', `"${namespace}" cannot name a schema: small letters, digits and underscores.`);
}

async function readVersions(query: Query): Promise<Map<string, number> | undefined> {
  const there = await query({ text: `SELECT to_regclass('meta') IS NOT NULL AS there` });
  if (!there.rows[0].there) return undefined;
  const { rows } = await query({ text: 'SELECT name, value FROM meta' });
  return new Map(rows.map(({ name, value }) => [name as string, Number(value)]));
}

/** @throws HazeError `store-too-new`, `store-too-old` */
function checkVersions(versions: ReadonlyMap<string, number>, schema: Schema): void {
  const layout = versions.get('layout') ?? 0;
  if (layout > LAYOUT_VERSION) {
    throw new HazeError(
      'store-too-new',
      `The tables of this database have version ${layout}, and this program knows versions up to ${LAYOUT_VERSION}. Use the newer program that made them.`,
    );
  }
  checkSchema(versions.get('records') ?? 0, schema);
}

async function migrateRecords(query: Query, stored: number, schema: Schema): Promise<void> {
  await query({ text: 'LOCK TABLE records IN ACCESS EXCLUSIVE MODE' });
  for (let after = ''; ; ) {
    const { rows } = await query({
      text: `SELECT ${RECORD_COLUMNS} FROM records WHERE place > $1 ORDER BY place LIMIT ${PAGE_SIZE}`,
      values: [after],
    });
    for (const found of rows as SqlRecord[]) {
      const row = decodeRow(found);
      const migrated = migrateRow(row, stored, schema);
      const name = [encodeText(row.kind), encodeText(row.id)];
      if (migrated) {
        await query({
          text: 'UPDATE records SET owner = $3, parent = $4, status = $5, body = $6 WHERE kind = $1 AND id = $2',
          values: [
            ...name,
            ...[migrated.owner, migrated.parent, migrated.status].map(encodeText),
            migrated.body,
          ],
        });
      } else await query({ text: 'DELETE FROM records WHERE kind = $1 AND id = $2', values: name });
      after = row.order;
    }
    if (rows.length < PAGE_SIZE) return;
  }
}

async function setVersions(query: Query, schema: Schema): Promise<void> {
  await query({
    text: `INSERT INTO meta (name, value) VALUES ('layout', $1), ('records', $2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    values: [String(LAYOUT_VERSION), String(schema.version)],
  });
}

/**
 * Makes the tables, or brings older ones up to date. Inside a transaction whose search path is the namespace.
 * Answers whether what records hold was migrated.
 * @throws HazeError `store-too-new`, `store-too-old`, `database-refused` for a database that is not in UTF-8
 */
export async function prepareTables(query: Query, namespace: string, schema: Schema): Promise<boolean> {
  const { rows } = await query({ text: 'SHOW server_encoding' });
  if (rows[0].server_encoding !== 'UTF8') {
    throw new HazeError(
      'database-refused',
      `The database keeps texts as ${rows[0].server_encoding}, and the store needs UTF8: createdb --encoding=UTF8 --template=template0.`,
    );
  }
  await query({ text: 'SELECT pg_advisory_xact_lock(hashtext($1))', values: [`haze ${namespace}`] });
  const versions = await readVersions(query);
  if (versions) {
    checkVersions(versions, schema);
    const stored = versions.get('records')!;
    if (stored === schema.version && versions.get('layout') === LAYOUT_VERSION) return false;
    await migrateRecords(query, stored, schema);
    await setVersions(query, schema);
    return true;
  }
  await query({ text: `CREATE SCHEMA IF NOT EXISTS ${quoteNamespace(namespace)}` });
  await query({ text: 'CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL)' });
  await query({ text: TABLES });
  await setVersions(query, schema);
  return false;
}

/** Refuses tables that another, newer program has changed meanwhile. @throws HazeError `store-too-new` */
export async function checkTables(query: Query, schema: Schema): Promise<void> {
  const versions = await readVersions(query);
  if (versions) checkVersions(versions, schema);
}
