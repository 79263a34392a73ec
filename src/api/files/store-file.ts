// Stores a file in an account, for a request with a key or a signed URL.
import { HazeError } from '../../errors/haze-error.ts';
import { userFileKey } from '../../jobs/records/records.ts';
import { storeWithinQuota } from '../accounts/quotas.ts';
import type { Services } from '../requests/services.ts';
import { checkPreconditions, readPreconditions } from './preconditions.ts';

/** A file's owner, and its path within the account's storage. */
export interface FileOfUser {
  readonly owner: string;
  readonly path: string;
}

/**
 * Checks that the path is not both a file and a folder, and that none of its folders is a file.
 * @throws HazeError `name-taken`
 */
export async function checkPlace(
  services: Services,
  { owner, path }: FileOfUser,
  isFolder: boolean,
): Promise<void> {
  const { store } = services;
  const parts = path.split('/');
  const above = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
  for (const file of isFolder ? [...above, path] : above) {
    if (!(await store.blobInfo(userFileKey(owner, file)))) continue;
    throw new HazeError('name-taken', `"${file}" is a file and cannot also be a folder.`);
  }
  const below = isFolder ? [] : await store.listBlobs({ prefix: userFileKey(owner, `${path}/`), limit: 1 });
  if (below.length > 0) throw new HazeError('name-taken', `"${path}" is a folder and cannot also be a file.`);
}

/** A file's bytes, and the conditions to check before storing them. */
export interface Upload {
  readonly file: FileOfUser;
  readonly body: AsyncIterable<Uint8Array>;
  readonly headers: Headers;
}

/**
 * Stores a file, replacing any older file with the same path.
 * @throws HazeError `name-taken`, `precondition-failed`, `quota-exceeded`, `malformed-request` for a partial file,
 * and the errors of `body`; then nothing is stored
 */
export async function storeFile(services: Services, { file, body, headers }: Upload): Promise<void> {
  refusePart(headers);
  const check = () => checkAsked(services, file, headers);
  await check();
  await checkPlace(services, file, false);
  const { owner, path } = file;
  const upload = { userId: owner, source: thenChecked(body, check) };
  await storeWithinQuota(services, upload, (bytes) =>
    services.store.writeBlob(userFileKey(owner, path), bytes),
  );
}

/** Checks the preconditions of a request against the stored file. @throws HazeError `precondition-failed` */
export async function checkAsked(
  services: Services,
  { owner, path }: FileOfUser,
  headers: Headers,
): Promise<void> {
  const asked = readPreconditions(headers);
  if (asked.match === undefined && asked.noneMatch === undefined) return;
  const info = await services.store.blobInfo(userFileKey(owner, path));
  checkPreconditions(asked, info?.version, path);
}

/**
 * Passes the bytes on, and then repeats the check, because another request may have stored the file in the meantime.
 */
async function* thenChecked(
  body: AsyncIterable<Uint8Array>,
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  yield* body;
  await check();
}

/** Rejects a partial file from a client that resumes an upload, because it would replace the whole file. */
function refusePart(headers: Headers): void {
  if (!headers.has('Content-Range')) return;
  throw new HazeError(
    'malformed-request',
    'Partial uploads (Content-Range) are not supported. Send the whole file.',
  );
}
