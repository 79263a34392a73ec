// What an archive says of records that hold secrets. Records keep them sealed, with a key that no archive carries: another
// installation makes a new secret for signed addresses, and tokens of repositories are entered again there. Asked for
// with its secrets, an archive has them as they are.
import { HazeError } from '../../errors/haze-error.ts';
import { unsealRecord } from '../../store/contract/sealed-records.ts';
import type { ExportedRecord } from '../../store/contract/store.ts';
import type { Vault } from '../../store/contract/vault.ts';

/** Who ran jobs there says nothing here, nor does the key of a page, which another browser's archive may have brought. */
const PASSING_KINDS: ReadonlySet<string> = new Set(['executor', 'page-key']);

/** The record as archives have it; undefined where they have none. */
export async function showInArchive(
  record: ExportedRecord,
  options: { readonly withSecrets: boolean; readonly vault: Vault },
): Promise<ExportedRecord | undefined> {
  if (PASSING_KINDS.has(record.kind)) return undefined;
  if (!options.withSecrets) return record;
  return unsealRecord(options.vault, record).catch((error: unknown) => {
    // What cannot be read here is no secret to lose.
    if (error instanceof HazeError && error.code === 'sealed-elsewhere') return record;
    throw error;
  });
}
