// Fetches a piece of a file and verifies it. A truncated or altered piece is fetched again, bypassing all caches.
import { HazeError } from '../../../../errors/haze-error.ts';
import { toHex } from '../../../../store/contract/random-bytes.ts';
import { sha256 } from '../../../../store/contract/sha256.ts';
import type { Piece } from '../../../../toolchain/sources/file-list.ts';
import { Stillness } from './stillness.ts';

export interface FetchPieceOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes that have arrived; a negative number subtracts the bytes of a failed attempt. */
  readonly onBytes: (count: number) => void;
}

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 300;

/** SHA-256 in hexadecimal. */
export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(await sha256(bytes));
}

/** The piece's compressed bytes. @throws HazeError `asset-missing`, `asset-damaged`; the signal's reason */
export async function fetchPiece(
  url: URL,
  piece: Piece,
  options: FetchPieceOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  for (let attempt = 1; ; attempt += 1) {
    let count = 0;
    const onBytes = (more: number) => {
      count += more;
      options.onBytes(more);
    };
    try {
      return await fetchOnce(url, piece, { ...options, onBytes }, attempt > 1);
    } catch (error) {
      options.onBytes(-count);
      options.signal?.throwIfAborted();
      if (attempt === MAX_ATTEMPTS || (error instanceof HazeError && error.code === 'asset-missing'))
        throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
    }
  }
}

async function fetchOnce(
  url: URL,
  piece: Piece,
  { signal, onBytes }: FetchPieceOptions,
  isAgain: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const still = new Stillness(signal);
  try {
    const cache = isAgain ? 'reload' : 'default';
    const response = await fetch(url, { signal: still.signal, cache }).catch(throwAway);
    if (!response.ok || !response.body) {
      throw new HazeError(
        'asset-missing',
        `A part of Haze could not be loaded: ${url.pathname} returned status ${response.status}. The site was not fully deployed, or a newer version has replaced it: reload the page.`,
      );
    }
    const onMore = (count: number) => {
      still.begin();
      onBytes(count);
    };
    const bytes = await readBody(response.body, piece.packedBytes, onMore).catch(throwAway);
    if (bytes && (await hashBytes(bytes)) === piece.hash) return bytes;
  } finally {
    still.end();
  }
  throw new HazeError(
    'asset-damaged',
    `A part of Haze arrived damaged more than once: ${url.pathname}. The network or the host changes files in transit; try another network.`,
  );
}

function throwAway(cause: unknown): never {
  throw new HazeError(
    'network-away',
    'The compiler could not be downloaded, because the network is unreachable. The downloaded parts are kept; try again when the network is back.',
    { cause },
  );
}

/** The body, or undefined if it has the wrong length. */
async function readBody(
  body: ReadableStream<Uint8Array>,
  length: number,
  onBytes: (count: number) => void,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = new Uint8Array(length);
  const reader = body.getReader();
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return at === length ? bytes : undefined;
    if (at + value.length > length) {
      await reader.cancel();
      return undefined;
    }
    bytes.set(value, at);
    at += value.length;
    onBytes(value.length);
  }
}
