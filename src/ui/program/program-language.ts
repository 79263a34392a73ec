// Languages of embedded programs, by the words that authors write.
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

/** The language of that word, in any letter case; undefined where there is none. */
export function maybeLanguage(word: string): ProgramRequest['language'] | undefined {
  return LANGUAGES[word.trim().toLowerCase()];
}
