// Files included by a program's sources, with any suffix and in any folder: `#include "x.c"`, `#include "../x.h"`,
// `#embed "x"`, and Fortran's line `include 'x'`.
import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { readSource } from './read-bounded.ts';

const INCLUDE =
  /^[ \t]*(?:#[ \t]*(?:include|include_next|import|embed)[ \t]*["<]([^"<>\r\n]+)[">]|include[ \t]*(?:'([^'\r\n]+)'|"([^"\r\n]+)"))/gim;

/** Maximum number of included files. The compiler rejects files that include each other endlessly. */
const MOST_INCLUDED = 4000;

function namesIn(bytes: Uint8Array): string[] {
  const text = new TextDecoder().decode(bytes);
  return Array.from(text.matchAll(INCLUDE), (found) => (found[1] ?? found[2] ?? found[3])!.trim());
}

/** Tests whether a path leads to a file. */
export function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
}

/**
 * Adds the files that the named files include, directly or indirectly.
 * @param files the files read so far, by absolute path; modified
 */
export async function addIncluded(files: Map<string, Uint8Array>, named: readonly string[]): Promise<void> {
  const seen = new Set(named);
  // A loop over a set also visits elements added during the loop.
  for (const path of seen) {
    for (const name of namesIn(files.get(path)!)) {
      if (isAbsolute(name) || seen.size > MOST_INCLUDED) continue;
      const beside = resolve(dirname(path), name);
      const bytes = files.get(beside) ?? ((await isFile(beside)) ? await readSource(beside) : undefined);
      if (bytes) {
        files.set(beside, bytes);
        seen.add(beside);
      } else for (const other of files.keys()) if (other.endsWith(`/${name}`)) seen.add(other);
    }
  }
}
