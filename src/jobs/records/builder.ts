// Interface between an executor and a builder: a compile worker in pages and in Node, a substitute in tests.
import type { BuildOutput } from '../../program/built-program.ts';
import type { PlacesOf } from '../../program/places/find-places.ts';
import type { Trap } from '../../program/places/trap.ts';
import type { BuildProgress, BuildRequest } from '../../toolchain/building/build-result.ts';
import type { Language } from '../../toolchain/sources/language.ts';
import type { ObjectCache } from '../../toolchain/sources/object-cache.ts';

export interface BuildOptions {
  /**
   * Time limit, excluding the time to load the compiler. When it expires, the promise is rejected with `time-limit`.
   */
  readonly timeLimitMs: number;
  /** Account that requested the build: each account has its own compiled objects. */
  readonly account: string;
  /** Caches compiled objects beyond the life of the compile worker. */
  readonly cache?: ObjectCache;
  /** Reports each source before it is compiled. */
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Cancels the build; the promise is rejected with the signal's reason. */
  readonly signal: AbortSignal;
}

export interface Builder {
  /** Starts loading the tools that a program needs: the compiler, unless `maybeReady` has the program. */
  loadFor?(source: string, language: Language): Promise<void>;
  /** The result of a build that ships with the site; undefined for any other program. */
  maybeReady?(request: BuildRequest): Promise<Extract<BuildOutput, { ok: true }> | undefined>;
  /** Versions of the compiler, library and rewriter: everything that affects a module apart from the request. */
  version(): Promise<string>;
  /** Builds a program. A program's failure to build is a normal result; the caller may retry after `compiler-died`. */
  build(request: BuildRequest, options: BuildOptions): Promise<BuildOutput>;
  /** Makes a linked module ready to run. */
  rewrite(module: Uint8Array): Promise<Uint8Array>;
  /** "file:line:column" of a trap, if debug information specifies it. Rejects when the signal fires. */
  placeOf(trap: Trap, signal: AbortSignal): Promise<string | undefined>;
  /** Source locations of a program's instructions; see find-places.ts. */
  readonly placesOf: PlacesOf;
}
