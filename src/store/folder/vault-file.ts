// The key of a folder's vault: 32 random bytes as hexadecimal text, in a file that only its owner can read.
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { platformRandom, toHex } from '../contract/random-bytes.ts';
import { isFull } from '../contract/store-errors.ts';
import { createVault, VAULT_KEY, VAULT_USES, type Vault } from '../contract/vault.ts';
import { maybeFolderUnusable, maybeReadFile, PRIVATE_FILE, syncFolder } from './private-files.ts';

const KEY_BYTES = 32;
const NAME_BYTES = 6;
const KEY_PATTERN = /^[0-9a-f]{64}\n?$/;

/**
 * Opens the vault of a key file, creating the file if it is missing. @throws HazeError `storage-damaged`,
 * `storage-full`, `folder-unusable`
 */
export async function openVaultFile(path: string): Promise<{ vault: Vault; isNew: boolean }> {
  const found = (await maybeReadFile(path))?.toString('utf8');
  const text = found ?? (await makeKey(path));
  if (!KEY_PATTERN.test(text)) {
    throw new HazeError(
      'storage-damaged',
      `The file ${path} does not contain the key that seals secrets. Restore it from a backup; or delete it, and enter the repository tokens again.`,
    );
  }
  const bytes = Uint8Array.from(Buffer.from(text.trim(), 'hex'));
  const loadKey = () => crypto.subtle.importKey('raw', bytes, VAULT_KEY, false, VAULT_USES);
  return { vault: createVault(loadKey), isNew: found === undefined };
}

// Creates the key file either completely or not at all: a key cut short by a crash would lock its owner out. If servers
// that start at the same time create several keys, all of them use the first key.
async function makeKey(path: string): Promise<string> {
  const unfinished = `${path}.${toHex(platformRandom(NAME_BYTES))}.new`;
  try {
    const handle = await open(unfinished, 'wx', PRIVATE_FILE);
    try {
      await handle.writeFile(`${toHex(platformRandom(KEY_BYTES))}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined;
      // The file system does not support links.
      return rename(unfinished, path);
    });
    await syncFolder(dirname(path));
    return await readFile(path, 'utf8');
  } catch (error) {
    if (!isFull(error)) throw maybeFolderUnusable(dirname(path), error) ?? error;
    throw new HazeError(
      'storage-full',
      `There is no space for ${path}, the file with the key that seals secrets: its disk is full. Free space there, and try again.`,
      { cause: error },
    );
  } finally {
    await rm(unfinished, { force: true });
  }
}
