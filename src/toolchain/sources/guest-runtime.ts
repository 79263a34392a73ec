// Our own runtime's contribution to every program: headers, objects and flags. `npm run build:wasm` makes the files.
// This module only defines their types, so that pages, workers and Node can fetch them in different ways.
import type { Language } from './language.ts';
import type { FileContent } from './source-files.ts';

export interface GuestRuntime {
  /** Changes whenever anything below changes; part of the key of every cached object. */
  readonly version: string;
  /** Headers by path, such as `uxhw.h`. They precede the system headers. */
  readonly headers: Readonly<Record<string, FileContent>>;
  /** Objects (`*.o`, linked completely) and archives (`*.a`, linked as needed) for every program, by file name. */
  readonly library: Readonly<Record<string, Uint8Array>>;
  /** Additional objects and archives, for programs with a source in the language. */
  readonly languageLibrary: Readonly<Partial<Record<Language, Readonly<Record<string, Uint8Array>>>>>;
  /** Languages whose programs start at a `_start` in the libraries above, instead of the C library's. */
  readonly ownStart?: readonly Language[];
  /** Linker flags, such as `--wrap=sin`. */
  readonly linkFlags: readonly string[];
  /** Compiler flags, in addition to those used for every program; C flags also apply to Fortran sources. */
  readonly compileFlags: { readonly c: readonly string[]; readonly cxx: readonly string[] };
}
