// Finds folders in src/ that need subfolders: folders with more than 25 files, or with ten file names that begin with
// the same word.
import { readdirSync } from 'node:fs';
import { dirname, relative } from 'node:path';

const MOST_FILES = 25;
const MOST_OF_ONE_WORD = 9;

/** A sentence for each overfull folder, from `top` downwards. */
export function findFullFolders(top: string): string[] {
  const files = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const folderOf = ({ parentPath }: { parentPath: string }) => relative(dirname(top), parentPath);
  const folders = countBy(files.map(folderOf));
  const words = countBy(files.map((entry) => `${folderOf(entry)}/${entry.name.split(/[-.]/)[0]}-*`));
  return [
    ...exceeding(folders, MOST_FILES).map(
      ([folder, count]) => `${folder} has ${count} files: create folders for files that belong together.`,
    ),
    ...exceeding(words, MOST_OF_ONE_WORD).map(
      ([word, count]) => `${word}: ${count} files. Move them into a folder.`,
    ),
  ];
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function exceeding(counts: ReadonlyMap<string, number>, most: number): [string, number][] {
  return [...counts].filter(([, count]) => count > most);
}
