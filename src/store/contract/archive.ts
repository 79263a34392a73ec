// A whole store as one stream of bytes, to be saved as a file: lines of JSON, with each line about a chunk followed by
// the chunk's bytes. The last line contains the counts, so that an import detects a truncated file before it replaces
// anything.
import { HazeError } from '../../errors/haze-error.ts';
import { CACHE_PREFIX } from './engine-store.ts';
import { isWholeRecord } from './replace-all.ts';
import { checkSchema, currentSchema, migrateRecord, type Schema } from './schema.ts';
import { sealPlainRecords } from './sealed-records.ts';
import type { BlobInfo, ExportedBlob, ExportedRecord, Store } from './store.ts';

const FORMAT_VERSION = 1;
const NEWLINE = 10;
/** Maximum length of a line: a record contains at most one request body, which JSON escaping lengthens. */
const MAX_LINE_LENGTH = 64 << 20;
const MAX_CHUNK_BYTES = 64 << 20;

type Line =
  | {
      readonly format: 'haze-export';
      readonly version: number;
      readonly schema: number;
      readonly account?: string;
    }
  | { readonly record: ExportedRecord }
  /** Excludes the version: it identifies stored content, and an import assigns a new version. */
  | { readonly blob: Omit<BlobInfo, 'version'> }
  | { readonly chunkBytes: number }
  | { readonly end: { readonly records: number; readonly blobs: number } };

// Caches are rebuilt if missing. An archive may come from an untrusted source, and Haze would trust compiled modules
// from its caches.
function isCache({ key }: BlobInfo): boolean {
  return key.startsWith(CACHE_PREFIX);
}

export interface ExportOptions {
  readonly schema?: Schema;
  /** The archive's owner: after an import, the importing service's key belongs to this account. */
  readonly account?: string;
  /**
   * Changes a record for the archive; returns undefined to leave the record out. Default: records as they are stored.
   */
  readonly show?: (record: ExportedRecord) => Promise<ExportedRecord | undefined>;
}

/**
 * Exports everything in the store except caches and the vault's key: anyone with the file can see all work, but no
 * tokens or signing secrets. After an import elsewhere, users must enter repository tokens again.
 */
export async function* exportStore(store: Store, options: ExportOptions = {}): AsyncGenerator<Uint8Array> {
  const { schema = currentSchema, account, show = async (record) => record } = options;
  const encoder = new TextEncoder();
  const encode = (line: Line) => encoder.encode(`${JSON.stringify(line)}\n`);
  const contents = store.readAll();
  try {
    const header = { format: 'haze-export', version: FORMAT_VERSION, schema: schema.version } as const;
    yield encode({ ...header, ...(account !== undefined && { account }) });
    let records = 0;
    for await (const stored of contents.records()) {
      const record = await show(stored);
      if (!record) continue;
      yield encode({ record });
      records += 1;
    }
    let blobs = 0;
    for await (const { info, chunks } of contents.blobs()) {
      if (isCache(info)) continue;
      const { version: _, ...blob } = info;
      yield encode({ blob });
      for await (const chunk of chunks()) {
        yield encode({ chunkBytes: chunk.length });
        yield chunk;
      }
      blobs += 1;
    }
    yield encode({ end: { records, blobs } });
  } finally {
    await contents.end?.();
  }
}

/** Reads lines and byte sequences from a stream whose chunks may end anywhere. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Closes the stream, which may keep a file or a database connection open. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  /** Reads the next `sizeBytes` bytes as one array. */
  async takeBytes(sizeBytes: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(sizeBytes);
    for (let at = 0; at < sizeBytes; ) {
      await this.#fill();
      const part = this.#rest.subarray(0, sizeBytes - at);
      bytes.set(part, at);
      at += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return bytes;
  }

  async takeLine(): Promise<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let line = '';
    for (;;) {
      await this.#fill();
      const at = this.#rest.indexOf(NEWLINE);
      const part = at < 0 ? this.#rest : this.#rest.subarray(0, at);
      line += decoder.decode(part, { stream: at < 0 });
      this.#rest = this.#rest.subarray(at < 0 ? this.#rest.length : at + 1);
      if (at >= 0) return line;
      if (line.length > MAX_LINE_LENGTH) throw new RangeError('a line is too long');
    }
  }

  /** @throws RangeError if any bytes remain */
  async requireEnd(): Promise<void> {
    if (await this.#hasMore()) throw new RangeError('more bytes follow its end');
  }

  async #fill(): Promise<void> {
    if (!(await this.#hasMore())) throw new RangeError('it ends too early');
  }

  async #hasMore(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done) return false;
      this.#rest = next.value;
    }
    return true;
  }
}

const isNatural = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

function checkEntry(blob: Omit<BlobInfo, 'version'>): void {
  const isWhole = typeof blob?.key === 'string' && isNatural(blob.createdAt) && isNatural(blob.updatedAt);
  if (!isWhole)
    throw new RangeError(`a file lacks its name or its times: ${JSON.stringify(blob).slice(0, 200)}`);
}

class ArchiveReader {
  readonly #bytes: ByteReader;
  readonly #schema: Schema;
  readonly #findProblem: ImportOptions['findProblem'];
  #storedSchema = 0;
  /** Known once the records have been read. */
  account: string | undefined;
  #line: Line | undefined;

  constructor(source: AsyncIterable<Uint8Array>, schema: Schema, findProblem: ImportOptions['findProblem']) {
    this.#bytes = new ByteReader(source);
    this.#schema = schema;
    this.#findProblem = findProblem;
  }

  close(): Promise<void> {
    return this.#bytes.close();
  }

  async #next(): Promise<Line> {
    const line: unknown = JSON.parse(await this.#bytes.takeLine());
    if (typeof line !== 'object' || line === null) throw new RangeError('a line is not an object');
    this.#line = line as Line;
    return this.#line;
  }

  /** @param line 1-based number of the record's line */
  #check(record: ExportedRecord, line: number): ExportedRecord {
    const problem = isWholeRecord(record) ? this.#findProblem?.(record) : 'it lacks required fields';
    if (problem === undefined) return record;
    const { kind, id } = record ?? {};
    const name = `${String(kind).slice(0, 80)} ${JSON.stringify(id ?? null).slice(0, 80)}`;
    throw new HazeError(
      'bad-export',
      `Line ${line} of the export, the record ${name}, is damaged: ${problem}. Nothing was imported.`,
    );
  }

  async *records(): AsyncGenerator<ExportedRecord> {
    const header = await this.#next();
    if (!('format' in header) || header.format !== 'haze-export') {
      throw new RangeError('it does not begin with an export header');
    }
    if (header.version !== FORMAT_VERSION) {
      throw new HazeError(
        'store-too-new',
        `This export is in format version ${header.version}, but this version of Haze reads format ${FORMAT_VERSION}. Use the newer version of Haze that wrote it.`,
      );
    }
    const { account } = header;
    if (account !== undefined && typeof account !== 'string') throw new RangeError('its account is not text');
    this.account = account;
    this.#storedSchema = header.schema;
    checkSchema(header.schema, this.#schema);
    let count = 0;
    for (let line = await this.#next(); 'record' in line; line = await this.#next()) {
      count += 1;
      const { record } = line;
      if (!isWholeRecord(record)) this.#check(record, count + 1);
      const migrated = migrateRecord(record, this.#storedSchema, this.#schema);
      // Counts the header as the first line.
      if (migrated) yield this.#check(migrated, count + 1);
    }
    this.#recordCount = count;
  }

  #recordCount = 0;

  async *blobs(): AsyncGenerator<ExportedBlob> {
    let count = 0;
    for (let line = this.#line!; !('end' in line); line = this.#line!) {
      if (!('blob' in line)) throw new RangeError('a line is out of place');
      checkEntry(line.blob);
      count += 1;
      yield { info: { ...line.blob, version: '' }, chunks: () => this.#chunks() };
    }
    const { end } = this.#line as { end: { records: number; blobs: number } };
    if (end.records !== this.#recordCount || end.blobs !== count) throw new RangeError('parts are missing');
    await this.#bytes.requireEnd();
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    for (let line = await this.#next(); 'chunkBytes' in line; line = await this.#next()) {
      const { chunkBytes } = line;
      if (!isNatural(chunkBytes) || chunkBytes > MAX_CHUNK_BYTES) {
        throw new RangeError(`a piece of a file has an invalid size: ${chunkBytes} bytes`);
      }
      yield await this.#bytes.takeBytes(chunkBytes);
    }
  }
}

/** Result of an import. */
export interface ImportedStore {
  /** The archive's owner, if it has one. */
  readonly account: string | undefined;
  readonly records: number;
  readonly blobs: number;
}

export interface ImportOptions {
  readonly schema?: Schema;
  /** Explains why a record is damaged or foreign; returns undefined if the record is intact. */
  readonly findProblem?: (record: ExportedRecord) => string | undefined;
  /** Examines each blob's content; if it throws an error, the archive is rejected. */
  readonly contents?: {
    watch(key: string, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
    /** Called after the last blob. */
    end(): void;
  };
  /** Kinds of records that belong to the running processes of another store. */
  readonly leftOut?: ReadonlySet<string>;
}

/** Replaces everything in the store with an export. An incomplete file fails with `bad-export` and changes nothing. */
export async function importStore(
  store: Store,
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions = {},
): Promise<ImportedStore> {
  const { schema = currentSchema, findProblem, leftOut, contents: watched } = options;
  const reader = new ArchiveReader(source, schema, findProblem);
  let records = 0;
  let blobs = 0;
  const contents = {
    async *records() {
      for await (const record of reader.records()) {
        if (leftOut?.has(record.kind)) continue;
        records += 1;
        yield record;
      }
    },
    async *blobs() {
      for await (const blob of reader.blobs()) {
        if (isCache(blob.info)) {
          for await (const _ of blob.chunks());
          continue;
        }
        blobs += 1;
        const { info, chunks } = blob;
        yield watched ? { info, chunks: () => watched.watch(info.key, chunks()) } : blob;
      }
      watched?.end();
    },
  };
  try {
    await store.replaceAll(contents);
    await sealPlainRecords(store);
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError || error instanceof TypeError) {
      throw new HazeError('bad-export', `This is not a complete Haze export: ${error.message}.`, {
        cause: error,
      });
    }
    throw error;
  } finally {
    await reader.close();
  }
  return { account: reader.account, records, blobs };
}
