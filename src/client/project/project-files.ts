// Files of the project that is open in a page. They are read from a folder that the user chose, or from a zip, and
// packed again as a repository copy that the service imports. page/repositories.ts fetches repositories from a URL.
import { zip } from 'fflate';
import { HazeError } from '../../errors/haze-error.ts';
import { defaultCheckOutSettings } from '../../repositories/check-out-settings.ts';
import { checkFolders } from '../../repositories/folder-bounds.ts';
import { followLinks } from '../../repositories/follow-links.ts';
import { openImportedRevision, toZippable } from '../../repositories/imports/imported-revision.ts';

export type ProjectFiles = ReadonlyMap<string, Uint8Array>;

/** Folders that are not part of a program, and that are often very large. */
const LEFT_OUT = /(^|\/)(\.git|node_modules)(\/|$)/;

/** The files in a zip, without the top-level folder of a repository archive. @throws HazeError */
export async function readZip(bytes: Uint8Array, name: string): Promise<Map<string, Uint8Array>> {
  const maxBytes = defaultCheckOutSettings.maxTotalBytes;
  const bounds = defaultCheckOutSettings;
  const copy = { url: `"${name}"`, bytes, maxBytes, bounds, remark: () => undefined };
  const { entries } = await openImportedRevision(copy, { branch: '', commit: 'HEAD' });
  const files = new Map<string, Uint8Array>();
  const links = new Map<string, Uint8Array>();
  for (const entry of entries) {
    if (entry.kind === 'link') links.set(entry.path, await entry.read());
    else if (entry.kind === 'file') files.set(entry.path, await entry.read());
  }
  followLinks(files, links);
  return files;
}

/** A file in a folder, with its path in the project. */
export interface FolderFile {
  readonly path: string;
  readonly file: File;
}

/** Files of a folder as listed by a file input, with paths that begin with the folder's own name. */
export function listFolderFiles(list: Iterable<File>): FolderFile[] {
  return [...list].map((file) => {
    const { webkitRelativePath: path } = file;
    return { path: path.slice(path.indexOf('/') + 1), file };
  });
}

/**
 * Reads the files in a folder, skipping folders that are not part of a program. @throws HazeError
 * `repository-too-large`, before reading too much
 */
export async function readFolderFiles(list: Iterable<FolderFile>): Promise<Map<string, Uint8Array>> {
  const { maxTotalBytes } = defaultCheckOutSettings;
  const files = new Map<string, Uint8Array>();
  let totalBytes = 0;
  const taken = [...list].filter(({ path }) => path !== '' && !LEFT_OUT.test(path));
  checkFolders(
    taken.map(({ path }) => path),
    'The chosen folder',
  );
  for (const { path, file } of taken) {
    totalBytes += file.size;
    if (totalBytes > maxTotalBytes) {
      throw new HazeError(
        'repository-too-large',
        `The files in the folder exceed ${Math.round(maxTotalBytes / 1e6)} MB in total. Choose only the program's folder.`,
      );
    }
    files.set(path, new Uint8Array(await file.arrayBuffer()));
  }
  return files;
}

/** Packs the files into a zip with fast compression, because the service unpacks it immediately. */
export function packFiles(files: ProjectFiles): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    zip(toZippable(files), { level: 1, consume: false }, (error, bytes) =>
      error ? reject(error) : resolve(bytes),
    );
  });
}
