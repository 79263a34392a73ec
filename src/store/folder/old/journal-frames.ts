// Frames of the journal in which Haze stored a folder's data before it used SQLite: a 4-byte length, a 4-byte CRC-32
// (both little-endian) and a payload of JSON lines, one frame for each write. A frame cut short by a crash at the end
// of the file does not count. A damaged frame before the end is an error. Journals are read chunk by chunk, because
// they may be larger than any buffer.
import { readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { HazeError } from '../../../errors/haze-error.ts';
import type { BlobRow, RecordRow } from '../../contract/tables.ts';

/** One line of the journal. */
export type JournalEntry =
  | { readonly what: 'put-record'; readonly row: RecordRow }
  | { readonly what: 'delete-record'; readonly kind: string; readonly id: string }
  | { readonly what: 'put-blob'; readonly row: BlobRow }
  | { readonly what: 'delete-blob'; readonly key: string }
  | { readonly what: 'sequence'; readonly sequence: number };

/** The first frame of a journal. */
export interface JournalHeader {
  /**
   * In the second format, the content of blobs is followed by checksums. Programs that support only the first format
   * would serve the checksums as content.
   */
  readonly format: 'haze-store' | 'haze-store-2';
  readonly schema: number;
}

const HEAD_BYTES = 8;
/** Start of every payload except a journal's first. */
const PAYLOAD_START = '["';

/** The changes in a payload. */
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
        yield {
          what: 'put-blob',
          row: { key, blobId, sizeBytes, chunkCount, createdAt, updatedAt, owner: '' },
        };
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

const WINDOW_BYTES = 1 << 20;

/** Bytes of an open file at any position. */
export class FileBytes {
  readonly sizeBytes: number;
  readonly #file: number;
  #window = Buffer.alloc(0);
  #start = 0;

  /** @param file descriptor of the file */
  constructor(file: number, sizeBytes: number) {
    this.#file = file;
    this.sizeBytes = sizeBytes;
  }

  /** Bytes that are valid until the next call; fewer than requested at the end of the file. */
  read(position: number, length: number): Buffer {
    const end = Math.min(position + length, this.sizeBytes);
    if (position < this.#start || end > this.#start + this.#window.length) this.#fill(position, length);
    return this.#window.subarray(position - this.#start, Math.max(end, position) - this.#start);
  }

  #fill(position: number, length: number): void {
    const wanted = Math.min(Math.max(length, WINDOW_BYTES), this.sizeBytes - position);
    this.#window = Buffer.allocUnsafe(Math.max(wanted, 0));
    this.#start = position;
    for (let done = 0; done < this.#window.length; ) {
      const readBytes = readSync(this.#file, this.#window, done, this.#window.length - done, position + done);
      if (readBytes === 0) throw new Error('the file was truncated while it was being read');
      done += readBytes;
    }
  }
}

/** The payload of the frame at `at`; undefined if no complete frame begins there. */
function maybePayload(file: FileBytes, at: number): Buffer | undefined {
  const start = at + HEAD_BYTES;
  if (start > file.sizeBytes) return undefined;
  const head = file.read(at, HEAD_BYTES);
  const [length, sum] = [head.readUInt32LE(0), head.readUInt32LE(4)];
  if (length === 0 || start + length > file.sizeBytes) return undefined;
  // A payload is JSON, so most text that only resembles a header is rejected without computing a checksum.
  if (!']}'.includes(file.read(start + length - 1, 1).toString('latin1'))) return undefined;
  const payload = file.read(start, length);
  return crc32(payload) === sum ? payload : undefined;
}

/** The next complete frame anywhere after `at`. If there is one, the frame at `at` is damaged, not just cut short. */
function findLaterFrame(file: FileBytes, at: number): number | undefined {
  for (let from = at + HEAD_BYTES + 1; from < file.sizeBytes; from += WINDOW_BYTES - 1) {
    const part = Buffer.from(file.read(from, WINDOW_BYTES));
    for (
      let found = part.indexOf(PAYLOAD_START);
      found >= 0;
      found = part.indexOf(PAYLOAD_START, found + 1)
    ) {
      const frame = from + found - HEAD_BYTES;
      if (maybePayload(file, frame)) return frame;
    }
  }
  return undefined;
}

/** A segment of a journal that cannot be read. */
export interface Damage {
  readonly at: number;
  readonly to: number;
}

/** @throws HazeError `storage-damaged` */
function refuseDamage({ at }: Damage, sizeBytes: number): never {
  throw new HazeError(
    'storage-damaged',
    `The store journal is damaged at byte ${at} of ${sizeBytes}. Restore the folder from a backup, or save the readable data: haze doctor --repair --data-dir FOLDER.`,
  );
}

/**
 * Yields the payloads of a journal. Returns the end of the last complete frame. @param onDamage default: rejects the
 * journal
 */
export function* readFrames(
  file: FileBytes,
  onDamage: (damage: Damage) => void = (damage) => refuseDamage(damage, file.sizeBytes),
): Generator<string, number> {
  for (let at = 0; ; ) {
    const payload = maybePayload(file, at);
    if (payload) {
      at += HEAD_BYTES + payload.length;
      yield payload.toString('utf8');
      continue;
    }
    const to = findLaterFrame(file, at);
    if (to === undefined) return at;
    onDamage({ at, to });
    at = to;
  }
}
