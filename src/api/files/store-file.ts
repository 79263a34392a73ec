// Stores a file in an account, for a request with a key or a signed URL.
import { HazeError } from '../../errors/haze-error.ts';
import { userFileKey } from '../../jobs/records/records.ts';
import type { ReadView } from '../../store/contract/store.ts';
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
  view: ReadView,
  { owner, path }: FileOfUser,
  isFolder: boolean,
): Promise<void> {
  const parts = path.split('/');
  const above = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
  for (const file of isFolder ? [...above, path] : above) {
    if (!(await view.blobInfo(userFileKey(owner, file)))) continue;
    throw new HazeError('name-taken', `"${file}" is a file and cannot also be a folder.`);
  }
  const below = isFolder ? [] : await view.listBlobs({ prefix: userFileKey(owner, `${path}/`), limit: 1 });
  if (below.length > 0) throw new HazeError('name-taken', `"${path}" is a folder and cannot also be a file.`);
}

/** A file's bytes, and the conditions under which the file is stored. */
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
  const { store } = services;
  const { owner, path } = file;
  const check = (view: ReadView) => checkAsked(view, file, headers);
  await check(store);
  // Another request may store a file while the bytes arrive, so the transaction repeats the check.
  await storeWithinQuota(services, { userId: owner, source: body }, (bytes) =>
    store.writeBlob(userFileKey(owner, path), bytes, check),
  );
}

/**
 * Checks that a file may be stored: the preconditions of its request, and its path.
 * @throws HazeError `precondition-failed`, `name-taken`
 */
export async function checkAsked(view: ReadView, file: FileOfUser, headers: Headers): Promise<void> {
  const { owner, path } = file;
  const info = await view.blobInfo(userFileKey(owner, path));
  checkPreconditions(readPreconditions(headers), info?.version, path);
  await checkPlace(view, file, false);
}

/** Rejects a partial file from a client that resumes an upload, because it would replace the whole file. */
function refusePart(headers: Headers): void {
  if (!headers.has('Content-Range')) return;
  throw new HazeError(
    'malformed-request',
    'Partial uploads (Content-Range) are not supported. Send the whole file.',
  );
}
