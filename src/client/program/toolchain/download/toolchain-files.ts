// Files needed for building and running, in a page or one of its workers: downloaded piece by piece. Each piece is
// verified before it is stored; the complete file replaces its pieces and is served from the browser's storage from
// then on.

import { HazeError } from '../../../../errors/haze-error.ts';
import type { LoadProgress } from '../../../../toolchain/clang/clang.ts';
import {
  type FileGroup,
  fileAddress,
  findFile,
  type PackedFile,
  type Piece,
  pieceUrl,
  sumPackedBytes,
  type ToolchainList,
} from '../../../../toolchain/sources/file-list.ts';
import { requireWebAssembly } from '../require-webassembly.ts';
import { ArrivingFile } from './arriving-file.ts';
import type {
  DownloadOptions,
  Obtained,
  Obtaining,
  TakePiece,
  ToolchainFilesOptions,
} from './download-options.ts';
import { endTogether, FetchLanes, isSmall } from './fetch-lanes.ts';
import { fetchList } from './fetch-list.ts';
import { fetchPiece, hashBytes } from './fetch-piece.ts';
import { obtainAlone } from './obtain-alone.ts';
import { type MissingPiece, PiecesAhead } from './pieces-ahead.ts';
import { warnOfDamage } from './sealed-response.ts';
import { keepForOthers, openShelf, readKept, type Shelf, TOOLCHAIN_SHELF } from './shelf.ts';
import { maybeFetch } from './stillness.ts';
import type { OpenUnpack, Unpack } from './unpack-gzip.ts';
import { checkWhole } from './whole-body.ts';

type Groups = readonly (FileGroup | undefined)[];

/** Groups in the order in which builds may need them. */
const LATER = [
  'shared',
  'few',
  'Fortran library',
  'C++',
  'C++ library',
  'some',
  'C++ headers',
  'rest',
  'pictures',
] as const;
const UNPACKER = 'unpacker.wasm';
const PARALLEL_PIECES = 3;
const MODULE_TYPE = 'application/wasm';

/** Options for a file that is opened before it has been downloaded. */
const alone = (): Obtaining => ({ onBytes: () => undefined, lanes: new FetchLanes(PARALLEL_PIECES) });

export class ToolchainFiles {
  /** First pieces of the download that every build needs. The first caller that needs a piece gets it. */
  readonly ahead = new PiecesAhead(
    () => this.#listFirst(),
    async ({ url }, packed) => keepForOthers(await this.#shelf, url, packed),
  );
  readonly #listUrl: URL;
  readonly #openUnpack: OpenUnpack;
  readonly #unpack = new Map<PackedFile['coding'], Promise<Unpack>>();
  readonly #shelf: Promise<Shelf>;
  readonly #takePiece: TakePiece | undefined;
  readonly #first: readonly PackedFile[];
  #list: Promise<ToolchainList> | undefined;
  /** Hashes of files that were verified as complete. */
  readonly #whole = new Set<string>();
  /** Files in transit, by hash. */
  readonly #obtaining = new Map<string, Obtained>();
  /** True if our service worker answers fetches from this thread. */
  #isServed: Promise<boolean> = Promise.resolve(false);

  /**
   * @param listUrl URL of files.json; the folder `toolchain`, which contains the pieces, is next to the list's folder
   * @param options.takePiece called for each piece before it is fetched
   * @param options.first files that can be opened before the list has arrived
   */
  constructor(
    listUrl: URL,
    openUnpack: OpenUnpack,
    { shelf = openShelf(TOOLCHAIN_SHELF), takePiece, first = [] }: ToolchainFilesOptions = {},
  ) {
    this.#first = first;
    this.#listUrl = listUrl;
    this.#openUnpack = openUnpack;
    this.#shelf = shelf;
    this.#takePiece = takePiece;
  }

  /** Returns the entries of the list. */
  async list(): Promise<readonly PackedFile[]> {
    return (await this.#loadList()).files;
  }

  async #find(name: string): Promise<PackedFile> {
    requireWebAssembly();
    return this.#first.find((file) => file.name === name) ?? findFile(await this.#loadList(), name);
  }

  /** Download progress of the files that every build needs. */
  measure(): Promise<LoadProgress> {
    return this.#measure([undefined]);
  }

  /** Download progress of all files, including those that only some builds need. */
  measureAll(): Promise<LoadProgress> {
    return this.#measure([undefined, ...LATER]);
  }

  async #measure(groups: Groups): Promise<LoadProgress> {
    const files = await this.#filesOf(groups);
    const kept = await (await this.#shelf).list();
    const missing = files.reduce((sum, file) => sum + this.#countMissing(file, kept), 0);
    const totalBytes = sumPackedBytes(files);
    return { doneBytes: totalBytes - missing, totalBytes };
  }

  /** Number of compressed bytes missing from a file. */
  #countMissing(file: PackedFile, kept: ReadonlySet<string>): number {
    if (kept.has(this.#addressOf(file))) return 0;
    const missing = file.pieces.filter((piece) => !kept.has(this.#pieceUrl(piece).href));
    return missing.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  }

  /** True if all files of a group are stored. */
  async hasGroup(group: FileGroup): Promise<boolean> {
    const { doneBytes, totalBytes } = await this.#measure([group]);
    return doneBytes === totalBytes;
  }

  async #filesOf(groups: Groups): Promise<PackedFile[]> {
    return (await this.list()).filter(({ group }) => groups.includes(group));
  }

  /**
   * Downloads the missing files that every build needs, or the missing files of a group. Files that arrived before an
   * abort or a failure are retained for the next call.
   * @throws HazeError `network-away`, `asset-missing`, `asset-damaged`; the signal's reason
   */
  async download(options: DownloadOptions = {}): Promise<void> {
    await (await this.startDownload(options)).ended;
  }

  /** Like `download`, but returns once the downloads have started. Opening a file then waits only for that file. */
  async startDownload({ onProgress, signal, group }: DownloadOptions = {}): Promise<{
    readonly ended: Promise<void>;
  }> {
    const files = await this.#filesOf([group]);
    const kept = await (await this.#shelf).list();
    const missing = new Map(files.map((file) => [file, this.#countMissing(file, kept)]));
    const totalBytes = sumPackedBytes(files);
    let done = totalBytes - [...missing.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (done < totalBytes) onProgress?.({ doneBytes: done, totalBytes });
    const lanes = new FetchLanes(PARALLEL_PIECES);
    const obtain = async (file: PackedFile) => {
      let left = missing.get(file)!;
      const onBytes = (count: number) => {
        left -= count;
        done += count;
        onProgress?.({ doneBytes: Math.min(done, totalBytes), totalBytes });
      };
      await (this.#obtaining.get(file.hash) ?? this.#obtain(file, { onBytes, lanes, signal, counted: kept }))
        .whole;
      // Another page may have downloaded the file in the meantime.
      if (left > 0) onBytes(left);
    };
    const ended = endTogether(files.map(obtain));
    // The error goes to the waiting caller.
    ended.catch(() => undefined);
    return { ended };
  }

  /**
   * Downloads all remaining files, so that no network is needed later; does nothing in a browser that does not store
   * files. @throws as `download`
   */
  async downloadRest(): Promise<void> {
    const kept = await (await this.#shelf).list();
    const first = await this.#filesOf([undefined]);
    if (!first.every((file) => kept.has(this.#addressOf(file)))) return;
    for (const group of LATER) await this.download({ group });
  }

  /**
   * Opens a file, downloading it now if it is missing. The response has the file's media type. With `isDirect`, the
   * response comes from storage, not from the service worker, which may terminate during its response. @throws as
   * `download`
   */
  open(name: string, { isDirect = false } = {}): Promise<Response> {
    return this.#open(name, isDirect, false);
  }

  async #open(name: string, isDirect: boolean, isAgain: boolean): Promise<Response> {
    const file = await this.#find(name);
    const made = await (this.#obtaining.get(file.hash) ?? this.#obtain(file, alone())).whole;
    if (made) return new Response(made, { headers: { 'Content-Type': file.type } });
    const kept = await this.#findKept(file, isDirect);
    // The engine verifies modules itself, because it stores compiled code only for the original response.
    if (kept && file.type === MODULE_TYPE) return checkWhole(kept, file.bytes);
    const bytes = kept && new Uint8Array(await kept.arrayBuffer().catch(() => new ArrayBuffer(0)));
    if (bytes && (await hashBytes(bytes)) === file.hash)
      return new Response(bytes, { headers: kept!.headers });
    if (isAgain) throw damaged(name);
    // Storage has since been cleared, or has lost part of the file.
    if (kept) await this.#forget(file);
    else this.#whole.delete(file.hash);
    return this.#open(name, isDirect, true);
  }

  // A browser stores compiled code only for a fetched module, even if the fetch is served from storage. On a second
  // visit, nothing then needs to be compiled.
  async #findKept(file: PackedFile, isDirect: boolean): Promise<Response | undefined> {
    const address = this.#addressOf(file);
    // Fetching the list shows whether a service worker answers.
    await this.#list?.catch(() => undefined);
    const served = !isDirect && (await this.#isServed) ? await maybeFetch(address) : undefined;
    return served?.status === 200 ? served : (await this.#shelf).find(address);
  }

  /** URL at which the service worker, if any, serves a stored file. */
  async locate(name: string): Promise<string> {
    return this.#addressOf(await this.#find(name));
  }

  /**
   * Like `open`, for readers that can start before a file is complete: returns as soon as the fetch starts. The body
   * ends when the file is complete, and fails if the download fails. @throws as `download`
   */
  async openArriving(name: string): Promise<Response> {
    const file = await this.#find(name);
    const { begun } = this.#obtaining.get(file.hash) ?? this.#obtain(file, alone());
    const arriving = await begun;
    if (!arriving) return this.open(name);
    return new Response(arriving.read(), { headers: { 'Content-Type': file.type } });
  }

  /**
   * Uses a file: first from `open`, then from storage, in case the service worker terminated during its response, and
   * finally from a new download. @throws as `download`; errors of `use` for a newly downloaded file
   */
  async use<Result>(name: string, use: (file: Response) => Promise<Result>): Promise<Result> {
    for (const isDirect of [false, true]) {
      const file = await this.open(name, { isDirect });
      try {
        return await use(file);
      } catch {
        // The last attempt reports the error.
      }
    }
    await this.discard(name);
    return use(await this.open(name, { isDirect: true }));
  }

  /** Removes a file that turned out to be unusable, so that it is downloaded again. */
  async discard(name: string): Promise<void> {
    await this.#forget(await this.#find(name));
  }

  async #forget(file: PackedFile): Promise<void> {
    const shelf = await this.#shelf;
    warnOfDamage(this.#addressOf(file));
    this.#whole.delete(file.hash);
    await shelf.drop(this.#addressOf(file));
    for (const piece of file.pieces) await shelf.drop(this.#pieceUrl(piece).href);
  }

  #obtain(file: PackedFile, obtaining: Obtaining): Obtained {
    let onBegin: (arriving?: ArrivingFile) => void = () => undefined;
    const begun = new Promise<ArrivingFile | undefined>((resolve) => {
      onBegin = resolve;
    });
    const whole = this.#obtainInTurn(file, { ...obtaining, onBegin }).finally(() => {
      this.#obtaining.delete(file.hash);
      onBegin();
    });
    // A reader of the arriving file receives its error there.
    whole.catch(() => undefined);
    const obtained = { whole, begun };
    this.#obtaining.set(file.hash, obtained);
    return obtained;
  }

  // Ensures that only one of several pages and workers downloads a file; the others wait for it.
  async #obtainInTurn(file: PackedFile, obtaining: Obtaining): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const shelf = await this.#shelf;
    if (this.#whole.has(file.hash) || (await this.#isWhole(file, shelf))) return undefined;
    const obtain = async () => {
      if (await this.#isWhole(file, shelf)) return undefined;
      return this.#keepWhole(file, shelf, await this.#makeOfPieces(file, shelf, obtaining));
    };
    const measure = async () => {
      const kept = await shelf.list();
      return file.pieces.filter((piece) => kept.has(this.#pieceUrl(piece).href)).length;
    };
    const turn = { name: `${TOOLCHAIN_SHELF}:${file.hash}`, signal: obtaining.signal, measure };
    return obtainAlone(turn, obtain);
  }

  async #isWhole(file: PackedFile, shelf: Shelf): Promise<boolean> {
    const files = this.#first.includes(file) ? this.#first : (await this.#loadList()).files;
    const kept = await shelf.list();
    for (const other of files) if (kept.has(this.#addressOf(other))) this.#whole.add(other.hash);
    return this.#whole.has(file.hash);
  }

  /** Unpacks a file while its pieces arrive. */
  async #makeOfPieces(
    file: PackedFile,
    shelf: Shelf,
    obtaining: Obtaining,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const arriving = new ArrivingFile(file.bytes);
    obtaining.onBegin?.(arriving);
    try {
      await this.#fetchPieces(file, arriving, shelf, obtaining);
    } catch (error) {
      arriving.fail(error);
      throw error;
    }
    return arriving.bytes;
  }

  async #fetchPieces(
    file: PackedFile,
    arriving: ArrivingFile,
    shelf: Shelf,
    { onBytes, lanes, signal, counted }: Obtaining,
  ): Promise<void> {
    const kept = await shelf.list();
    const keeping: Promise<boolean>[] = [];
    const obtain = async (piece: Piece) => {
      const url = this.#pieceUrl(piece);
      const fetching = async () => {
        const taken = await this.#take(piece);
        // Storing the piece again could damage the intact copy if this worker were terminated during the write.
        if (taken) onBytes(taken.length);
        const packed = taken ?? (await fetchPiece(url, piece, { onBytes, signal }));
        // Stores each piece that has arrived for the next attempt, even if other pieces fail.
        if (!taken) keeping.push(shelf.keep(url.href, packed, 'application/octet-stream'));
        return packed;
      };
      if (!kept.has(url.href)) return isSmall(file) ? fetching() : lanes.run(fetching);
      // The piece has arrived after it was counted as missing.
      if (counted?.has(url.href) === false) onBytes(piece.packedBytes);
      const packed = (await this.#take(piece)) ?? (await readKept(shelf, url));
      if ((await hashBytes(packed)) === piece.hash) return packed;
      warnOfDamage(url.href);
      await shelf.drop(url.href);
      onBytes(-piece.packedBytes);
      return fetching();
    };
    const pieces = file.pieces.map(obtain);
    const unpacking = this.#unpackPieces(file, pieces, arriving).catch(() => undefined);
    try {
      await endTogether(pieces);
    } finally {
      await Promise.all([unpacking, ...keeping]);
    }
    if (arriving.isWhole) return;
    // Damaged stored pieces are fetched again next time.
    await this.discard(file.name);
    throw damaged(file.name);
  }

  /** Unpacks pieces in their order, whichever arrives first. */
  async #unpackPieces(
    { coding }: PackedFile,
    pieces: readonly Promise<Uint8Array<ArrayBuffer>>[],
    arriving: ArrivingFile,
  ): Promise<void> {
    const next = pieces.values();
    const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: async (controller) => {
        const { value } = next.next();
        if (value) controller.enqueue(await value);
        else controller.close();
      },
    });
    const reader = (await this.#loadUnpack(coding))(packed).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      arriving.add(value);
    }
  }

  /** Takes a piece that a page has fetched or is fetching. */
  async #take({ name }: Piece): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return (await this.ahead.take(name)) ?? (await this.#takePiece?.(name).catch(() => undefined));
  }

  /** Missing pieces at the start of the download that every build needs. */
  async #listFirst(): Promise<MissingPiece[]> {
    const files = await this.#filesOf([undefined]);
    const kept = await (await this.#shelf).list();
    return files
      .filter((file) => !isSmall(file) && !kept.has(this.#addressOf(file)))
      .flatMap((file) => file.pieces.map((piece) => ({ piece, url: this.#pieceUrl(piece) })))
      .filter(({ url }) => !kept.has(url.href))
      .slice(0, PARALLEL_PIECES);
  }

  #loadUnpack(coding: PackedFile['coding']): Promise<Unpack> {
    const known = this.#unpack.get(coding);
    if (known) return known;
    const loading = this.#openUnpack(coding, () => this.open(UNPACKER));
    this.#unpack.set(coding, loading);
    loading.catch(() => this.#unpack.delete(coding));
    return loading;
  }

  /** Stores a complete file in place of its pieces; returns its bytes only if they could not be stored. */
  async #keepWhole(
    file: PackedFile,
    shelf: Shelf,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const isLasting = await shelf.keep(this.#addressOf(file), bytes, file.type);
    if (isLasting) for (const piece of file.pieces) await shelf.drop(this.#pieceUrl(piece).href);
    // Compressed pieces take less memory.
    else await shelf.drop(this.#addressOf(file));
    return isLasting ? undefined : bytes;
  }

  async #loadList(): Promise<ToolchainList> {
    if (!this.#list) {
      requireWebAssembly();
      const { list, isServed } = fetchList(this.#listUrl, this.#shelf);
      this.#isServed = isServed;
      this.#list = list.catch((error: unknown) => {
        this.#list = undefined;
        throw error;
      });
    }
    return this.#list;
  }

  #pieceUrl(piece: Piece): URL {
    return pieceUrl(this.#listUrl, piece);
  }

  #addressOf(file: PackedFile): string {
    return fileAddress(this.#listUrl, file);
  }
}

function damaged(name: string): HazeError {
  return new HazeError(
    'asset-damaged',
    `A part of Haze was damaged in this browser's storage: ${name}. Try again: it will be downloaded again.`,
  );
}
