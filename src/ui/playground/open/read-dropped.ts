// Files of a drop or of the browser's dialog, with those of dropped folders.
import type { FolderFile } from '../../../client/project/project-files.ts';
import type { Dropped } from './take-drops.ts';

/** Lists all files with their paths, which begin with the name of their folder. */
export async function readDropped(dropped: readonly Dropped[]): Promise<FolderFile[]> {
  const lists = await Promise.all(
    dropped.map(async (one) =>
      one instanceof File ? [{ path: one.name, file: one }] : listFolder(one, `${one.name}/`),
    ),
  );
  return lists.flat();
}

async function listFolder(folder: FileSystemDirectoryEntry, prefix: string): Promise<FolderFile[]> {
  const lists = await Promise.all(
    (await listEntries(folder)).map(async (entry) => {
      const path = prefix + entry.name;
      if (entry.isDirectory) return listFolder(entry as FileSystemDirectoryEntry, `${path}/`);
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      return [{ path, file }];
    }),
  );
  return lists.flat();
}

/** Entries of a folder. Browsers answer at most a hundred at a time. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const more = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (more.length === 0) return found;
    found.push(...more);
  }
}
