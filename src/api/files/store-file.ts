// Storing a file of an account, whether its bytes come with the key or by a signed address.
import { HazeError } from '../../errors/haze-error.ts';
import { userFileKey } from '../../jobs/records.ts';
import { withinStorageQuota } from '../quotas.ts';
import type { Services } from '../services.ts';

/** Whose file, and its path below the account's storage. */
export interface FileOfUser {
  readonly owner: string;
  readonly path: string;
}

/**
 * A path is a file or a folder, never both; nor may a file stand where a folder of the path should be.
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
    throw new HazeError('name-taken', `"${file}" is a file, and cannot be a folder at the same time.`);
  }
  const below = isFolder ? [] : await store.listBlobs({ prefix: userFileKey(owner, `${path}/`), limit: 1 });
  if (below.length > 0)
    throw new HazeError('name-taken', `"${path}" is a folder, and cannot be a file at the same time.`);
}

/**
 * Stores a file in place of the one that had its path.
 * @throws HazeError `name-taken`, `quota-exceeded`, and what `body` throws; then nothing is stored
 */
export async function storeFile(
  services: Services,
  file: FileOfUser,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  await checkPlace(services, file, false);
  const { owner, path } = file;
  await services.store.writeBlob(userFileKey(owner, path), withinStorageQuota(services, owner, body));
}
