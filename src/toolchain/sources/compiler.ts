// Interface of a compiler for a build: sources in, an object and messages out. Clang, the Fortran front end and foreign
// toolchains implement it.
import type { Diagnostic } from './diagnostic.ts';
import type { Language } from './language.ts';
import type { FileContent } from './source-files.ts';

/**
 * Kind of debug information. With `lines`, the code equals a build without debug information, byte for byte. With true,
 * variables of Fortran programs are also found: their code clears and shares them in traceable ways.
 */
export type Debugging = boolean | 'lines';

/** One unit of compilation. */
export interface CompileUnit {
  /**
   * Paths from the root of the files: one source, or all sources of the compiler's languages when it takes whole
   * programs.
   */
  readonly sources: readonly [string, ...string[]];
  readonly language: Language;
  /** All files of the program, by normalised path. */
  readonly files: ReadonlyMap<string, FileContent>;
  /** The build folder, the base of relative paths in flags; empty for the root. */
  readonly directory: string;
  /** Flags of the user, including defaults, in order. */
  readonly flags: readonly string[];
  /** Debug information that the build requests. */
  readonly debug: Debugging;
  /** Flags that result from the text of all files (program-traits.ts); they are not shown. */
  readonly traits: readonly string[];
}

export interface CompileResult {
  /** The object; undefined when the unit does not compile. */
  readonly object: Uint8Array | undefined;
  /** The command as a user would type it. */
  readonly command: string;
  /** Messages of the compiler, for people. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * The program's files whose content determines the result, from observed reads. All other files may have any content,
   * as long as no file appears or disappears. Undefined when reads were not observed.
   */
  readonly dependencies: readonly string[] | undefined;
  /** Limit that the compilation reached, as a sentence, which is also among the messages. */
  readonly limit?: string;
  /** True when the compiler read the clock, so that the same unit gives a different object later. */
  readonly readClock: boolean;
}

export interface Compiler {
  readonly name: string;
  readonly languages: readonly Language[];
  /** `file`: every source becomes a separate object; `program`: all sources of its languages become one. */
  readonly granularity: 'file' | 'program';
  /** Number of units that it compiles concurrently, such as the number of its workers; 1 when absent. */
  readonly concurrency?: number;
  /** Changes whenever the same unit may give a different object: part of the key of cached objects. */
  readonly version: string;
  /** Compiles a unit. The program's faults are in the result; nothing throws for them. */
  compile(unit: CompileUnit): Promise<CompileResult>;
}
