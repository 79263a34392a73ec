// Divides the compiler according to its profile: functions called by every build, by a few C and Fortran programs, by
// C++ programs, by some builds, and all other functions, which hardly any build calls. The parts are cached in
// node_modules/.cache/haze, because dividing takes ten seconds.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readModule } from '../src/rewrite/reading/module-reader.ts';
import { splitModule } from '../src/rewrite/split/split-module.ts';
import { PART_NAMES } from '../src/toolchain/clang/module-parts.ts';
import type { FileGroup } from '../src/toolchain/sources/file-list.ts';
import { hashModule, MAKE_PROFILE, PROFILED_GROUPS, profilePath, readProfile } from './compiler-profile.ts';
import { findProjectRoot } from './project-root.ts';
import { hashFiles, listClosure } from './source-closure.ts';

export interface CompilerPart {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly part?: number;
  readonly group?: FileGroup;
}

/** The compiler's parts, in the order of their numbers. */
const PARTS: readonly Omit<CompilerPart, 'bytes'>[] = [
  { name: 'llvm.core.wasm' },
  { name: 'llvm.core-shared.wasm', part: 1, group: 'shared' },
  { name: 'llvm.core-few.wasm', part: 2, group: 'few' },
  { name: 'llvm.core-cxx.wasm', part: 3, group: 'C++' },
  { name: 'llvm.core-some.wasm', part: 4, group: 'some' },
  { name: 'llvm.core-rest.wasm', part: 5, group: 'rest' },
];
const KEPT = 'compiler-part';

/**
 * Returns the compiler's parts. If the profile belongs to another module, warns and returns the whole compiler.
 * @param whole module from the package
 * @param change change to make before the division
 */
export async function divideCompiler(
  whole: Uint8Array,
  change: (module: Uint8Array) => void,
): Promise<CompilerPart[]> {
  const text = await readFile(profilePath(), 'utf8');
  const { hash, groups } = readProfile(text);
  const isOld = hashModule(whole) !== hash;
  change(whole);
  if (isOld) {
    console.warn(
      'warning: scripts/compiler-profile.txt belongs to another version of @yowasp/clang: pages get the compiler undivided, ' +
        `and first visits transfer three times as much. Recreate the profile: ${MAKE_PROFILE}`,
    );
    return [{ name: PARTS[0]!.name, bytes: whole }];
  }
  const parts = await divideOnce(whole, groups);
  return PARTS.map((part, index) => ({ ...part, bytes: parts[index]! }));
}

type Groups = ReturnType<typeof readProfile>['groups'];

async function divideOnce(module: Uint8Array, groups: Groups): Promise<Uint8Array[]> {
  const cache = join(findProjectRoot(), 'node_modules/.cache/haze');
  await mkdir(cache, { recursive: true });
  const code = listClosure(['src/rewrite/split/split-module.ts', 'src/toolchain/clang/module-parts.ts']);
  const key = hashFiles(code, hashModule(module), JSON.stringify(groups));
  const paths = PARTS.map((_, part) => join(cache, `${KEPT}-${key}-${part}`));
  const kept = await Promise.all(paths.map((path) => readFile(path).catch(() => undefined)));
  if (kept.every((part) => part !== undefined)) return kept;
  for (const name of await readdir(cache)) if (name.startsWith(KEPT)) await rm(join(cache, name));
  const partOf = new Uint8Array(readModule(module).bodies.length).fill(PARTS.length - 1);
  for (const [part, group] of PROFILED_GROUPS.entries())
    for (const index of groups[group]) partOf[index] = part;
  const parts = splitModule(module, partOf, PARTS.length, PART_NAMES);
  // Moves complete files into place, because other processes may be reading them at the same time.
  for (const [part, path] of paths.entries()) {
    await writeFile(`${path}.new`, parts[part]!);
    await rename(`${path}.new`, path);
  }
  return parts;
}
