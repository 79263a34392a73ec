// Frames of the folder's journal: 4 bytes length, 4 bytes CRC-32 (both little-endian) and a payload of JSON lines, one
// frame for each write. A frame cut short by a crash at the end of the file does not count. A damaged frame before the
// end is an error, as nothing may be lost in silence.
import { crc32 } from 'node:zlib';
import { HazeError } from '../../errors/haze-error.ts';
import type { TableChange } from '../contract/tables.ts';

/** One line of the journal. */
export type JournalEntry = TableChange | { readonly what: 'sequence'; readonly sequence: number };

/** The first frame of a journal. */
export interface JournalHeader {
  readonly format: 'haze-store';
  readonly schema: number;
}

const HEAD_BYTES = 8;
/** Start of every payload except a journal's first. */
const PAYLOAD_START = '["';

/** A frame with this payload. */
export function makeFrame(payload: string): Buffer {
  const bytes = Buffer.from(payload, 'utf8');
  const frame = Buffer.alloc(HEAD_BYTES + bytes.length);
  frame.writeUInt32LE(bytes.length, 0);
  frame.writeUInt32LE(crc32(bytes), 4);
  bytes.copy(frame, HEAD_BYTES);
  return frame;
}

function entryLines(entry: JournalEntry): string {
  switch (entry.what) {
    case 'put-record': {
      const { kind, id, owner, parent, status, createdAt, order, body } = entry.row;
      return `${JSON.stringify(['r', kind, id, owner, parent, status, createdAt, order])}\n${body}`;
    }
    case 'delete-record':
      return JSON.stringify(['-r', entry.kind, entry.id]);
    case 'put-blob': {
      const { key, blobId, sizeBytes, chunkCount, createdAt, updatedAt } = entry.row;
      return JSON.stringify(['b', key, blobId, sizeBytes, chunkCount, createdAt, updatedAt]);
    }
    case 'delete-blob':
      return JSON.stringify(['-b', entry.key]);
    case 'sequence':
      return JSON.stringify(['s', entry.sequence]);
  }
}

/** Changes that belong together, as one frame. */
export function makeEntriesFrame(entries: readonly JournalEntry[]): Buffer {
  return makeFrame(entries.map(entryLines).join('\n'));
}

/** The changes in a payload of `makeEntriesFrame`. */
export function* parseEntries(payload: string): Generator<JournalEntry> {
  const lines = payload.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const fields = JSON.parse(lines[at]!);
    switch (fields[0]) {
      case 'r': {
        const [, kind, id, owner, parent, status, createdAt, order] = fields;
        at += 1;
        const body = lines[at]!;
        yield { what: 'put-record', row: { kind, id, owner, parent, status, createdAt, order, body } };
        break;
      }
      case '-r':
        yield { what: 'delete-record', kind: fields[1], id: fields[2] };
        break;
      case 'b': {
        const [, key, blobId, sizeBytes, chunkCount, createdAt, updatedAt] = fields;
        yield { what: 'put-blob', row: { key, blobId, sizeBytes, chunkCount, createdAt, updatedAt } };
        break;
      }
      case '-b':
        yield { what: 'delete-blob', key: fields[1] };
        break;
      case 's':
        yield { what: 'sequence', sequence: fields[1] };
        break;
      default:
        throw new HazeError('storage-damaged', `The journal has an entry of an unknown kind: ${lines[at]}`);
    }
  }
}

/** The payload of the frame at `at`, or undefined when no whole frame begins there. */
function maybePayload(bytes: Buffer, at: number): Buffer | undefined {
  const start = at + HEAD_BYTES;
  if (start > bytes.length) return undefined;
  const length = bytes.readUInt32LE(at);
  const payload = bytes.subarray(start, start + length);
  const whole = length > 0 && payload.length === length && crc32(payload) === bytes.readUInt32LE(at + 4);
  return whole ? payload : undefined;
}

/**
 * Tests whether a whole frame begins anywhere after `at`; then the frame at `at` is damaged, and not just cut short.
 */
function hasLaterFrame(bytes: Buffer, at: number): boolean {
  let start = bytes.indexOf(PAYLOAD_START, at + HEAD_BYTES + 1);
  while (start >= 0) {
    if (maybePayload(bytes, start - HEAD_BYTES)) return true;
    start = bytes.indexOf(PAYLOAD_START, start + 1);
  }
  return false;
}

/** The payloads of a journal, and the end of the last whole frame. */
export function readFrames(bytes: Buffer): { payloads: string[]; end: number } {
  const payloads: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const payload = maybePayload(bytes, at);
    if (!payload) {
      if (!hasLaterFrame(bytes, at)) break;
      throw new HazeError(
        'storage-damaged',
        `The journal of the store is damaged at byte ${at} of ${bytes.length}. Restore the folder from a copy, or import an export into a new one.`,
      );
    }
    payloads.push(payload.toString('utf8'));
    at += HEAD_BYTES + payload.length;
  }
  return { payloads, end: at };
}
