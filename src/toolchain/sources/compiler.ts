// Interface of a compiler for a build: sources in, an object and messages out. Clang implements it; a Fortran front end
// and other toolchains can too.
import type { Diagnostic } from './diagnostic.ts';
import type { Language } from './language.ts';
import type { FileContent } from './source-files.ts';

/**
 * Kind of debug information. With `lines`, the code equals a build without debug information, byte for byte. With true,
 * variables of Fortran programs are found too: their code clears and shares them in ways that can be followed.
 */
export type Debugging = boolean | 'lines';

/** One thing to compile. */
export interface CompileUnit {
  /** Paths from the root of the files: one, or all sources of the compiler's languages when it takes whole programs. */
  readonly sources: readonly [string, ...string[]];
  readonly language: Language;
  /** All files of the program, by normalised path. */
  readonly files: ReadonlyMap<string, FileContent>;
  /** The build folder, in which flags with relative paths are meant; empty for the root. */
  readonly directory: string;
  /** Flags of the person, defaults among them, in order. */
  readonly flags: readonly string[];
  /** Debug information that the build requests. */
  readonly debug: Debugging;
  /** Flags that follow from the text of all files (program-traits.ts) and are not shown. */
  readonly traits: readonly string[];
}

export interface CompileResult {
  /** The object; undefined when the unit does not compile. */
  readonly object: Uint8Array | undefined;
  /** The command as a person would type it. */
  readonly command: string;
  /** Messages of the compiler, for people. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * The program's files whose content the result follows from, as far as a read was seen. All other files may have any
   * content, as long as no file comes or goes. Undefined when reads were not seen.
   */
  readonly dependencies: readonly string[] | undefined;
  /** Limit that the compilation reached, as a sentence; the messages have it, too. */
  readonly limit?: string;
  /** True when the compiler read the clock, so that the same unit gives another object later. */
  readonly readClock: boolean;
}

export interface Compiler {
  readonly name: string;
  readonly languages: readonly Language[];
  /** `file`: every source becomes a separate object; `program`: all sources of its languages become one. */
  readonly granularity: 'file' | 'program';
  /** Number of units that it compiles at the same time, such as the number of its workers; 1 when absent. */
  readonly concurrency?: number;
  /** Changes whenever the same unit may give another object: part of the key of cached objects. */
  readonly version: string;
  /** Compiles a unit. The result has the program's faults, and nothing throws for them. */
  compile(unit: CompileUnit): Promise<CompileResult>;
}
