import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVaultFile } from './vault-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-vault-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('opening a store several times at once creates one key and leaves no other file', async () => {
  const opened = await Promise.all(Array.from({ length: 20 }, () => openVaultFile(join(folder, 'key'))));
  const sealed = await opened[0]!.vault.seal('a secret', 'place');
  for (const { vault } of opened) expect(await vault.open(sealed, 'place')).toBe('a secret');
  expect(await readdir(folder)).toEqual(['key']);
});

test('a missing folder is not reported as an unresponsive database', async () => {
  await expect(openVaultFile(join(folder, 'none', 'key'))).rejects.toMatchObject({
    code: 'folder-unusable',
    data: { folder: join(folder, 'none') },
  });
});
