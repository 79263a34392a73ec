// Files that a source depends on, found through relative imports. An output is outdated if any of these files has
// changed.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { findProjectRoot } from './project-root.ts';

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'|import\('(\.[^']+)'\)/g;

/**
 * Paths of the sources and of all files that they import, relative to the project's folder and sorted. Tests are
 * excluded.
 */
export function listClosure(sources: readonly string[]): string[] {
  const root = findProjectRoot();
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path) || path.endsWith('.test.ts')) return;
    found.add(path);
    for (const target of listImports(path)) visit(target);
  };
  for (const source of sources) visit(join(root, source));
  return [...found].map((path) => relative(root, path).replaceAll('\\', '/')).sort();
}

/** Absolute paths of a file's relative imports, both static and dynamic. */
export function listImports(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(IMPORT)]
    .map(([, direct, later]) => resolve(dirname(path), direct ?? later ?? ''))
    .filter((target) => target.endsWith('.ts'));
}

/** A hash of files by path and content, as 16 hexadecimal digits. */
export function hashFiles(paths: readonly string[], ...others: readonly string[]): string {
  const root = findProjectRoot();
  const hash = createHash('sha256');
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  for (const text of others) hash.update(`${text}\0`);
  return hash.digest('hex').slice(0, 16);
}
