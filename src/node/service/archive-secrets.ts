// Secrets of records in an archive. Records seal them with a key that no archive contains. Another installation
// therefore creates a new secret for signed URLs, and users enter repository tokens there again. On request, an
// archive includes secrets, in plain text.
import { HazeError } from '../../errors/haze-error.ts';
import { unsealRecord } from '../../store/contract/sealed-records.ts';
import type { ExportedRecord } from '../../store/contract/store.ts';
import type { Vault } from '../../store/contract/vault.ts';

/** The old installation's executors are meaningless here, as are page keys from another browser's archive. */
export const PASSING_KINDS: ReadonlySet<string> = new Set(['executor', 'page-key']);

/** The record in archive form; undefined for records that archives omit. */
export async function showInArchive(
  record: ExportedRecord,
  options: { readonly withSecrets: boolean; readonly vault: Vault },
): Promise<ExportedRecord | undefined> {
  if (PASSING_KINDS.has(record.kind)) return undefined;
  if (!options.withSecrets) return record;
  return unsealRecord(options.vault, record).catch((error: unknown) => {
    // A record that we cannot unseal has no secret to lose here.
    if (error instanceof HazeError && error.code === 'sealed-elsewhere') return record;
    throw error;
  });
}
