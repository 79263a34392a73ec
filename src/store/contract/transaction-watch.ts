// Enforces the rule of IndexedDB's transactions in memory backends: inside a transaction, await only the transaction's
// own calls. Such calls finish before the platform's next event. Work that is still unfinished by then must have
// awaited another promise, and would have lost its transaction in a browser.
import { HazeError } from '../../errors/haze-error.ts';
import type { TableWriter } from './tables.ts';

/** The error for a transaction that awaited other work. */
export function transactionOver(cause?: unknown): HazeError {
  return new HazeError(
    'transaction-over',
    'The transaction ended before its work did: inside a transaction, await only its own calls.',
    { cause },
  );
}

type Method = (...values: unknown[]) => Promise<unknown>;

/** A wrapper that passes calls to the writer until `isOver` returns true; afterwards, every call fails. */
function whileOpen(writer: TableWriter, isOver: () => boolean): TableWriter {
  const guard = (method: Method): Method => {
    return (...values) => (isOver() ? Promise.reject(transactionOver()) : method(...values));
  };
  const methods = Object.entries(writer as unknown as Record<string, Method>);
  return Object.fromEntries(methods.map(([name, method]) => [name, guard(method)])) as unknown as TableWriter;
}

/**
 * Runs a transaction's work over a writer that never waits.
 * @throws HazeError `transaction-over` if the work outlives the current event; its later calls also fail
 */
export function runWithinEvent<T>(
  writer: TableWriter,
  work: (writer: TableWriter) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let isOver = false;
    const end = () => {
      isOver = true;
      clearTimeout(nextEvent);
    };
    const nextEvent = setTimeout(() => {
      isOver = true;
      reject(transactionOver());
    }, 0);
    work(whileOpen(writer, () => isOver))
      .finally(end)
      .then(resolve, reject);
  });
}

/**
 * Applies the same rule to a writer whose calls take time: while no call is in progress, the work must not outlive the
 * current event.
 * @throws HazeError `transaction-over`
 */
export function runBetweenCalls<T>(
  writer: TableWriter,
  work: (writer: TableWriter) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let isOver = false;
    let calls = 0;
    let nextEvent: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(nextEvent);
      if (isOver || calls > 0) return;
      nextEvent = setTimeout(() => {
        if (isOver || calls > 0) return;
        isOver = true;
        reject(transactionOver());
      }, 0);
    };
    const counted = (method: Method): Method => {
      return async (...values) => {
        calls += 1;
        try {
          return await method(...values);
        } finally {
          calls -= 1;
          watch();
        }
      };
    };
    const methods = Object.entries(writer as unknown as Record<string, Method>);
    const watched = Object.fromEntries(methods.map(([name, method]) => [name, counted(method)]));
    watch();
    work(whileOpen(watched as unknown as TableWriter, () => isOver))
      .finally(() => {
        isOver = true;
        clearTimeout(nextEvent);
      })
      .then(resolve, reject);
  });
}
