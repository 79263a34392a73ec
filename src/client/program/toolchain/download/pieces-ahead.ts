// What a download begins with, fetched in the page while the worker that will ask for it is on its way through the network:
// three steps of it, and the line would be free meanwhile.
import type { Piece } from '../../../../toolchain/sources/file-list.ts';
import { fetchPiece } from './fetch-piece.ts';

/** A piece that is not here. */
export interface MissingPiece {
  readonly piece: Piece;
  readonly url: URL;
}

type Fetching = Promise<Uint8Array<ArrayBuffer>>;

export class PiecesAhead {
  readonly #listFirst: () => Promise<readonly MissingPiece[]>;
  readonly #keep: (piece: MissingPiece, packed: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Called as bytes arrive. */
  onBytes: () => void = () => undefined;
  #aborting = new AbortController();
  #pieces: Promise<Map<string, Fetching>> | undefined;
  #bytes = 0;

  /**
   * @param listFirst tells which to fetch
   * @param keep puts one away that has arrived, for the next time, should this download be cancelled
   */
  constructor(
    listFirst: () => Promise<readonly MissingPiece[]>,
    keep: (piece: MissingPiece, packed: Uint8Array<ArrayBuffer>) => Promise<void>,
  ) {
    this.#listFirst = listFirst;
    this.#keep = keep;
  }

  /** Compressed bytes that are here, of pieces that nobody has taken yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Begins, where it has not. What goes wrong, whoever asks for a piece finds out by fetching it. */
  begin(): void {
    if (this.#pieces) return;
    const { signal } = this.#aborting;
    const onBytes = (count: number) => {
      if (signal.aborted) return;
      this.#bytes += count;
      this.onBytes();
    };
    const fetchOne = async (missing: MissingPiece) => {
      const packed = await fetchPiece(missing.url, missing.piece, { signal, onBytes });
      // Whoever takes it may drop what was kept.
      await this.#keep(missing, packed);
      return packed;
    };
    const fetching = (missing: MissingPiece) => {
      const bytes = fetchOne(missing);
      // Whoever takes it hears of a failure.
      bytes.catch(() => undefined);
      return [missing.piece.name, bytes] as const;
    };
    this.#pieces = this.#listFirst().then(
      (missing) => new Map(missing.map(fetching)),
      () => new Map(),
    );
  }

  /** A piece's compressed bytes, once: undefined where it was not begun, or could not be had. */
  async take(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const begun = this.#pieces;
    const pieces = await begun;
    const fetching = pieces?.get(name);
    pieces?.delete(name);
    const packed = await fetching?.catch(() => undefined);
    // What has begun anew meanwhile counts from nothing.
    if (packed && begun === this.#pieces) this.#bytes -= packed.length;
    return packed;
  }

  /** Nobody asks for what is left, and a later download begins anew. */
  end(): void {
    this.#aborting.abort();
    this.#aborting = new AbortController();
    this.#pieces = undefined;
    this.#bytes = 0;
  }
}
