// Limits the number of parallel fetches in a download, and starts them in the order of the calls. This keeps the
// connection busy while files arrive in the order in which they are needed.

import { type PackedFile, sumPackedBytes } from '../../../../toolchain/sources/file-list.ts';

type Begin = () => void;

/** Size below which a file arrives in a single round trip. */
const SMALL_BYTES = 32 * 1024;

/** True if a file does not have to queue behind other files. */
export function isSmall(file: PackedFile): boolean {
  return file.pieces.length === 1 && sumPackedBytes([file]) < SMALL_BYTES;
}

export class FetchLanes {
  #free: number;
  readonly #waiting: Begin[] = [];
  #failure: { readonly error: unknown } | undefined;

  constructor(count: number) {
    this.#free = count;
  }

  /** Fetches when a lane is free; after a failure, no further fetch starts. @throws the first failure of any call */
  async run<Result>(fetching: () => Promise<Result>): Promise<Result> {
    if (this.#free === 0) await new Promise<void>((begin) => this.#waiting.push(begin));
    else this.#free -= 1;
    try {
      if (this.#failure) throw this.#failure.error;
      return await fetching();
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/**
 * Waits for all fetches, so that every file that can arrive has arrived, even if one fetch fails. @throws the first
 * failure
 */
export async function endTogether(work: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(work);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
