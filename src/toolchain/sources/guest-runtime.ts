// Contribution of our own runtime to every program: headers, objects and flags. `npm run build:wasm` makes the files.
// This module has only their shape, so that pages, workers and Node can each fetch them in their own way.
import type { Language } from './language.ts';
import type { FileContent } from './source-files.ts';

export interface GuestRuntime {
  /** Changes whenever anything below changes: part of the key of every cached object. */
  readonly version: string;
  /** Headers by path, such as `uxhw.h`. They are found before the system's. */
  readonly headers: Readonly<Record<string, FileContent>>;
  /** Objects (`*.o`, linked whole) and archives (`*.a`, linked as needed) of every program, by file name. */
  readonly library: Readonly<Record<string, Uint8Array>>;
  /** Further objects and archives of programs that have a source in the language. */
  readonly languageLibrary: Readonly<Partial<Record<Language, Readonly<Record<string, Uint8Array>>>>>;
  /** Languages whose programs begin at a `_start` in the libraries above, instead of the C library's. */
  readonly ownStart?: readonly Language[];
  /** Flags of the linker, such as `--wrap=sin`. */
  readonly linkFlags: readonly string[];
  /** Flags of the compiler, besides the flags of every program; Fortran sources get the flags of C. */
  readonly compileFlags: { readonly c: readonly string[]; readonly cxx: readonly string[] };
}
