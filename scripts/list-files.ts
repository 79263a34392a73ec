import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findProjectRoot } from './project-root.ts';

/** Paths of all files in a project folder and its subfolders, relative to the project's root and sorted. */
export function listFiles(folder: string): string[] {
  const root = findProjectRoot();
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}
