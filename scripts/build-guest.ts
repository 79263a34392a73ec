// Compiles wasm/guest/** into the runtime that is linked into every program, and wasm/fortran/ into the runtime for
// Fortran programs, with the project's own clang. Objects needed by the rewriter's hooks are always linked; all other
// objects are in an archive and linked as needed. The names to wrap are taken from the objects: a symbol
// __wrap_NAME requires --wrap=NAME.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { TARGET_COMPILE_FLAGS } from '../src/toolchain/flags/default-flags.ts';
import type { GuestRuntime } from '../src/toolchain/sources/guest-runtime.ts';
import { buildFileTree } from '../src/toolchain/sources/source-files.ts';
import { operationsHeader } from '../src/uncertainty/core/operations-header.ts';
import { EXPORTED_VALUES } from '../src/uxhw/contract.ts';
import { familiesHeader, fillHeader } from '../src/uxhw/headers.ts';
import { findProjectRoot } from './project-root.ts';
import type { RunTool } from './run-tool.ts';
import { compilingVersion } from './wasm-versions.ts';

const INCLUDE = ['-Iwasm/include', '-Iwasm/guest', '-Iwasm/special', '-Igenerated'];
const SHARED_FLAGS = ['-O2', '-Wall', '-Werror', '-ffp-contract=off', '-fno-builtin', ...INCLUDE];
const C_FLAGS = [...SHARED_FLAGS, '-std=c23'];
const CXX_FLAGS = [
  ...SHARED_FLAGS,
  '-std=c++20',
  '-Os',
  '-fwasm-exceptions',
  '-mllvm',
  '-wasm-use-legacy-eh=true',
];
/** The Fortran library operates on the program's values, so its arithmetic is compiled and hooked in the same way. */
const FORTRAN_FLAGS = [
  '-O2',
  '-fwrapv',
  '-w',
  '-DFORTRAN_HAZE',
  '-DF_MAX_RANK=15',
  '-Iwasm/fortran',
  ...INCLUDE,
  '-include',
  'wasm/include/ux-prelude.h',
  ...TARGET_COMPILE_FLAGS,
];
/** Headers for compiled Fortran programs and the C sources that accompany them. */
const FORTRAN_HEADERS = new Set(
  ['fortran-runtime.h', 'fortran-faults.h', 'ISO_Fortran_binding.h'].map((name) => `wasm/fortran/${name}`),
);
/** Objects linked into every program, even if unused: the rewriter finds its hooks in them. */
const WHOLE_OBJECTS = ['box.c.o', 'collect.c.o', 'hooks.c.o', 'sort-keys.c.o'];

/**
 * Builds the guest runtime from its sources.
 * @throws Error with the compiler's output if a source does not compile
 */
export async function buildGuest(run: RunTool): Promise<GuestRuntime> {
  const root = findProjectRoot();
  const files = await readGuestSources(root);
  const tree = buildFileTree(files);
  const compiled = [...files.keys()].flatMap((path) => {
    const command = compileCommand(path);
    return command ? [run(command, tree, 'out.o').then((object) => [objectName(path), object] as const)] : [];
  });
  const objects = new Map(await Promise.all(compiled));
  const whole = pick(objects, (name) => WHOLE_OBJECTS.includes(name));
  const forFortran = pick(objects, (name) => name.startsWith('fortran-'));
  const forCxx = pick(objects, (name) => name.endsWith('.cpp.o') || name.startsWith('exceptions-'));
  const others = pick(objects, (name) => !whole.has(name) && !forCxx.has(name) && !forFortran.has(name));
  const library = { ...Object.fromEntries(whole), 'libux.a': await archive(run, others) };
  const runtime = {
    headers: publicHeaders(files),
    library,
    languageLibrary: {
      'C++': { 'libux-cxx.a': await archive(run, forCxx) },
      Fortran: { 'libux-fortran.a': await archive(run, forFortran) },
    },
    // C++ programs start in exceptions/start.cpp, so that uncaught exceptions call std::terminate.
    ownStart: ['C++' as const],
    linkFlags: [
      // The host creates the memory and limits it to the core's size.
      '--import-memory',
      ...EXPORTED_VALUES.map((name) => `--export=${name}`),
      ...(await wrapFlags(run, objects)),
    ],
    compileFlags: {
      c: ['-include', 'ux-prelude.h'],
      cxx: ['-include', 'ux-prelude.h', '-fwasm-exceptions', '-mllvm', '-wasm-use-legacy-eh=true'],
    },
  };
  return { version: compilingVersion(runtime), ...runtime };
}

/** The runtime's sources by path, including sources generated from tables. */
async function readGuestSources(root: string): Promise<Map<string, string>> {
  const files = await readTree(root, ['wasm/guest', 'wasm/special', 'wasm/include', 'wasm/fortran']);
  for (const [path, text] of files) if (path.startsWith('wasm/include/')) files.set(path, fillHeader(text));
  files.set('generated/ux-operations.h', operationsHeader());
  files.set('generated/ux-families.h', familiesHeader());
  return files;
}

type Objects = ReadonlyMap<string, Uint8Array>;

function pick(objects: Objects, choose: (name: string) => boolean): Objects {
  return new Map([...objects].filter(([name]) => choose(name)));
}

function archive(run: RunTool, objects: Objects): Promise<Uint8Array> {
  return run(['ar', 'rcs', 'out.a', ...objects.keys()], Object.fromEntries(objects), 'out.a');
}

async function readTree(root: string, folders: readonly string[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) files.set(relative(root, path), await readFile(path, 'utf8'));
    }
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function compileCommand(path: string): string[] | undefined {
  if (/^wasm\/fortran\/.*\.c$/.test(path)) return ['clang', ...FORTRAN_FLAGS, '-c', path, '-o', 'out.o'];
  if (!/^wasm\/(guest|special)\//.test(path)) return undefined;
  if (path.endsWith('.c')) return ['clang', ...C_FLAGS, '-c', path, '-o', 'out.o'];
  if (path.endsWith('.cpp')) return ['clang++', ...CXX_FLAGS, '-c', path, '-o', 'out.o'];
  if (/\.[sS]$/.test(path)) return ['clang', '-mexception-handling', '-c', path, '-o', 'out.o'];
  return undefined;
}

/** A name that is unique in the archive and differs from the names of the library's members. */
function objectName(path: string): string {
  return `${path.replace(/^wasm\/(guest\/)?/, '').replaceAll('/', '-')}.o`;
}

function publicHeaders(files: ReadonlyMap<string, string>): Record<string, string> {
  const headers = [...files].filter(
    ([path]) => path.startsWith('wasm/include/') || FORTRAN_HEADERS.has(path),
  );
  return Object.fromEntries(
    headers.map(([path, text]) => [path.replace(/^wasm\/(include\/|fortran\/)/, ''), text]),
  );
}

async function wrapFlags(run: RunTool, objects: Objects): Promise<string[]> {
  const command = ['nm', '--defined-only', '--format=just-symbols', ...objects.keys()];
  const symbols = new TextDecoder().decode(await run(command, Object.fromEntries(objects)));
  const wrapped = symbols.matchAll(/^__wrap_(.+)$/gm);
  return [...new Set([...wrapped].map(([, name]) => `--wrap=${name}`))].sort();
}
