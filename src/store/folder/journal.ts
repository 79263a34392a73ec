// Journal of the folder backend: a file to which every write of one or more transactions is appended as one frame. When
// most of it is outdated, it is rewritten under the next number and renamed into place. The highest number counts.
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { storageEvicted } from '../contract/store-errors.ts';
import {
  type JournalEntry,
  type JournalHeader,
  makeFrame,
  parseEntries,
  readFrames,
} from './journal-frames.ts';
import { PRIVATE_FILE } from './private-files.ts';

const NAME_PATTERN = /^records-(\d{6,})\.log$/;

/** Makes the filenames in a folder durable; systems without that call (Windows) do it by themselves. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function journalName(generation: number): string {
  return `records-${String(generation).padStart(6, '0')}.log`;
}

/** Contents of a journal when it was opened. */
export interface JournalContents {
  readonly header: JournalHeader;
  readonly entries: Iterable<JournalEntry>;
}

/** An open journal. Calls come one at a time. */
export class FolderJournal {
  readonly #folder: string;
  #generation: number;
  #handle: FileHandle;
  #inode: number;
  #sizeBytes: number;
  #baseBytes: number;
  /** Error after which the state of the disk is unknown; every later write fails with it. */
  #broken: unknown;

  private constructor(folder: string, generation: number, opened: OpenedFile) {
    this.#folder = folder;
    this.#generation = generation;
    this.#handle = opened.handle;
    this.#inode = opened.inode;
    this.#sizeBytes = opened.sizeBytes;
    this.#baseBytes = opened.sizeBytes;
  }

  /** Opens the newest journal of the folder; undefined when there is none yet. */
  static async open(
    folder: string,
  ): Promise<{ journal: FolderJournal; contents: JournalContents } | undefined> {
    const names = await readdir(folder);
    const generations = names.flatMap((name) => NAME_PATTERN.exec(name)?.[1] ?? []).map(Number);
    if (generations.length === 0) return undefined;
    const generation = Math.max(...generations);
    const path = join(folder, journalName(generation));
    const bytes = await readFile(path);
    const { payloads, end } = readFrames(bytes);
    const contents = parseContents(payloads);
    const handle = await open(path, 'r+');
    await handle.truncate(end);
    const { ino: inode } = await handle.stat();
    for (const name of names) {
      const outdated = NAME_PATTERN.test(name) ? name !== journalName(generation) : name.endsWith('.tmp');
      if (outdated) await rm(join(folder, name), { force: true });
    }
    return { journal: new FolderJournal(folder, generation, { handle, inode, sizeBytes: end }), contents };
  }

  /** Begins the first journal of a folder. */
  static async create(folder: string, header: JournalHeader): Promise<FolderJournal> {
    return new FolderJournal(folder, 1, await writeJournal(folder, 1, header, []));
  }

  /**
   * Tests whether enough was appended since the last rewriting to rewrite again. A journal below `smallestBytes` is
   * never rewritten.
   */
  isOutgrown(smallestBytes: number): boolean {
    return this.#sizeBytes > Math.max(smallestBytes, 3 * this.#baseBytes);
  }

  /** Appends a frame durably; after a failure, the file is as before. */
  async append(frame: Buffer): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken;
    await this.#checkPlace();
    try {
      await writeFully(this.#handle, frame, this.#sizeBytes);
      await this.#handle.datasync();
    } catch (error) {
      await this.#handle.truncate(this.#sizeBytes).catch(() => {
        this.#broken = error;
      });
      throw error;
    }
    this.#sizeBytes += frame.length;
  }

  async #checkPlace(): Promise<void> {
    const found = await stat(join(this.#folder, journalName(this.#generation))).catch((error) => {
      throw error.code === 'ENOENT' ? storageEvicted(error) : error;
    });
    if (found.ino !== this.#inode) throw storageEvicted();
  }

  /** Rewrites the journal with these frames alone; after a failure, the old journal stays in use. */
  async rewrite(header: JournalHeader, frames: Iterable<Buffer>): Promise<void> {
    const next = await writeJournal(this.#folder, this.#generation + 1, header, frames);
    const outdated = { handle: this.#handle, path: join(this.#folder, journalName(this.#generation)) };
    this.#generation += 1;
    this.#handle = next.handle;
    this.#inode = next.inode;
    this.#sizeBytes = next.sizeBytes;
    this.#baseBytes = next.sizeBytes;
    this.#broken = undefined;
    await outdated.handle.close();
    await rm(outdated.path, { force: true });
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

interface OpenedFile {
  readonly handle: FileHandle;
  readonly inode: number;
  readonly sizeBytes: number;
}

function parseContents(payloads: readonly string[]): JournalContents {
  const [first, ...rest] = payloads;
  const header = first === undefined ? undefined : (JSON.parse(first) as JournalHeader);
  if (header?.format !== 'haze-store') {
    throw new HazeError(
      'storage-damaged',
      'The folder holds a file that is not the journal of a Haze store.',
    );
  }
  const parseAll = function* () {
    for (const payload of rest) yield* parseEntries(payload);
  };
  return { header, entries: parseAll() };
}

async function writeFully(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

async function writeJournal(
  folder: string,
  generation: number,
  header: JournalHeader,
  frames: Iterable<Buffer>,
): Promise<OpenedFile> {
  const path = join(folder, journalName(generation));
  const handle = await open(`${path}.tmp`, 'w+', PRIVATE_FILE);
  try {
    let sizeBytes = 0;
    for (const frame of withFirst(makeFrame(JSON.stringify(header)), frames)) {
      await writeFully(handle, frame, sizeBytes);
      sizeBytes += frame.length;
    }
    await handle.sync();
    await rename(`${path}.tmp`, path);
    await syncFolder(folder);
    return { handle, inode: (await handle.stat()).ino, sizeBytes };
  } catch (error) {
    await handle.close();
    // A journal under its final name would count at the next opening, although the older one stays in use.
    await rm(path, { force: true });
    await rm(`${path}.tmp`, { force: true });
    throw error;
  }
}

function* withFirst(first: Buffer, rest: Iterable<Buffer>): Generator<Buffer> {
  yield first;
  yield* rest;
}
