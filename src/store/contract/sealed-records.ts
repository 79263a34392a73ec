// Records that contain a secret that must be recoverable in plain text. The store's vault seals the secret for the
// record's kind and ID, so that it cannot be moved to another record. Records from earlier versions contain unsealed
// secrets.
import { allRecords } from './all-records.ts';
import { type ExportedRecord, recordType, type Store } from './store.ts';
import type { RecordRow } from './tables.ts';
import type { Vault } from './vault.ts';

/** Body of a record with a sealed secret, or part of such a body. */
export interface SealedBody {
  readonly Sealed: string;
}

/** Kinds of records with a secret, and the field in which earlier versions stored the secret. */
const PLAIN_FIELDS: Readonly<Record<string, string>> = {
  installation: 'secret',
  'repository-token': 'Token',
  'page-key': 'Key',
};

function placeOf(kind: string, id: string): string {
  return `${kind}/${id}`;
}

/** The body of a record that stores this secret in sealed form. */
export async function sealBody(vault: Vault, kind: string, id: string, text: string): Promise<SealedBody> {
  return { Sealed: await vault.seal(text, placeOf(kind, id)) };
}

/** The secret in a record. @throws HazeError `sealed-elsewhere` */
export async function openBody(vault: Vault, kind: string, id: string, body: object): Promise<string> {
  const { Sealed } = body as Partial<SealedBody>;
  if (Sealed !== undefined) return vault.open(Sealed, placeOf(kind, id));
  return String((body as Record<string, unknown>)[PLAIN_FIELDS[kind]!]);
}

/** The body with its secret sealed; undefined if there is no secret, or if it is already sealed. */
async function maybeSealed(
  vault: Vault,
  { kind, id }: { readonly kind: string; readonly id: string },
  body: object,
): Promise<object | undefined> {
  const field = Object.hasOwn(PLAIN_FIELDS, kind) ? PLAIN_FIELDS[kind]! : undefined;
  if (field === undefined || 'Sealed' in body) return undefined;
  const { [field]: text, ...rest } = body as Record<string, unknown>;
  return { ...rest, ...(await sealBody(vault, kind, id, String(text))) };
}

/** A row from an earlier version, with its secret sealed. */
export async function sealRow(vault: Vault, row: RecordRow): Promise<RecordRow> {
  const body = await maybeSealed(vault, row, JSON.parse(row.body) as object);
  return body ? { ...row, body: JSON.stringify(body) } : row;
}

/** Seals secrets that an earlier version stored unsealed. */
export async function sealPlainRecords(store: Store): Promise<void> {
  for (const kind of Object.keys(PLAIN_FIELDS)) {
    const type = recordType<object>(kind);
    for await (const { id, body } of allRecords(store, type, {})) {
      const sealed = await maybeSealed(store.vault, { kind, id }, body);
      if (!sealed) continue;
      await store.transaction(async (tx) => {
        const now = await tx.get(type, id);
        // Another tab may have sealed the record first.
        if (now && !('Sealed' in now.body)) await tx.update(type, id, { body: sealed });
      });
    }
  }
}

/** A record with its secret unsealed, for an archive that includes it. @throws HazeError `sealed-elsewhere` */
export async function unsealRecord(vault: Vault, record: ExportedRecord): Promise<ExportedRecord> {
  const field = Object.hasOwn(PLAIN_FIELDS, record.kind) ? PLAIN_FIELDS[record.kind]! : undefined;
  if (field === undefined || !('Sealed' in record.body)) return record;
  const { Sealed: _, ...rest } = record.body as SealedBody;
  const secret = await openBody(vault, record.kind, record.id, record.body);
  return { ...record, body: { ...rest, [field]: secret } };
}
