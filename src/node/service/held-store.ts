// A store that can delay writes while everything is being read, so that an archive is consistent.
import type { Store } from '../../store/contract/store.ts';
import { createRequestGate } from './request-gate.ts';

export interface HeldStore {
  /** The store, whose writes wait while `hold` reads. */
  readonly store: Store;
  /** The chunks of `source`, with all writes delayed. The caller must read to the end or call `return`. */
  hold<Piece>(source: AsyncGenerator<Piece>): AsyncGenerator<Piece>;
}

/** Creates a store that can delay writes. */
export function holdWrites(inner: Store): HeldStore {
  const gate = createRequestGate();
  const store: Store = {
    ...inner,
    transaction: (work) => gate.pass(() => inner.transaction(work)),
    claim: (type, filter, work) => gate.pass(() => inner.claim(type, filter, work)),
    writeBlob: (...wish) => gate.pass(() => inner.writeBlob(...wish)),
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
