// A store's tables in PostgreSQL, their version, and the migration of older tables. Everything happens in one
// transaction under a lock, so that servers that start together migrate only once. Tables from a newer program are
// rejected with an error.
import { HazeError } from '../../errors/haze-error.ts';
import {
  checkSchema,
  type Migration,
  migrateRow,
  oldestBeside,
  type Schema,
  type Versioned,
} from '../contract/schema.ts';
import {
  CACHED_NAME,
  decodeRow,
  encodeText,
  type Query,
  type SqlRecord,
  type Statement,
  WHOLE_RECORD_COLUMNS,
} from '../sql/rows.ts';

const PAGE_SIZE = 500;

/** Stores large fields that never change. @param names kind, ID and owner, encoded */
export function fixedStatement(names: readonly string[], fixed: string): Statement {
  return {
    name: 'put-fixed',
    text: `INSERT INTO fixed VALUES ($1, $2, $3, octet_length($4), $4)
      ON CONFLICT (kind, id) DO UPDATE SET size_bytes = excluded.size_bytes, body = excluded.body
      RETURNING pg_current_xact_id()::text AS xid`,
    values: [...names, fixed],
  };
}

// Strings are compared by their bytes everywhere, so that ranges and orders do not depend on the database's locale.
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
/** Index for finding the owner of the next job: the owners of all records in one state are adjacent. */
const TURNS = `CREATE INDEX records_turn ON records (kind, status, owner) WHERE status <> '';`;
/**
 * Cache content has its own table, which can be emptied and truncated if the disk is full. The content's name shows
 * which table holds it, so that statements from older programs also find it.
 */
const CACHED = `
ALTER TABLE chunks RENAME TO chunks_kept;
ALTER INDEX chunks_pkey RENAME TO chunks_kept_pkey;
CREATE TABLE chunks (LIKE chunks_kept INCLUDING STORAGE, PRIMARY KEY (blob_id, index)) PARTITION BY RANGE (blob_id);
ALTER TABLE chunks ATTACH PARTITION chunks_kept FOR VALUES FROM (MINVALUE) TO ('${CACHED_NAME}');
CREATE TABLE chunks_cached PARTITION OF chunks FOR VALUES FROM ('${CACHED_NAME}') TO (MAXVALUE);
`;

/** Sequence numbers for news, assigned after the commit, so that a gap tells a receiver that it missed some news. */
const NEWS = 'CREATE SEQUENCE news;';

/** Large fields of records that never change, and owners of content. */
const FIXED = `
CREATE TABLE fixed (
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  size_bytes bigint NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (kind, id),
  FOREIGN KEY (kind, id) REFERENCES records ON DELETE CASCADE
);
CREATE INDEX fixed_owner ON fixed (owner) INCLUDE (size_bytes) WHERE owner <> '';
ALTER TABLE blobs ADD COLUMN owner text COLLATE "C" NOT NULL DEFAULT '';
UPDATE blobs SET owner = split_part(key, '/', 2) WHERE split_part(key, '/', 1) IN ('files', 'imports');
UPDATE blobs SET owner = records.owner FROM records
  WHERE split_part(key, '/', 1) IN ('builds', 'tasks', 'parts') AND records.id = split_part(key, '/', 2)
    AND records.kind = CASE split_part(key, '/', 1) WHEN 'builds' THEN 'build' ELSE 'task' END;
CREATE INDEX blobs_owner ON blobs (owner) INCLUDE (size_bytes) WHERE owner <> '';
`;

/**
 * One migration of the tables themselves, not of the records. Older programs list only the columns that existed in
 * their version.
 */
interface LayoutStep extends Pick<Migration, 'to' | 'isAdditive'> {
  readonly text: string;
}

interface Layout extends Versioned {
  readonly migrations: readonly LayoutStep[];
}

/** This program's tables. A change raises the version and adds a step. */
const LAYOUT: Layout = {
  version: 5,
  migrations: [
    { to: 1, text: TABLES },
    { to: 2, text: TURNS, isAdditive: true },
    { to: 3, text: CACHED, isAdditive: true },
    { to: 4, text: NEWS, isAdditive: true },
    // Not additive: older programs would read builds without their sources.
    { to: 5, text: FIXED },
  ],
};

/** The name of a PostgreSQL schema, quoted for a statement. @throws HazeError `usage` */
export function quoteNamespace(namespace: string): string {
  if (/^[a-z_][a-z0-9_]{0,50}$/.test(namespace)) return `"${namespace}"`;
  throw new HazeError(
    'usage',
    `"${namespace}" is not a valid schema name: use lower-case letters, digits and underscores.`,
  );
}

async function readVersions(query: Query): Promise<Map<string, number> | undefined> {
  const there = await query({ text: `SELECT to_regclass('meta') IS NOT NULL AS there` });
  if (!there.rows[0].there) return undefined;
  const { rows } = await query({ text: 'SELECT name, value FROM meta' });
  return new Map(rows.map(({ name, value }) => [name as string, Number(value)]));
}

/** Checks the versions of tables and records. @throws HazeError `store-too-new`, `store-too-old` */
function checkVersions(versions: ReadonlyMap<string, number>, schema: Schema): void {
  const layout = versions.get('layout') ?? 0;
  if (!isBeside(versions, 'layout', LAYOUT.version) && layout > LAYOUT.version) {
    throw new HazeError(
      'store-too-new',
      `The tables in this database are in format version ${layout}, but this version of Haze supports only formats up to ${LAYOUT.version}. Use the newer version of Haze that created them.`,
    );
  }
  if (!isBeside(versions, 'records', schema.version)) checkSchema(versions.get('records') ?? 0, schema);
}

/** Tests whether a newer program has changed the data in a way that lets this version continue to work. */
function isBeside(versions: ReadonlyMap<string, number>, what: 'layout' | 'records', own: number): boolean {
  const stored = versions.get(what) ?? 0;
  // Older programs do not write this entry, and allow no other version to run alongside them.
  return stored > own && (versions.get(`oldest-${what}`) ?? stored) <= own;
}

async function migrateRecords(query: Query, stored: number, schema: Schema): Promise<void> {
  await query({ text: 'LOCK TABLE records IN ACCESS EXCLUSIVE MODE' });
  for (let after = ''; ; ) {
    const { rows } = await query({
      text: `SELECT ${WHOLE_RECORD_COLUMNS} FROM records WHERE place > $1 ORDER BY place LIMIT ${PAGE_SIZE}`,
      values: [after],
    });
    for (const found of rows as SqlRecord[]) {
      const row = decodeRow(found);
      const migrated = migrateRow(row, stored, schema);
      const name = [encodeText(row.kind), encodeText(row.id)];
      after = row.order;
      if (!migrated) await query({ text: 'DELETE FROM records WHERE kind = $1 AND id = $2', values: name });
      if (!migrated || migrated === row) continue;
      const [owner, parent, status] = [migrated.owner, migrated.parent, migrated.status].map(encodeText);
      await query({
        text: 'UPDATE records SET owner = $3, parent = $4, status = $5, body = $6 WHERE kind = $1 AND id = $2',
        values: [...name, owner, parent, status, migrated.body],
      });
      await query({ text: 'DELETE FROM fixed WHERE kind = $1 AND id = $2', values: name });
      if (migrated.fixed !== undefined) await query(fixedStatement([...name, owner!], migrated.fixed));
    }
    if (rows.length < PAGE_SIZE) return;
  }
}

async function migrateLayout(query: Query, stored: number): Promise<void> {
  for (const { to, text } of LAYOUT.migrations) if (to > stored) await query({ text });
}

/** Stores the version of the tables or records after this program's migration. */
async function setVersion(query: Query, what: 'layout' | 'records', reached: Versioned): Promise<void> {
  await query({
    text: `INSERT INTO meta (name, value) VALUES ($1, $2), ($3, $4)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    values: [what, String(reached.version), `oldest-${what}`, String(oldestBeside(reached))],
  });
}

/**
 * Creates the tables, or migrates older ones. Runs inside a transaction whose search path is the namespace. Returns
 * true if anything was migrated. A newer version is left alone if this program may run alongside it.
 * @throws HazeError `store-too-new`, `store-too-old`, `database-refused` if the database is not in UTF-8
 */
export async function prepareTables(query: Query, namespace: string, schema: Schema): Promise<boolean> {
  const { rows } = await query({ text: 'SHOW server_encoding' });
  if (rows[0].server_encoding !== 'UTF8') {
    throw new HazeError(
      'database-refused',
      `The database stores text as ${rows[0].server_encoding}, but the store needs UTF8: createdb --encoding=UTF8 --template=template0.`,
    );
  }
  await query({ text: 'SELECT pg_advisory_xact_lock(hashtext($1))', values: [`haze ${namespace}`] });
  const versions = await readVersions(query);
  if (versions) checkVersions(versions, schema);
  else {
    await query({ text: `CREATE SCHEMA IF NOT EXISTS ${quoteNamespace(namespace)}` });
    await query({ text: 'CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL)' });
  }
  const layout = versions?.get('layout') ?? 0;
  const records = versions?.get('records') ?? 0;
  if (layout < LAYOUT.version) {
    await migrateLayout(query, layout);
    await setVersion(query, 'layout', LAYOUT);
  }
  if (records < schema.version) {
    if (versions) await migrateRecords(query, records, schema);
    await setVersion(query, 'records', schema);
  }
  return versions !== undefined && (layout < LAYOUT.version || records < schema.version);
}

/** Rejects tables that a newer program has changed in the meantime. @throws HazeError `store-too-new` */
export async function checkTables(query: Query, schema: Schema): Promise<void> {
  const versions = await readVersions(query);
  if (versions) checkVersions(versions, schema);
}
