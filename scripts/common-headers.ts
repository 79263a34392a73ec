// Finds the headers that C++ programs commonly use: the headers that the compiler opens for common includes. They are
// packed with the library; other headers are loaded when a program includes one of them. The list is cached in
// node_modules/.cache/haze.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clang } from '../src/toolchain/clang/clang.ts';
import { defaultFlags } from '../src/toolchain/flags/default-flags.ts';
import { findProjectRoot } from './project-root.ts';

const INCLUDED = (
  'algorithm array bitset cassert chrono cmath complex cstdint cstdio cstdlib cstring ctime deque ' +
  'exception fstream functional iomanip iostream iterator limits list map memory numeric optional ' +
  'queue random set sstream stack stdexcept string string_view tuple type_traits unordered_map ' +
  'unordered_set utility variant vector'
).split(' ');

/**
 * Paths relative to the root of the system folder, such as `include/c++/v1/vector`. If the list is not cached, the
 * compiler is opened to find them.
 */
export async function listCommonHeaders(
  compiler: Uint8Array,
  openCompiler: () => Promise<Clang>,
): Promise<ReadonlySet<string>> {
  const flags = defaultFlags('C++');
  const key = createHash('sha256')
    .update(compiler)
    .update(JSON.stringify([INCLUDED, flags]))
    .digest('hex');
  const cache = join(findProjectRoot(), 'node_modules/.cache/haze');
  const path = join(cache, `common-headers-${key.slice(0, 16)}.json`);
  const kept = await readFile(path, 'utf8').catch(() => undefined);
  if (kept !== undefined) return new Set(JSON.parse(kept) as string[]);
  const headers = await askCompiler(await openCompiler(), flags);
  await mkdir(cache, { recursive: true });
  // The file is written atomically, because other processes may look for it at the same time.
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify(headers));
  await rename(unfinished, path);
  return new Set(headers);
}

async function askCompiler(clang: Clang, flags: readonly string[]): Promise<string[]> {
  const source = INCLUDED.map((name) => `#include <${name}>\n`).join('');
  const { status, stdout, stderr } = await clang.run(['clang++', ...flags, '-M', 'a.cpp'], {
    'a.cpp': source,
  });
  if (status !== 0) throw new Error(`the C++ headers could not be listed: ${stderr}`);
  const words = new TextDecoder().decode(stdout).split(/\s+/);
  return words.flatMap((word) => /include\/c\+\+\/.*/.exec(word)?.[0] ?? []);
}
