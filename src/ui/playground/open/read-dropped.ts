// Files from a drop or from the browser's dialog, including the files in dropped folders.
import type { FolderFile } from '../../../client/project/project-files.ts';
import type { Drop } from './take-drops.ts';

/** Lists all files with their paths; the path of a file in a folder begins with the folder's name. */
export async function readDropped({ files, entries }: Drop): Promise<FolderFile[]> {
  const folders = entries.filter((entry) => entry?.isDirectory) as FileSystemDirectoryEntry[];
  const lists = await Promise.all(folders.map((folder) => listFolder(folder, `${folder.name}/`)));
  // Browsers also list a folder among the files.
  const names = new Set(folders.map(({ name }) => name));
  const loose = files.filter(({ name }) => !names.has(name)).map((file) => ({ path: file.name, file }));
  return [...loose, ...lists.flat()];
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

/** Entries of a folder. Browsers return at most a hundred per call. */
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
