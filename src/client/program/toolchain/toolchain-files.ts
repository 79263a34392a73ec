// The files that building and running need, in a page or a worker of it: downloaded piece by piece, each checked before
// it is kept, put together once all pieces are there, and from then on answered from the browser's storage.
import { HazeError } from '../../../errors/haze-error.ts';
import { loadPatiently } from '../../../jobs/load-patiently.ts';
import {
  type FileGroup,
  fileAddress,
  findFile,
  type PackedFile,
  type Piece,
  pieceUrl,
  SERVED,
  sumPackedBytes,
  type ToolchainList,
} from '../../../toolchain/file-list.ts';
import { fetchPiece } from './fetch-piece.ts';
import { obtainAlone } from './obtain-alone.ts';
import { openShelf, type Shelf, TOOLCHAIN_SHELF } from './shelf.ts';
import { Stillness } from './stillness.ts';
import type { OpenUnpack } from './unpack-gzip.ts';

/** Compressed bytes, as they travel. */
export interface DownloadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface DownloadOptions {
  /** Called while something is downloaded; never when all is there. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Which files; absent for those that every build takes. */
  readonly group?: FileGroup | undefined;
}

type Groups = readonly (FileGroup | undefined)[];

/** In the order in which they may be missed. */
const LATER: readonly FileGroup[] = ['some', 'C++', 'rest', 'pictures'];
const UNPACKER = 'unpacker.wasm';
const PARALLEL_PIECES = 3;

export class ToolchainFiles {
  readonly #listUrl: URL;
  readonly #openUnpack: OpenUnpack;
  readonly #shelf: Promise<Shelf>;
  #list: Promise<ToolchainList> | undefined;
  /** Hashes of files that were found whole. */
  readonly #whole = new Set<string>();
  /** Whether our service worker answers what is fetched here. */
  #isServed: Promise<boolean> = Promise.resolve(false);

  /** @param listUrl address of files.json, beside whose folder lies the folder `toolchain` with the pieces */
  constructor(listUrl: URL, openUnpack: OpenUnpack, shelf: Promise<Shelf> = openShelf(TOOLCHAIN_SHELF)) {
    this.#listUrl = listUrl;
    this.#openUnpack = openUnpack;
    this.#shelf = shelf;
  }

  /** The entries of the list. */
  async list(): Promise<readonly PackedFile[]> {
    return (await this.#loadList()).files;
  }

  /** How much is here of what every build takes. */
  measure(): Promise<DownloadProgress> {
    return this.#measure([undefined]);
  }

  async #measure(groups: Groups): Promise<DownloadProgress> {
    const files = await this.#filesOf(groups);
    const kept = await (await this.#shelf).list();
    const isHere = (file: PackedFile, piece: Piece) =>
      kept.has(this.#addressOf(file)) || kept.has(this.#pieceUrl(piece).href);
    const here = files.flatMap((file) => file.pieces.filter((piece) => isHere(file, piece)));
    const doneBytes = here.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
    return { doneBytes, totalBytes: sumPackedBytes(files) };
  }

  /** Whether a group of files is here. */
  async hasGroup(group: FileGroup): Promise<boolean> {
    const { doneBytes, totalBytes } = await this.#measure([group]);
    return doneBytes === totalBytes;
  }

  async #filesOf(groups: Groups): Promise<PackedFile[]> {
    return (await this.list()).filter(({ group }) => groups.includes(group));
  }

  /**
   * Downloads what is not here of what every build takes, or of a group of files. What has arrived when it is aborted, or
   * fails, is kept for the next time.
   * @throws HazeError `network-away`, `asset-missing`, `asset-damaged`; the signal's reason
   */
  async download({ onProgress, signal, group }: DownloadOptions = {}): Promise<void> {
    const files = await this.#filesOf([group]);
    const { doneBytes, totalBytes } = await this.#measure([group]);
    let done = doneBytes;
    if (done < totalBytes) onProgress?.({ doneBytes: done, totalBytes });
    const onBytes = (count: number) => {
      done += count;
      onProgress?.({ doneBytes: Math.min(done, totalBytes), totalBytes });
    };
    for (const file of files) await this.#obtain(file, { onBytes, signal });
  }

  /**
   * Downloads everything else, so that all of it is here without a network; nothing where this browser keeps no files.
   * @throws as `download` does
   */
  async downloadRest(): Promise<void> {
    const kept = await (await this.#shelf).list();
    const first = await this.#filesOf([undefined]);
    if (!first.every((file) => kept.has(this.#addressOf(file)))) return;
    for (const group of LATER) await this.download({ group });
  }

  /**
   * A file, downloaded now when it is not here. Its media type is right. With `isDirect` it comes from storage without
   * the service worker, which may be ended while it answers.
   * @throws as `download` does
   */
  open(name: string, { isDirect = false } = {}): Promise<Response> {
    return this.#open(name, isDirect, false);
  }

  async #open(name: string, isDirect: boolean, isAgain: boolean): Promise<Response> {
    const file = findFile(await this.#loadList(), name);
    const made = await this.#obtain(file, { onBytes: () => undefined });
    if (made) return new Response(made, { headers: { 'Content-Type': file.type } });
    const kept = await this.#findKept(file, isDirect);
    if (kept) return kept;
    if (isAgain) throw damaged(name);
    // Storage was cleared meanwhile.
    this.#whole.delete(file.hash);
    return this.#open(name, isDirect, true);
  }

  // What a browser compiled of a module, it keeps only where the module was fetched, be it out of storage: the second
  // visit then compiles nothing.
  async #findKept(file: PackedFile, isDirect: boolean): Promise<Response | undefined> {
    const address = this.#addressOf(file);
    const served = !isDirect && (await this.#isServed) ? await maybeFetch(address) : undefined;
    return served?.status === 200 ? served : (await this.#shelf).find(address);
  }

  /**
   * Uses a file: as it comes, else out of storage, if the service worker was ended while it answered, else downloaded
   * anew.
   * @throws as `download` does; what `use` throws of a file that has just come
   */
  async use<Result>(name: string, use: (file: Response) => Promise<Result>): Promise<Result> {
    for (const isDirect of [false, true]) {
      const file = await this.open(name, { isDirect });
      try {
        return await use(file);
      } catch {
        // What is wrong with it says the last attempt.
      }
    }
    await this.discard(name);
    return use(await this.open(name, { isDirect: true }));
  }

  /** Forgets a file that turned out to be unusable, so that it is downloaded again. */
  async discard(name: string): Promise<void> {
    const file = findFile(await this.#loadList(), name);
    const shelf = await this.#shelf;
    this.#whole.delete(file.hash);
    await shelf.drop(this.#addressOf(file));
    for (const piece of file.pieces) await shelf.drop(this.#pieceUrl(piece).href);
  }

  // Of several pages and workers one downloads a file, and the others wait for it.
  async #obtain(
    file: PackedFile,
    options: { readonly onBytes: (count: number) => void; readonly signal?: AbortSignal | undefined },
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const shelf = await this.#shelf;
    if (this.#whole.has(file.hash) || (await this.#isWhole(file, shelf))) return undefined;
    const obtain = async () => {
      if (await this.#isWhole(file, shelf)) return undefined;
      await this.#downloadPieces(file, shelf, options);
      return this.#putTogether(file, shelf);
    };
    const measure = async () => {
      const kept = await shelf.list();
      return file.pieces.filter((piece) => kept.has(this.#pieceUrl(piece).href)).length;
    };
    const turn = { name: `${TOOLCHAIN_SHELF}:${file.hash}`, signal: options.signal, measure };
    return obtainAlone(turn, obtain);
  }

  async #isWhole(file: PackedFile, shelf: Shelf): Promise<boolean> {
    const { files } = await this.#loadList();
    const kept = await shelf.list();
    for (const other of files) if (kept.has(this.#addressOf(other))) this.#whole.add(other.hash);
    return this.#whole.has(file.hash);
  }

  async #downloadPieces(
    file: PackedFile,
    shelf: Shelf,
    options: { readonly onBytes: (count: number) => void; readonly signal?: AbortSignal | undefined },
  ): Promise<void> {
    const kept = await shelf.list();
    const missing = file.pieces.filter((piece) => !kept.has(this.#pieceUrl(piece).href));
    const work = async () => {
      for (let piece = missing.shift(); piece; piece = missing.shift()) {
        const url = this.#pieceUrl(piece);
        const bytes = await fetchPiece(url, piece, options).catch((error: unknown) => {
          // The others end with the pieces that they are at.
          missing.length = 0;
          throw error;
        });
        await shelf.keep(url.href, bytes, 'application/octet-stream');
      }
    };
    // Whoever hears of a failure finds all that will have arrived.
    const ended = await Promise.allSettled(Array.from({ length: PARALLEL_PIECES }, work));
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
  }

  /** Makes the file of its pieces; answers its bytes only when there was no room to keep them. */
  async #putTogether(file: PackedFile, shelf: Shelf): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const bytes = await this.#unpack(file).catch(async (error: unknown) => {
      // Kept pieces that have gone bad are fetched again the next time.
      await this.discard(file.name);
      throw error;
    });
    const isLasting = await shelf.keep(this.#addressOf(file), bytes, file.type);
    if (isLasting) for (const piece of file.pieces) await shelf.drop(this.#pieceUrl(piece).href);
    // Compressed pieces take less memory.
    else await shelf.drop(this.#addressOf(file));
    return isLasting ? undefined : bytes;
  }

  async #unpack(file: PackedFile): Promise<Uint8Array<ArrayBuffer>> {
    const shelf = await this.#shelf;
    const unpack = await this.#openUnpack(file.coding, () => this.open(UNPACKER));
    const bytes = new Uint8Array(file.bytes);
    let at = 0;
    for (const piece of file.pieces) {
      const kept = await shelf.find(this.#pieceUrl(piece).href);
      const packed = new Uint8Array((await kept?.arrayBuffer()) ?? new ArrayBuffer(0));
      const part = await Promise.resolve(packed)
        .then(unpack)
        .catch(() => undefined);
      if (part?.length !== piece.bytes) throw damaged(file.name);
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  #loadList(): Promise<ToolchainList> {
    this.#list ??= this.#fetchList().catch((error: unknown) => {
      this.#list = undefined;
      throw error;
    });
    return this.#list;
  }

  async #fetchList(): Promise<ToolchainList> {
    const shelf = await this.#shelf;
    const kept = await shelf.find(this.#listUrl.href);
    const fetching = (kept ? fetch(this.#listUrl) : loadPatiently(() => fetch(this.#listUrl))).catch(
      () => undefined,
    );
    this.#isServed = fetching.then((answer) => answer?.headers.has(SERVED) ?? false);
    // Who serves files is asked meanwhile: a list that is here waits for nobody.
    if (kept) return kept.json();
    const response = await fetching;
    if (!response?.ok) {
      throw new HazeError(
        'asset-missing',
        `The list of the compiler's files could not be loaded: ${this.#listUrl.pathname}. Check the network, and that the file is served.`,
      );
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    await shelf.keep(this.#listUrl.href, bytes, 'application/json');
    return JSON.parse(new TextDecoder().decode(bytes)) as ToolchainList;
  }

  #pieceUrl(piece: Piece): URL {
    return pieceUrl(this.#listUrl, piece);
  }

  #addressOf(file: PackedFile): string {
    return fileAddress(this.#listUrl, file);
  }
}

async function maybeFetch(address: string): Promise<Response | undefined> {
  const still = new Stillness();
  const { signal } = still;
  return fetch(address, { signal })
    .catch(() => undefined)
    .finally(() => still.end());
}

function damaged(name: string): HazeError {
  return new HazeError(
    'asset-damaged',
    `A part of Haze was damaged in this browser's storage: ${name}. Try again: it will be downloaded anew.`,
  );
}
