// Languages of embedded programs, with the names that authors write.
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

/** Language with that name, in any letter case; undefined for an unknown name. */
export function maybeLanguage(word: string): ProgramRequest['language'] | undefined {
  return LANGUAGES[word.trim().toLowerCase()];
}
