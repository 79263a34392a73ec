// Versions of the packed tools: one covers everything that affects results, and the other everything that affects
// builds.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { distUrl } from '../dist-url.ts';

/** Version of the compiler's package, read without loading the package's 100 MB. */
export async function readClangVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@yowasp/clang');
  const text = await readFile(join(dirname(entry), '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/**
 * Version that covers everything that determines a built program: front end, rewriter, runtime, headers and clang.
 * Undefined if a component is missing, or in an unpacked copy, because its source files may change.
 */
export async function maybeBuildVersion(): Promise<string | undefined> {
  if (!import.meta.url.includes('/packed/')) return undefined;
  try {
    const [text, clang] = await Promise.all([
      readFile(distUrl('wasm/versions.json'), 'utf8'),
      readClangVersion(),
    ]);
    const { building } = JSON.parse(text) as { readonly building?: string };
    return building && `${building} ${clang}`;
  } catch {
    return undefined;
  }
}

/**
 * A hash of the packed source files, the runtime that is linked into programs, and the compiler, in hexadecimal.
 * Undefined if one of them is missing, or in an unpacked copy.
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
