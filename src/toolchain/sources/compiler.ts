// Interface of a compiler in a build, which turns sources into an object and messages. It is implemented by clang, the
// Fortran front end and foreign toolchains.
import type { Diagnostic } from './diagnostic.ts';
import type { Language } from './language.ts';
import type { FileContent } from './source-files.ts';

/**
 * Kind of debug information. With `lines`, the code is identical, byte for byte, to a build without debug information.
 * With `true`, the variables of Fortran programs can also be found, because the code clears and shares them in
 * traceable ways.
 */
export type Debugging = boolean | 'lines';

/** A unit of compilation. */
export interface CompileUnit {
  /**
   * Paths from the root of the files: a single source, or all sources in the compiler's languages if it compiles whole
   * programs.
   */
  readonly sources: readonly [string, ...string[]];
  readonly language: Language;
  /** All files of the program, by normalised path. */
  readonly files: ReadonlyMap<string, FileContent>;
  /** The build folder, to which paths in flags are relative; empty for the root. */
  readonly directory: string;
  /** The user's flags, including defaults, in order. */
  readonly flags: readonly string[];
  /** Debug information that the build requests. */
  readonly debug: Debugging;
  /** Flags derived from the text of all files (program-traits.ts); they are not shown. */
  readonly traits: readonly string[];
}

export interface CompileResult {
  /** The object; undefined if compilation fails. */
  readonly object: Uint8Array | undefined;
  /** Command as a user would type it. */
  readonly command: string;
  /** Compiler messages as readable text. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Program files whose contents determine the result, as observed when they were read. All other files may have any
   * contents, as long as no file appears or disappears. Undefined if reads were not observed.
   */
  readonly dependencies: readonly string[] | undefined;
  /** Limit that the compilation reached, as a sentence; also included in the messages. */
  readonly limit?: string;
  /** True if the compiler read the clock, so that compiling the same unit later produces a different object. */
  readonly readClock: boolean;
}

export interface Compiler {
  readonly name: string;
  readonly languages: readonly Language[];
  /**
   * `file`: every source becomes a separate object; `program`: all sources in the compiler's languages become one
   * object.
   */
  readonly granularity: 'file' | 'program';
  /** Number of units compiled concurrently, such as the number of workers; 1 if undefined. */
  readonly concurrency?: number;
  /** Changes whenever the same unit may produce a different object; part of the key of cached objects. */
  readonly version: string;
  /** Compiles a unit. Errors in the program are reported in the result, never thrown. */
  compile(unit: CompileUnit): Promise<CompileResult>;
}
