// The programs by which the compiler is profiled: those of examples/ and test/ in one language, always in the same order.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from './project-root.ts';

export type ProfiledLanguage = 'C' | 'C++' | 'Fortran';

const SUFFIXES: Readonly<Record<ProfiledLanguage, RegExp>> = {
  C: /\.c$/,
  'C++': /\.cpp$/,
  Fortran: /\.(f|f90)$/,
};

/** Paths from the project's root. */
export function listPrograms(language: ProfiledLanguage): string[] {
  return ['examples', 'test/corpus', 'test/fortran'].flatMap((folder) =>
    readdirSync(join(findProjectRoot(), folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => SUFFIXES[language].test(path))
      .sort()
      .map((path) => `${folder}/${path}`),
  );
}

/** Whether a program is one of the gallery, which first visits begin with. */
export function isOfGallery(path: string): boolean {
  return /^examples\/[^/]+$/.test(path);
}
