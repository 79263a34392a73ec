// A store that can delay writes while everything is being read, so that an archive is consistent.
import type { Store } from '../../store/contract/store.ts';
import { createRequestGate } from './request-gate.ts';

export interface HeldStore {
  /** The store, whose writes wait while `hold` reads. */
  readonly store: Store;
  /** The chunks of `source`, with all writes delayed. The caller must read to the end or call `return`. */
  hold<Piece>(source: AsyncGenerator<Piece>): AsyncGenerator<Piece>;
}

/** The chunks of `source`; fails when the signal aborts, even if the next chunk never arrives. */
async function* untilAborted(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let fail: (reason: unknown) => void = () => undefined;
  signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  const pieces = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Races with a single promise for the abort would retain all chunks until the end.
      const { done, value } = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        fail = reject;
        if (signal.aborted) reject(signal.reason);
        pieces.next().then(resolve, reject);
      });
      if (done) return;
      yield value;
    }
  } finally {
    // A pending `next` would delay `return` until the next chunk arrives.
    void pieces.return?.().catch(() => undefined);
  }
}

/** Creates a store that can delay writes. */
export function holdWrites(inner: Store, gate = createRequestGate()): HeldStore {
  const store: Store = {
    ...inner,
    transaction: (work) => gate.pass(() => inner.transaction(work)),
    claim: (type, filter, work) => gate.pass(() => inner.claim(type, filter, work)),
    writeBlob: (key, source, within) =>
      gate.pass((interrupted) => inner.writeBlob(key, untilAborted(source, interrupted), within)),
    reset: () => gate.pass(() => inner.reset()),
    replaceAll: (contents) => gate.pass(() => inner.replaceAll(contents)),
  };
  return {
    store,
    async *hold(source) {
      let letGo: () => void = () => undefined;
      const isOver = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      try {
        await new Promise<void>((begin) => {
          void gate.alone(async () => {
            begin();
            await isOver;
          });
        });
        yield* source;
      } finally {
        letGo();
      }
    },
  };
}
