// Languages of embedded programs, under the names that authors use.
import type { ProgramRequest } from '../../client/program/program-messages.ts';

const LANGUAGES: Readonly<Record<string, ProgramRequest['language']>> = {
  c: 'C',
  'c++': 'C++',
  cpp: 'C++',
  cxx: 'C++',
  fortran: 'Fortran',
  f90: 'Fortran',
  f77: 'Fortran',
};

/** The language with this name, case-insensitively; undefined if the name is unknown. */
export function maybeLanguage(word: string): ProgramRequest['language'] | undefined {
  return LANGUAGES[word.trim().toLowerCase()];
}
