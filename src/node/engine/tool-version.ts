// Version of everything that affects the command's results: its own packed texts, the runtime that is linked into
// programs, and the compiler. A change of any of them changes the version.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { distUrl } from '../dist-url.ts';

/** The version of the compiler's package, without loading the package's 100 MB. */
export async function readClangVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@yowasp/clang');
  const text = await readFile(join(dirname(entry), '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/**
 * A hash of all three, in hexadecimal. Undefined if one of them is missing, and in an unpacked copy, because its texts
 * may change.
 */
export async function maybeToolVersion(): Promise<string | undefined> {
  if (!import.meta.url.includes('/packed/')) return undefined;
  try {
    const [texts, runtime, clang] = await Promise.all([
      readFile(distUrl('src/packed/made-from.txt')),
      readFile(distUrl('wasm/guest.json')),
      readClangVersion(),
    ]);
    return createHash('sha256').update(texts).update(runtime).update(clang).digest('hex');
  } catch {
    return undefined;
  }
}
