// Journal of the folder backend: a file to which every write of one or more transactions is appended as one frame. When
// most of it is outdated, it is rewritten under the next number and renamed into place. The highest number counts.
import { type FileHandle, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { platformRandom, toHex } from '../contract/random-bytes.ts';
import { storageEvicted } from '../contract/store-errors.ts';
import {
  type Damage,
  FileBytes,
  type JournalEntry,
  type JournalHeader,
  makeFrame,
  parseEntries,
  readFrames,
} from './journal-frames.ts';
import { PRIVATE_FILE } from './private-files.ts';

const UNFINISHED_BYTES = 4;
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

/** Takes the contents of a journal when it is opened. */
export interface JournalVisitor {
  readonly begin: (header: JournalHeader) => void;
  readonly apply: (entry: JournalEntry) => void;
  /** Takes a stretch that cannot be read; default: the journal is refused. */
  readonly onDamage?: (damage: Damage) => void;
}

/** Name of the newest journal among the names in a folder. */
export function newestJournal(names: readonly string[]): string | undefined {
  const generations = names.flatMap((name) => NAME_PATTERN.exec(name)?.[1] ?? []).map(Number);
  return generations.length === 0 ? undefined : journalName(Math.max(...generations));
}

function generationOf(name: string): number {
  return Number(NAME_PATTERN.exec(name)?.[1]);
}

/** Reads a journal without changing it. @throws HazeError `storage-damaged` */
export async function readJournal(path: string, visitor: JournalVisitor): Promise<void> {
  const handle = await open(path, 'r');
  try {
    readContents(new FileBytes(handle.fd, (await handle.stat()).size), visitor);
  } finally {
    await handle.close();
  }
}

function takenOver(): HazeError {
  return new HazeError(
    'folder-locked',
    'Another process took the folder over while this one was paused or cut off for more than half a minute. This one writes nothing more: end it, and start it again when the other has ended.',
  );
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
  static async open(folder: string, visitor: JournalVisitor): Promise<FolderJournal | undefined> {
    const names = await readdir(folder);
    const newest = newestJournal(names);
    if (newest === undefined) return undefined;
    const handle = await open(join(folder, newest), 'r+');
    try {
      const { ino: inode, size } = await handle.stat();
      const end = readContents(new FileBytes(handle.fd, size), visitor);
      await handle.truncate(end);
      for (const name of names) {
        const outdated = NAME_PATTERN.test(name) ? name !== newest : name.endsWith('.tmp');
        if (outdated) await rm(join(folder, name), { force: true });
      }
      return new FolderJournal(folder, generationOf(newest), { handle, inode, sizeBytes: end });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Writes a journal behind the newest one, which stays. */
  static async createNext(folder: string, header: JournalHeader, frames: Iterable<Buffer>): Promise<void> {
    const newest = newestJournal(await readdir(folder));
    const generation = newest === undefined ? 1 : generationOf(newest) + 1;
    await (await writeJournal(folder, generation, header, frames)).handle.close();
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
      // Bytes in a journal that was replaced meanwhile are not stored.
      await this.#checkPlace();
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
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
    if (found?.ino === this.#inode) return;
    const newest = newestJournal(await readdir(this.#folder).catch(() => []));
    throw newest === undefined ? storageEvicted() : takenOver();
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

  /** Gives the journal the next name, on a disk without room for another journal. */
  async moveOn(): Promise<void> {
    const path = join(this.#folder, journalName(this.#generation));
    await rename(path, join(this.#folder, journalName(this.#generation + 1)));
    this.#generation += 1;
    await syncFolder(this.#folder);
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

function maybeHeader(payload: string): JournalHeader | undefined {
  const header = JSON.parse(payload) as Partial<JournalHeader>;
  return header.format?.startsWith('haze-store') ? (header as JournalHeader) : undefined;
}

/** Returns the end of the last whole frame. @throws HazeError `storage-damaged` */
function readContents(file: FileBytes, { begin, apply, onDamage }: JournalVisitor): number {
  const frames = readFrames(file, onDamage);
  let isFirst = true;
  for (;;) {
    const { done, value } = frames.next();
    if (done && isFirst) throw notAJournal();
    if (done) return value;
    const header = isFirst ? maybeHeader(value) : undefined;
    if (header) begin(header);
    else if (isFirst && !onDamage) throw notAJournal();
    else for (const entry of parseEntries(value)) apply(entry);
    isFirst = false;
  }
}

function notAJournal(): HazeError {
  return new HazeError(
    'storage-damaged',
    'The folder holds a file that is not the journal of a Haze store. Restore the folder from a copy, or keep what can be read: haze doctor --repair --data-dir FOLDER.',
  );
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
  const unfinished = `${path}.${toHex(platformRandom(UNFINISHED_BYTES))}.tmp`;
  const handle = await open(unfinished, 'w+', PRIVATE_FILE);
  let isNamed = false;
  try {
    let sizeBytes = 0;
    for (const frame of withFirst(makeFrame(JSON.stringify(header)), frames)) {
      await writeFully(handle, frame, sizeBytes);
      sizeBytes += frame.length;
    }
    await handle.sync();
    await nameJournal(unfinished, path);
    isNamed = true;
    await syncFolder(folder);
    return { handle, inode: (await handle.stat()).ino, sizeBytes };
  } catch (error) {
    await handle.close();
    // A journal under its final name would count at the next opening, although the older one stays in use.
    if (isNamed) await rm(path, { force: true });
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Gives a journal its name, and never replaces the journal of another process. @throws HazeError `folder-locked` */
async function nameJournal(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw takenOver();
    // The file system has no links.
    return rename(unfinished, path);
  }
  await rm(unfinished, { force: true });
}

function* withFirst(first: Buffer, rest: Iterable<Buffer>): Generator<Buffer> {
  yield first;
  yield* rest;
}
