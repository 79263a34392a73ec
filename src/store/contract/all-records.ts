// Reads a whole list, page by page, for the few places that need every matching record.
import type { ReadView, RecordFilter, RecordType, StoredRecord } from './store.ts';

const PAGE_SIZE = 100;

/**
 * Yields every matching record that can be read, oldest first. Inside a transaction, pass the transaction as `view`.
 */
export async function* allRecords<Body extends object>(
  view: ReadView,
  type: RecordType<Body>,
  filter: RecordFilter,
): AsyncGenerator<StoredRecord<Body>> {
  let startKey: string | undefined;
  do {
    const page = await view.list(type, {
      ...filter,
      limit: PAGE_SIZE,
      ...(startKey === undefined ? {} : { startKey }),
    });
    yield* page.records;
    startKey = page.continuationKey;
  } while (startKey !== undefined);
}
