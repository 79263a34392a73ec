// A folder on a network file system, where SQLite's locks do not work between machines. A test cannot choose its file
// system, so it mocks the type that the system reports.
import { mkdtempSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openFolderStore } from './folder-store.ts';

const NFS = 0x6969;
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  return { ...real, statfs: async () => ({ type: NFS, bavail: 1e6, bsize: 4096 }) };
});

test.skipIf(process.platform !== 'linux')(
  'on a network file system, one process has exclusive use of the folder and reports why, while other processes are rejected with a reason',
  async () => {
    expect((await statfs('/')).type).toBe(NFS);
    const folder = mkdtempSync(join(tmpdir(), 'haze-network-'));
    const lines: string[] = [];
    const store = await openFolderStore(folder, { report: (line) => lines.push(line) });
    expect(lines.join()).toMatch(/is on a network file system, .* this process has exclusive use of it/);
    await expect(openFolderStore(folder)).rejects.toMatchObject({
      code: 'folder-locked',
      message: expect.stringContaining('the folder is on a network file system'),
    });
    await store.close();
    await (await openFolderStore(folder)).close();
    rmSync(folder, { recursive: true });
  },
);
