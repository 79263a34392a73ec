// Export and import of all data that a page's service stores, as a single file in the format of `haze export`. The file
// moves data between browsers, servers, data folders and databases. The file does not include the playground's programs
// and projects.
import { findKeyOwner } from '../../../api/accounts/authentication.ts';
import { createAccount } from '../../../api/accounts/users.ts';
import { findRecordProblem } from '../../../api/records/record-shapes.ts';
import type { Services } from '../../../api/requests/services.ts';
import { HazeError } from '../../../errors/haze-error.ts';
import { ImportedContents } from '../../../jobs/records/contents.ts';
import { exportStore, importStore } from '../../../store/contract/archive.ts';
import { PAGE_KEY_KIND, replacePageKey } from './key.ts';

/** Records that are never exported: the key of this browser's pages, and the browser's executors. */
const OWN_KINDS: ReadonlySet<string> = new Set([PAGE_KEY_KIND, 'executor']);
/** Maximum size of a part in memory; browsers store larger parts on disk. */
const PART_BYTES = 8 * 1024 ** 2;
/** Maximum number of attempts, because other pages may write during the export. */
const MOST_TRIES = 5;

/** Exports everything except secrets. @throws HazeError errors of the store */
export async function exportPage(services: Services, key: string): Promise<Blob> {
  const account = await findKeyOwner(services, key);
  for (let tries = 1; ; tries += 1) {
    try {
      const pieces = exportStore(services.store, {
        ...(account !== undefined && { account }),
        show: async (record) => (OWN_KINDS.has(record.kind) ? undefined : record),
      });
      return await collect(pieces);
    } catch (error) {
      // The content has been replaced or deleted in the meantime; the current content is just as good.
      const isGone = error instanceof HazeError && error.code === 'blob-gone';
      if (!isGone || tries === MOST_TRIES) throw error;
    }
  }
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: Blob[] = [];
  let gathered: BlobPart[] = [];
  let sizeBytes = 0;
  for await (const piece of pieces) {
    gathered.push(piece as Uint8Array<ArrayBuffer>);
    sizeBytes += piece.length;
    if (sizeBytes < PART_BYTES) continue;
    parts.push(new Blob(gathered));
    gathered = [];
    sizeBytes = 0;
  }
  return new Blob([...parts, ...gathered], { type: 'application/octet-stream' });
}

/**
 * Replaces everything with an archive; the key stays valid, for the archive's account.
 * @param isOwn true if the key is shared by all pages of this site
 * @throws HazeError `bad-export`, `store-too-new`, `store-too-old`, `storage-full`; then nothing has changed
 */
export async function importPage(
  services: Services,
  archive: Blob,
  { key, isOwn }: { readonly key: string; readonly isOwn: boolean },
): Promise<{ readonly records: number; readonly blobs: number }> {
  const { account, records, blobs } = await importStore(services.store, piecesOf(archive), {
    findProblem: findRecordProblem,
    contents: new ImportedContents(),
    leftOut: OWN_KINDS,
  });
  await createAccount(services, { key, ...(account !== undefined && { owner: account }) });
  if (isOwn) await replacePageKey(services, key);
  services.jobs.announce();
  return { records, blobs };
}

// Blob streams are iterable only in some browsers.
async function* piecesOf(archive: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < archive.size; at += PART_BYTES) {
    yield new Uint8Array(await archive.slice(at, at + PART_BYTES).arrayBuffer());
  }
}
