// The engine's interface to the compiler that turns sources into modules, either in this thread (implemented here) or
// in a page's worker.
import { loadOnce } from '../errors/load-once.ts';
import { rewriteProgram } from '../runtime/preparing/rewrite-program.ts';
import { buildProgram } from '../toolchain/building/build-program.ts';
import type { BuildRequest, BuildResult } from '../toolchain/building/build-result.ts';
import type { Clang, LoadProgress } from '../toolchain/clang/clang.ts';
import { createClangCompiler } from '../toolchain/clang/clang-compiler.ts';
import { createFortranCompiler } from '../toolchain/fortran/fortran-compiler.ts';
import type { Compiler } from '../toolchain/sources/compiler.ts';
import type { GuestRuntime } from '../toolchain/sources/guest-runtime.ts';
import type { ObjectCache } from '../toolchain/sources/object-cache.ts';
import { findPlaces, type PlacesOf } from './places/find-places.ts';
import type { Trap } from './places/trap.ts';
import { maybeTrapPlace } from './places/trap-place.ts';

export interface CompileOptions {
  /** Reports progress while the compiler loads for the first time. */
  readonly onLoad?: ((progress: LoadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ProgramCompiler {
  /** Builds a program. A program that does not compile also yields a result. */
  build(request: BuildRequest, options: CompileOptions): Promise<BuildResult>;
  /** Makes a linked module ready to run. @throws HazeError if the module cannot be rewritten */
  rewrite(linked: Uint8Array): Promise<Uint8Array>;
  /**
   * Makes a linked module ready for runs that list the values of lines: operations mark their locations. Absent in
   * compilers whose programs are never run in this way.
   */
  rewriteWithPlaces?(linked: Uint8Array): Promise<Uint8Array>;
  /** A trap's source position "file:line:column", if debug information covers it. Rejects when the signal fires. */
  placeOf(trap: Trap, signal: AbortSignal): Promise<string | undefined>;
  /** The locations of a program's instructions; see find-places.ts. */
  readonly placesOf: PlacesOf;
}

/** Loaders for the compiler and the programs' runtime. */
export interface CompilerParts {
  clang(onLoad?: (progress: LoadProgress) => void): Promise<Clang>;
  guest(): Promise<GuestRuntime>;
  /** Caches objects and precompiled headers; without it, nothing is cached. */
  readonly objects?: ObjectCache | undefined;
  /** Distributes the sources of large programs among other compilers. */
  readonly share?: (own: Compiler) => Promise<Compiler & { close(): void }>;
}

/** Account for objects that belong to this process's own user. */
const OWN = 'own';

/** Creates a compiler in this thread. Its parts are loaded lazily, and stay loaded. */
export function createLocalCompiler(parts: CompilerParts): ProgramCompiler {
  const loadClang = loadOnce((onLoad?: (progress: LoadProgress) => void) => parts.clang(onLoad));
  const loadGuest = loadOnce(() => parts.guest());
  const build = async (request: BuildRequest, { onLoad, signal }: CompileOptions) => {
    signal?.throwIfAborted();
    const [clang, guest] = await Promise.all([loadClang(onLoad), loadGuest()]);
    const { objects } = parts;
    const cache = objects && { objects, account: OWN };
    const own = createClangCompiler(clang, guest, objects);
    const shared = await parts.share?.(own);
    const forC = shared ?? own;
    const compilers = [createFortranCompiler(clang, guest, { forC }), forC];
    try {
      return await buildProgram(request, { clang, guest, compilers, ...(cache && { cache }) });
    } finally {
      shared?.close();
    }
  };
  return {
    build,
    rewrite: async (linked) => rewriteProgram(linked).module,
    rewriteWithPlaces: async (linked) => rewriteProgram(linked, { marksPlaces: true }).module,
    placeOf: async (trap, signal) =>
      maybeTrapPlace(await loadClang(), trap, (request) => build(request, { signal })),
    placesOf: async (program, codeOffsets) =>
      findPlaces(await loadClang(), program, codeOffsets, (request) => build(request, {})),
  };
}
