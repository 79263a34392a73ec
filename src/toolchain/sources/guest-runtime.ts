// Our own runtime's contribution to every program: headers, objects and flags. `npm run build:wasm` creates the files.
// This module only defines their types, so that pages, workers and Node can fetch them in different ways.
import type { Language } from './language.ts';
import type { FileContent } from './source-files.ts';

/** Objects (`*.o`, linked completely) and archives (`*.a`, linked as needed), by file name. */
export type GuestLibrary = Readonly<Record<string, Uint8Array>>;

export interface GuestRuntime {
  /** Changes whenever any of the fields below changes; part of the key of every cached object. */
  readonly version: string;
  /** Headers by path, such as `uxhw.h`. They precede the system headers. */
  readonly headers: Readonly<Record<string, FileContent>>;
  /** Objects and archives for every program. */
  readonly library: GuestLibrary;
  /** Additional objects and archives, for programs with a source in the language. */
  readonly languageLibrary: Readonly<Partial<Record<Language, GuestLibrary>>>;
  /**
   * Loads a language's additional objects and archives if `languageLibrary` lacks them; undefined if there are none.
   * @throws HazeError for a failed download
   */
  readonly loadLibrary?: (language: Language) => Promise<GuestLibrary | undefined>;
  /** Languages whose programs start at a `_start` in the libraries above, instead of the C library's. */
  readonly ownStart?: readonly Language[];
  /** Linker flags, such as `--wrap=sin`. */
  readonly linkFlags: readonly string[];
  /** Compiler flags, in addition to those used for every program; C flags also apply to Fortran sources. */
  readonly compileFlags: { readonly c: readonly string[]; readonly cxx: readonly string[] };
}
