// Work on a service's entire state: creates the service's account, and performs all steps of an import except replacing
// the data.
import { createHash } from 'node:crypto';
import { createAccount } from '../../api/accounts/users.ts';
import { findRecordProblem } from '../../api/records/record-shapes.ts';
import type { Services } from '../../api/requests/services.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { ImportedContents } from '../../jobs/records/contents.ts';
import { importStore } from '../../store/contract/archive.ts';
import type { Store } from '../../store/contract/store.ts';
import { PASSING_KINDS } from './archive-secrets.ts';

/** Contents of an imported archive. */
export interface Imported {
  readonly records: number;
  readonly blobs: number;
  /** The account that now owns the service's own key. */
  readonly userId: string;
  /** SHA-256 of the archive. */
  readonly digest: string;
}

/**
 * Replaces everything with an archive. Afterwards, the key belongs to the archive's account, or to the account that
 * already has it.
 */
export async function importArchive(
  services: Services,
  source: AsyncIterable<Uint8Array>,
  key: string,
): Promise<Imported> {
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const piece of source) {
      hash.update(piece);
      yield piece;
    }
  };
  const { account, records, blobs } = await importStore(services.store, hashed(), {
    findProblem: findRecordProblem,
    contents: new ImportedContents(),
    leftOut: PASSING_KINDS,
  });
  const { userId } = await createAccount(services, { key, ...(account !== undefined && { owner: account }) });
  return { records, blobs, userId, digest: hash.digest('hex') };
}

/** Kinds of records that every installation contains from its first start. */
const FOUNDING_KINDS: ReadonlySet<string> = new Set(['installation', 'user', 'key', 'executor', 'page-key']);

/** @throws HazeError `store-not-empty` if the store contains user data */
export async function checkEmpty(store: Store, place: string): Promise<void> {
  const contents = store.readAll();
  try {
    for await (const { kind } of contents.records()) {
      if (!FOUNDING_KINDS.has(kind)) throw notEmpty(place, `a ${kind}`);
    }
    for await (const { info } of contents.blobs()) {
      if (!info.key.startsWith('cache/')) throw notEmpty(place, 'a file');
    }
  } finally {
    await contents.end?.();
  }
}

function notEmpty(place: string, what: string): HazeError {
  return new HazeError(
    'store-not-empty',
    `${place} already contains data (such as ${what}), and an import would replace all of it. Import with --memory, into another --data-dir, or after haze reset.`,
  );
}
