// A folder in the format that Haze used before SQLite: a journal of frames, and content in files that end with a
// CRC-32.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** A journal frame: length, CRC-32, and the payload. */
export function makeFrame(payload: string): Buffer {
  const bytes = Buffer.from(payload, 'utf8');
  const frame = Buffer.alloc(8 + bytes.length);
  frame.writeUInt32LE(bytes.length, 0);
  frame.writeUInt32LE(crc32(bytes), 4);
  bytes.copy(frame, 8);
  return frame;
}

/** The lines of the journal. */
export const oldLines = {
  header: (schema: number, format = 'haze-store-2') => JSON.stringify({ format, schema }),
  record: (kind: string, id: string, order: string, body: object, owner = '') =>
    `${JSON.stringify(['r', kind, id, owner, '', '', 0, order])}\n${JSON.stringify(body)}`,
  blob: (key: string, blobId: string, sizeBytes: number, chunkCount: number) =>
    JSON.stringify(['b', key, blobId, sizeBytes, chunkCount, 1, 2]),
};

/** Writes a journal to a new folder. */
export function writeJournal(folder: string, payloads: readonly string[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, 'records-000001.log'), Buffer.concat(payloads.map(makeFrame)));
}

/** Writes the file of a chunk. */
export function writeOldChunk(
  folder: string,
  blobId: string,
  index: number,
  bytes: Uint8Array,
  hasSum = true,
): void {
  const subfolder = join(folder, 'blobs', blobId.slice(0, 2));
  mkdirSync(subfolder, { recursive: true });
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(bytes));
  const path = join(subfolder, `${blobId}-${index}`);
  writeFileSync(hasSum ? `${path}.sum` : path, hasSum ? Buffer.concat([bytes, sum]) : bytes);
}
