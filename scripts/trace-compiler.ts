// Builds programs in this process, whose engine prints each of the compiler's functions on stdout when it is first
// called and compiled. scripts/make-compiler-profile.ts starts it with arguments that select programs: C, C++ or
// Fortran; "0/3" for the first third; "ways" for some programs in all usual kinds of builds; "headers" for beginners'
// programs, built repeatedly with precompiled headers.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MemoryObjectCache } from '../src/jobs/compiling/memory-object-cache.ts';
import { loadGuestRuntime } from '../src/node/engine/assets.ts';
import { buildProgram } from '../src/toolchain/building/build-program.ts';
import type { BuildRequest, BuildResult } from '../src/toolchain/building/build-result.ts';
import { checkSource } from '../src/toolchain/building/check-source.ts';
import { loadClang } from '../src/toolchain/clang/clang.ts';
import { findSourcePlaces } from '../src/toolchain/clang/source-place.ts';
import { createFortranCompiler } from '../src/toolchain/fortran/fortran-compiler.ts';
import { isFirstProgram, listPrograms, type ProfiledLanguage } from './profiled-programs.ts';
import { findProjectRoot } from './project-root.ts';

const OPTIMISATIONS = ['', '-O0', '-O1', '-O3', '-Os', '-g'];
const WARNINGS = '-Wall -Wextra -Wpedantic -Wconversion -Wshadow';
/** Interval between the programs that are built in all ways: every 14th. */
const ONE_IN = 14;

const root = findProjectRoot();
const [clang, guest] = await Promise.all([loadClang(), loadGuestRuntime()]);

function requestOf(path: string, text: string, flags = ''): BuildRequest {
  const name = basename(path);
  const own = /^\/\/ flags: (.*)$/m.exec(text)?.[1] ?? '';
  return {
    sources: new Map([[name, text]]),
    configMk: `SOURCES = ${name}\nCFLAGS += ${own} ${flags}\nCXXFLAGS += ${own} ${flags}\n`,
  };
}

const cache = { objects: new MemoryObjectCache(), account: 'profile' };

function build(request: BuildRequest, isCached = false): Promise<BuildResult> {
  const compilers = [createFortranCompiler(clang, guest)];
  return buildProgram(request, { clang, guest, compilers, ...(isCached && { cache }) });
}

/** Finds the source lines of some instructions, as is done for a trap or a traced value. */
async function findLines(path: string, text: string): Promise<void> {
  const built = await build({ ...requestOf(path, text), debug: true });
  if (!built.ok) return;
  const offsets = Array.from({ length: 20 }, (_, i) => Math.floor((built.sizeBytes * (i + 1)) / 60));
  await findSourcePlaces(clang, built.module, offsets);
}

/** Imitates source code that is being edited: truncated, or with a missing line, missing semicolons or wrong names. */
async function spoil(path: string, text: string, seed: number): Promise<void> {
  const lines = text.split('\n');
  const at = (seed * 7919) % lines.length;
  const texts = [
    lines.slice(0, at).join('\n'),
    lines.toSpliced(at, 1).join('\n'),
    text.replace(/;/g, (semicolon, offset: number) => (offset % (seed + 11) === 0 ? '' : semicolon)),
    text.replace(/\b[a-z]{4,}\b/g, (word, offset: number) =>
      offset % 17 === 0 ? `${word.slice(0, -1)}x` : word,
    ),
  ];
  for (const spoilt of texts) {
    await build(requestOf(path, spoilt, WARNINGS));
    const request = requestOf(path, spoilt);
    await checkSource({ forC: { clang, guest } }, { request, path: basename(path) });
  }
}

/** Builds a program in the usual way, and checks it as the editor does. */
async function buildPlainly(path: string, text: string): Promise<void> {
  await build(requestOf(path, text));
  await checkSource({ forC: { clang, guest } }, { request: requestOf(path, text), path: basename(path) });
}

async function buildInAllWays(path: string, text: string, seed: number): Promise<void> {
  for (const flags of [...OPTIMISATIONS, WARNINGS]) await build(requestOf(path, text, flags));
  // Builds three times, because only the third build uses a precompiled header.
  for (let round = 0; round < 3; round++) await build(requestOf(path, text), true);
  await findLines(path, text);
  await build({ ...requestOf(path, text), forWatching: true });
  await spoil(path, text, seed);
}

/**
 * Builds again, as a page does for a user who keeps working on a program: the page precompiles headers after the
 * first build.
 */
async function buildAgain(path: string, text: string): Promise<void> {
  for (const edit of ['', '\n', '\n\n', '\n)']) {
    await build(requestOf(path, text + edit), true);
    const request = requestOf(path, text + edit);
    await checkSource({ forC: { clang, guest }, cache: cache.objects }, { request, path: basename(path) });
  }
}

const [, , language = '', chosen = ''] = process.argv;
const [share = 0, shares = ONE_IN] = /^\d/.test(chosen) ? chosen.split('/').map(Number) : [];
for (const [index, program] of listPrograms(language as ProfiledLanguage).entries()) {
  if (chosen === 'headers' ? !isFirstProgram(program) : index % shares !== share) continue;
  const path = join(root, program);
  const text = readFileSync(path, 'utf8');
  if (chosen === 'headers') await buildAgain(path, text);
  else if (chosen === 'ways') await buildInAllWays(path, text, index);
  else await buildPlainly(path, text);
}
