// Input and output of a build. A failed build returns a result with its log, and never throws.
import type { Clang } from '../clang/clang.ts';
import type { Compiler, Debugging } from '../sources/compiler.ts';
import type { Diagnostic } from '../sources/diagnostic.ts';
import type { GuestRuntime } from '../sources/guest-runtime.ts';
import type { Language } from '../sources/language.ts';
import type { AccountCache } from '../sources/object-cache.ts';
import type { SourceFiles } from '../sources/source-files.ts';

export interface BuildRequest {
  /** The program's whole folder tree, including headers, by path. */
  readonly sources: SourceFiles;
  /** The folder to build; undefined for the root. Paths in config.mk are relative to it. */
  readonly directory?: string;
  /** Files to compile if SOURCES in config.mk is empty; other files can only be included. */
  readonly only?: readonly string[];
  /**
   * Language of the files in `only`, or of the only source of a build without folders; it overrides the file's
   * suffix.
   */
  readonly language?: Language;
  /** Text of config.mk; overrides any file with this name in the build folder. */
  readonly configMk?: string;
  /** Debug information of the module. */
  readonly debug?: Debugging;
  /** Compiles without optimisation and with debug information, so that variables can be located and watched. */
  readonly forWatching?: boolean;
}

/** The source that is about to be compiled. */
export interface BuildProgress {
  /** Number of sources already compiled. */
  readonly done: number;
  readonly total: number;
  readonly source: string;
}

export interface BuildContext {
  readonly clang: Clang;
  readonly guest: GuestRuntime;
  /** Compilers other than clang, such as the Fortran compiler. */
  readonly compilers?: readonly Compiler[];
  /** Stores objects and precompiled headers between builds. */
  readonly cache?: AccountCache;
  /** Called when compilation of a source begins. */
  readonly onProgress?: (progress: BuildProgress) => void;
}

interface BuildReport {
  /** Command lines, all compiler and linker messages, remarks on dropped flags, and the outcome. */
  readonly log: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The commands as a user would type them. */
  readonly commands: readonly string[];
  /** True if a compiler read the clock, so that a later build of the same sources produces a different module. */
  readonly readClock: boolean;
  readonly buildTimeMs: number;
  /** True if the result and its time were cached by an earlier, identical build. */
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
