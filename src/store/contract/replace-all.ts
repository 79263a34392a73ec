// Replaces everything in a store with other contents, either completely or not at all. The contents may come from a
// truncated file, so all of them are read before anything is removed. If the backend's transactions may wait for other
// calls, records are staged like content, so that at most one page of them is in memory.
import { HazeError } from '../../errors/haze-error.ts';
import { everyRecordAfter, isOrder, sequenceOf } from './record-index.ts';
import { checkStaged, dropStaged, stageChunks } from './staged-content.ts';
import type { ExportedRecord, StoreContents } from './store.ts';
import { ownerOfBlob, splitBody } from './stored-for.ts';
import type { BlobRow, RecordRow, StoreEngine, TableWriter } from './tables.ts';
import { checkBlobKey } from './transaction.ts';

/** Number of characters in a staged page of records. */
const PAGE_LENGTH = 1 << 20;

/** Tests whether a record from an archive has all required fields. */
export function isWholeRecord(record: ExportedRecord): boolean {
  const { kind, id, owner, parent, status, createdAt, order, body } = record ?? {};
  const areTexts = [kind, id, owner, parent, status].every((field) => typeof field === 'string');
  return (
    areTexts && typeof createdAt === 'number' && isOrder(order) && typeof body === 'object' && body !== null
  );
}

function toRow(record: ExportedRecord): RecordRow {
  const { kind, id, owner, parent, status, createdAt, order, body } = record;
  return { kind, id, owner, parent, status, createdAt, order, ...splitBody(kind, body) };
}

function twice(): HazeError {
  return new HazeError('bad-export', 'Two records have the same ID or place.');
}

/** Collects all records, and rejects duplicate keys. */
async function collectRows(contents: StoreContents): Promise<RecordRow[]> {
  const rows: RecordRow[] = [];
  const names = new Set<string>();
  for await (const record of contents.records()) {
    const row = toRow(record);
    names.add(row.order).add(JSON.stringify([row.kind, row.id]));
    rows.push(row);
  }
  if (names.size < 2 * rows.length) throw twice();
  return rows;
}

/**
 * Records as pages of JSON. Exports list records in creation order, so records with the same position are adjacent.
 */
async function* pagesOf(contents: StoreContents): AsyncGenerator<Uint8Array> {
  let lines: string[] = [];
  let length = 0;
  let last = '';
  const takePage = () => {
    const page = new TextEncoder().encode(`[${lines.join(',')}]`);
    lines = [];
    length = 0;
    return page;
  };
  for await (const record of contents.records()) {
    const row = toRow(record);
    if (row.order === last) throw twice();
    if (row.order < last) throw new HazeError('bad-export', 'The records are out of order.');
    last = row.order;
    const line = JSON.stringify(row);
    lines.push(line);
    length += line.length;
    if (length > PAGE_LENGTH) yield takePage();
  }
  if (lines.length > 0) yield takePage();
}

type Staged = Pick<BlobRow, 'blobId' | 'chunkCount'>;

/** Writes staged records; returns the greatest order string. */
async function putStaged(engine: StoreEngine, writer: TableWriter, pages: Staged): Promise<string> {
  let count = 0;
  let highest = '';
  for (let index = 0; index < pages.chunkCount; index += 1) {
    const page = await engine.readChunk(pages.blobId, index);
    if (!page) throw new HazeError('storage-failed', 'Records that were being stored were removed.');
    for (const row of JSON.parse(new TextDecoder().decode(page)) as RecordRow[]) {
      await writer.putRecord(row);
      count += 1;
      highest = row.order;
    }
  }
  // A different count means that a later record with the same ID has replaced an earlier record.
  if ((await writer.count([everyRecordAfter('')])) !== count) throw twice();
  return highest;
}

/** @throws HazeError `bad-export`, and errors of the contents; nothing has then changed */
export async function replaceAll(
  engine: StoreEngine,
  contents: StoreContents,
  newBlobId: (key: string) => string,
): Promise<void> {
  const staged: Omit<BlobRow, 'owner'>[] = [];
  let pages: Staged | undefined;
  try {
    let rows: readonly RecordRow[] = [];
    if (engine.writeLong) {
      const blobId = newBlobId('');
      pages = { blobId, ...(await stageChunks(engine, blobId, pagesOf(contents))) };
    } else rows = await collectRows(contents);
    for await (const { info, chunks } of contents.blobs()) {
      checkBlobKey(info.key);
      const blobId = newBlobId(info.key);
      const { sizeBytes, chunkCount } = await stageChunks(engine, blobId, chunks());
      const { key, createdAt, updatedAt } = info;
      staged.push({ key, blobId, sizeBytes, chunkCount, createdAt, updatedAt });
    }
    for (const row of staged) await checkStaged(engine, row);
    const write = engine.writeLong ?? engine.write;
    await write(async (writer) => {
      await writer.clear();
      for (const row of rows) await writer.putRecord(row);
      let highest = rows.reduce((most, { order }) => Math.max(most, sequenceOf(order)), 0);
      if (pages) highest = sequenceOf(await putStaged(engine, writer, pages));
      for (const row of staged) {
        await writer.putBlob({ ...row, owner: await ownerOfBlob(writer, row.key) });
      }
      await writer.raiseSequence(highest);
    });
  } catch (error) {
    await dropStaged(engine, staged);
    throw error;
  } finally {
    if (pages) await dropStaged(engine, [pages]);
  }
}
