// Secrets of records in an archive. They are sealed with a key that no archive contains. Another installation therefore
// creates a new secret for signed URLs, and users must enter repository tokens there again. On request, an archive
// includes secrets, in plain text.
import { HazeError } from '../../errors/haze-error.ts';
import { exportStore } from '../../store/contract/archive.ts';
import { unsealRecord } from '../../store/contract/sealed-records.ts';
import type { ExportedRecord, Store } from '../../store/contract/store.ts';

/**
 * Kinds of records to leave out: other installations have different executors, and other browsers have different page
 * keys.
 */
export const PASSING_KINDS: ReadonlySet<string> = new Set(['executor', 'page-key']);

/** All of a store's data as an archive, with an account for a later installation's key. */
export function exportAs(store: Store, account: string, withSecrets: boolean): AsyncGenerator<Uint8Array> {
  const show = async (record: ExportedRecord) => {
    if (PASSING_KINDS.has(record.kind)) return undefined;
    if (!withSecrets) return record;
    return unsealRecord(store.vault, record).catch((error: unknown) => {
      // A record that cannot be unsealed is exported unchanged, because its secret is already lost here.
      if (error instanceof HazeError && error.code === 'sealed-elsewhere') return record;
      throw error;
    });
  };
  return exportStore(store, { account, show });
}
