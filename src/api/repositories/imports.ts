// /repositories/imports: copies of repositories, uploaded as a zip or a git bundle, for offline builds. A copy
// replaces the repository at its address: builds take connections and submodules with that address from the copy.
import { importBlobKey } from '../../jobs/cloning/repository-store.ts';
import { findImportKind, type ImportKind } from '../../repositories/imports/import-kind.ts';
import {
  keyOfAddress,
  parseRepositoryAddress,
  type RepositoryAddress,
} from '../../repositories/repository-address.ts';
import {
  type BlobInfo,
  type ReadView,
  recordType,
  type StoredRecord,
  type Transaction,
} from '../../store/contract/store.ts';
import { storeWithinQuota } from '../accounts/quotas.ts';
import { type ApiApp, readBody, serve } from '../app/api-app.ts';
import { answerList, listSchema, pageQuery } from '../app/listing.ts';
import { describeRoute, failures, jsonAnswer, okAnswer, secondsSchema } from '../requests/answers.ts';
import { invalidRequest, unknownResource } from '../requests/failures.ts';
import { integer, z } from '../requests/schema-language.ts';
import { type Services, toSeconds } from '../requests/services.ts';

export interface ImportBody {
  readonly RemoteURL: string;
  readonly Kind: ImportKind;
  readonly SizeInBytes: number;
  /** Epoch seconds. */
  readonly UpdatedAt: number;
}

const imports = recordType<ImportBody>('repository-import');
/** Number of bytes needed to recognise the kind of copy. */
const START_BYTES = 32;

const importSchema = z
  .object({
    Object: z.literal('RepositoryImport'),
    RemoteURL: z.string(),
    Kind: z.enum(['zip', 'bundle']),
    SizeInBytes: integer,
    UpdatedAt: secondsSchema,
  })
  .openapi('RepositoryImport');

const addressQuery = z.object({
  RemoteURL: z.string().min(1).max(2000).openapi({ description: 'URL that the copy replaces.' }),
});

const listRoute = describeRoute('get /repositories/imports', {
  summary: 'List imported copies of repositories',
  request: { query: pageQuery },
  responses: { 200: jsonAnswer(listSchema('Imports', importSchema), 'Copies.') },
});

const importRoute = describeRoute('put /repositories/imports', {
  summary: 'Import a copy of a repository; the body is a zip of its files or a git bundle',
  request: { query: addressQuery },
  responses: { 201: jsonAnswer(importSchema, 'Imported.'), ...failures(413, 429) },
});

const forgetRoute = describeRoute('delete /repositories/imports', {
  summary: 'Delete an imported copy: builds then fetch the repository from its URL again',
  request: { query: addressQuery },
  responses: { 200: okAnswer, ...failures(404) },
});

function toImportView({ body }: StoredRecord<ImportBody>): object {
  return { Object: 'RepositoryImport', ...body };
}

/** Parses the address in a request's field. @throws HazeError `invalid-request` */
export function readAddress(remoteUrl: string): RepositoryAddress {
  try {
    return parseRepositoryAddress(remoteUrl);
  } catch (error) {
    throw invalidRequest('RemoteURL', (error as Error).message);
  }
}

function recordId(userId: string, address: RepositoryAddress): string {
  return `imp_${userId}_${keyOfAddress(address)}`;
}

/** Tests whether the account has a copy of this repository. */
export async function hasImport(
  view: ReadView,
  userId: string,
  address: RepositoryAddress,
): Promise<boolean> {
  return (await view.get(imports, recordId(userId, address))) !== undefined;
}

/**
 * Passes the bytes on, and reports the kind of copy as soon as it is known. @throws HazeError `invalid-request`
 */
async function* checkKind(
  source: AsyncIterable<Uint8Array>,
  tell: (kind: ImportKind) => void,
): AsyncGenerator<Uint8Array> {
  const start: number[] = [];
  const decide = () => {
    try {
      tell(findImportKind(Uint8Array.from(start)));
    } catch (error) {
      throw invalidRequest('body', (error as Error).message);
    }
  };
  for await (const piece of source) {
    const wasShort = start.length < START_BYTES;
    if (wasShort) start.push(...piece.subarray(0, START_BYTES - start.length));
    if (wasShort && start.length === START_BYTES) decide();
    yield piece;
  }
  if (start.length < START_BYTES) decide();
}

async function storeCopy(
  services: Services,
  userId: string,
  address: RepositoryAddress,
  request: Request,
): Promise<ImportBody> {
  const { store, settings } = services;
  let Kind: ImportKind = 'zip';
  const source = checkKind(readBody(request, settings.maxFileBytes), (kind) => {
    Kind = kind;
  });
  const id = recordId(userId, address);
  const describe = ({ sizeBytes, updatedAt }: BlobInfo): ImportBody => {
    return { RemoteURL: address.url, Kind, SizeInBytes: sizeBytes, UpdatedAt: toSeconds(updatedAt) };
  };
  const keep = async (tx: Transaction, blob: BlobInfo) => {
    const body = describe(blob);
    if (await tx.get(imports, id)) await tx.update(imports, id, { body });
    else await tx.insert(imports, { id, owner: userId, createdAt: services.now(), body });
  };
  const stored = await storeWithinQuota(services, { userId, source }, (bytes) =>
    store.writeBlob(importBlobKey(userId, keyOfAddress(address)), bytes, keep),
  );
  return describe(stored);
}

/**
 * Adds the routes of imported copies. They must precede the connections' routes, which would interpret `imports` as an
 * ID.
 */
export function addImportRoutes(api: ApiApp): void {
  const { services } = api;
  const { store } = services;
  serve(api, listRoute, (c) => {
    const query = c.req.valid('query');
    return answerList(c, services, { name: 'Imports', type: imports, toView: toImportView, query });
  });
  serve(api, importRoute, async (c) => {
    const address = readAddress(c.req.valid('query').RemoteURL);
    const copy = await storeCopy(services, c.get('userId'), address, c.req.raw);
    return c.json({ Object: 'RepositoryImport', ...copy }, 201);
  });
  serve(api, forgetRoute, async (c) => {
    const { RemoteURL } = c.req.valid('query');
    const address = readAddress(RemoteURL);
    const owner = c.get('userId');
    await store.transaction(async (tx) => {
      if (!(await tx.delete(imports, recordId(owner, address))))
        throw unknownResource('imported copy', RemoteURL);
      await tx.deleteBlob(importBlobKey(owner, keyOfAddress(address)));
    });
    return c.json({ message: 'OK' });
  });
}
