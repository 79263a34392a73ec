// Programs used to profile the compiler: programs in examples/ and test/ in one language, and beginners' programs,
// always in the same order.
import { listFiles } from './list-files.ts';

export type ProfiledLanguage = 'C' | 'C++' | 'Fortran';

const SUFFIXES: Readonly<Record<ProfiledLanguage, RegExp>> = {
  C: /\.c$/,
  'C++': /\.cpp$/,
  Fortran: /\.(f|f90)$/,
};

const BEGINNINGS = 'bench/page/first-programs';

/** Paths relative to the project's root. */
export function listPrograms(language: ProfiledLanguage): string[] {
  return [BEGINNINGS, 'examples', 'test/corpus', 'test/fortran'].flatMap((folder) =>
    listFiles(folder).filter((path) => SUFFIXES[language].test(path)),
  );
}

/** True for programs typical of first visits: gallery programs, and similar programs by beginners. */
export function isFirstProgram(path: string): boolean {
  return path.startsWith(`${BEGINNINGS}/`) || /^examples\/[^/]+$/.test(path);
}
