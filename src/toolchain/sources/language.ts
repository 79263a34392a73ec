// Names of programming languages, and detection of a file's language by its name. Suffixes follow the GNU
// conventions; other modules decide whether a compiler for a language is present.
import { HazeError } from '../../errors/haze-error.ts';

export type Language = 'C' | 'C++' | 'Fortran';

/** All language names that the service accepts, as users write them. */
const LANGUAGE_NAMES = ['C', 'C++', 'CPP', 'CXX', 'Fortran', 'F77', 'F90'] as const;

/** Form of a Fortran source: fixed (punched-card columns) or free. */
export type FortranForm = 'fixed' | 'free';

const LANGUAGE_OF_NAME: ReadonlyMap<string, Language> = new Map([
  ['C', 'C'],
  ['C++', 'C++'],
  ['CPP', 'C++'],
  ['CXX', 'C++'],
  ['FORTRAN', 'Fortran'],
  ['F77', 'Fortran'],
  ['F90', 'Fortran'],
]);

const CXX_SUFFIXES = new Set(['C', 'cc', 'cpp', 'CPP', 'c++', 'cp', 'cxx']);
const FIXED_FORM_SUFFIXES = new Set(['f', 'for', 'ftn', 'f77']);
const FREE_FORM_SUFFIXES = new Set(['f90', 'f95', 'f03', 'f08']);

/**
 * Language with this name (case-insensitive).
 * @throws HazeError `unknown-language`, listing the valid names
 */
export function parseLanguage(name: string): Language {
  const language = LANGUAGE_OF_NAME.get(name.trim().toUpperCase());
  if (language === undefined) {
    throw new HazeError(
      'unknown-language',
      `Unknown language "${name}". The languages are ${LANGUAGE_NAMES.join(', ')}; names are case-insensitive.`,
      { data: { name, languages: LANGUAGE_NAMES } },
    );
  }
  return language;
}

/** Language of a source, by its suffix; undefined for a header or any other file. */
export function maybeLanguageOfPath(path: string): Language | undefined {
  const suffix = suffixOf(path);
  if (suffix === 'c') return 'C';
  if (CXX_SUFFIXES.has(suffix)) return 'C++';
  return maybeFortranForm(path) === undefined ? undefined : 'Fortran';
}

/** Form of a Fortran source, by its suffix; undefined for other suffixes. */
export function maybeFortranForm(path: string): FortranForm | undefined {
  const suffix = suffixOf(path).toLowerCase();
  if (FIXED_FORM_SUFFIXES.has(suffix)) return 'fixed';
  return FREE_FORM_SUFFIXES.has(suffix) ? 'free' : undefined;
}

/** True if a Fortran source is preprocessed: its suffix begins with an upper-case letter. */
export function isPreprocessedFortran(path: string): boolean {
  return maybeFortranForm(path) !== undefined && suffixOf(path).startsWith('F');
}

function suffixOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1);
}
