// Input and output of a build. A failed build is a result with its log, never an exception.
import type { Clang } from '../clang/clang.ts';
import type { Compiler, Debugging } from '../sources/compiler.ts';
import type { Diagnostic } from '../sources/diagnostic.ts';
import type { GuestRuntime } from '../sources/guest-runtime.ts';
import type { Language } from '../sources/language.ts';
import type { AccountCache } from '../sources/object-cache.ts';
import type { SourceFiles } from '../sources/source-files.ts';

export interface BuildRequest {
  /** The whole folder tree of the program, headers included, by path. */
  readonly sources: SourceFiles;
  /** The folder that is built; absent for the root. Paths in config.mk are relative to it. */
  readonly directory?: string;
  /** The files to compile when SOURCES of config.mk is empty; all other files can only be included. */
  readonly only?: readonly string[];
  /**
   * Language of the files in `only`, or of the one source of a build without folders; it overrides the file's suffix.
   */
  readonly language?: Language;
  /** Text of config.mk; overrides a file with this name in the build folder. */
  readonly configMk?: string;
  /** Debug information of the module. */
  readonly debug?: Debugging;
  /** Compiles without optimisation and with debug information, so that variables can be found and watched. */
  readonly forWatching?: boolean;
}

export interface BuildContext {
  readonly clang: Clang;
  readonly guest: GuestRuntime;
  /** Compilers besides clang, such as the Fortran compiler. */
  readonly compilers?: readonly Compiler[];
  /** Keeps objects and precompiled headers between builds. */
  readonly cache?: AccountCache;
  /** Called when each source begins; `done` counts the compiled sources. */
  readonly onProgress?: (progress: { done: number; total: number; source: string }) => void;
}

interface BuildReport {
  /** Command lines, all messages of compiler and linker, remarks on dropped flags, and the outcome. */
  readonly log: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The commands as a user would type them. */
  readonly commands: readonly string[];
  /** True when a compiler read the clock, so that the same build gives a different module later. */
  readonly readClock: boolean;
  readonly buildTimeMs: number;
  /** True when the result and its time come from an earlier, equal build. */
  readonly isKept?: boolean;
}

export interface BuildSuccess extends BuildReport {
  readonly ok: true;
  readonly module: Uint8Array;
  readonly sizeBytes: number;
}

export interface BuildFailure extends BuildReport {
  readonly ok: false;
}

/** A module, or the log of a failed build; `ok` distinguishes them. */
export type BuildResult = BuildSuccess | BuildFailure;
