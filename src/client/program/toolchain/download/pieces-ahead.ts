// Fetches the first pieces of a download in the page while the worker that needs them loads: loading the worker takes
// three round trips, during which the connection would otherwise be idle.
import type { Piece } from '../../../../toolchain/sources/file-list.ts';
import { fetchPiece } from './fetch-piece.ts';

/** A missing piece. */
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
   * @param listFirst lists the pieces to fetch @param keep stores a piece that has arrived, in case this download is
   * cancelled
   */
  constructor(
    listFirst: () => Promise<readonly MissingPiece[]>,
    keep: (piece: MissingPiece, packed: Uint8Array<ArrayBuffer>) => Promise<void>,
  ) {
    this.#listFirst = listFirst;
    this.#keep = keep;
  }

  /** Number of compressed bytes of pieces that have arrived but have not been taken yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Starts the fetches, unless they have already started. If a fetch fails, the caller that needs the piece fetches
   * it.
   */
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
      // The caller that takes the piece may then drop the stored copy.
      await this.#keep(missing, packed);
      return packed;
    };
    const fetching = (missing: MissingPiece) => {
      const bytes = fetchOne(missing);
      // The error goes to the caller that takes the bytes.
      bytes.catch(() => undefined);
      return [missing.piece.name, bytes] as const;
    };
    this.#pieces = this.#listFirst().then(
      (missing) => new Map(missing.map(fetching)),
      () => new Map(),
    );
  }

  /** Returns a piece's compressed bytes, only once; undefined if its fetch was not started or has failed. */
  async take(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const begun = this.#pieces;
    const pieces = await begun;
    const fetching = pieces?.get(name);
    pieces?.delete(name);
    const packed = await fetching?.catch(() => undefined);
    // After a restart, bytes are counted from zero.
    if (packed && begun === this.#pieces) this.#bytes -= packed.length;
    return packed;
  }

  /** Drops the remaining pieces; a later download starts afresh. */
  end(): void {
    this.#aborting.abort();
    this.#aborting = new AbortController();
    this.#pieces = undefined;
    this.#bytes = 0;
  }
}
