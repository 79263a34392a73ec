// File name for a program that is a single string without a file name. A file's suffix indicates its Fortran form;
// without a name, the form is detected from the text.
import type { FortranForm, Language } from './language.ts';

const LAST_COLUMN = 72;
const SEQUENCE_COLUMNS = 80;

/**
 * Guesses whether the form is fixed: comments marked by a letter in the first column, statements from column 7. Free
 * form that is indented throughout looks the same, except for `&` at line ends and for lines longer than a punched
 * card.
 */
export function guessFortranForm(source: string): FortranForm {
  const lines = source.split(/\r?\n/).filter((line) => line.trim() !== '' && !/^\s*[!#]/.test(line));
  if (lines.length === 0) return 'free';
  const isComment = (line: string) => /^[c*d](?:\W|$)/i.test(line) || line.startsWith('*');
  const isStatement = (line: string) => /^(?:[ \d]{5}[ 0]|[ ]{5}\S|[ \d]*\t)\s*\S/.test(line);
  const isCard = (line: string) =>
    isComment(line) || line.slice(0, SEQUENCE_COLUMNS + 1).replace(/!.*/, '').length <= SEQUENCE_COLUMNS;
  const continuesFreely = (line: string) =>
    !isComment(line) && /&\s*(?:!.*)?$/.test(line.slice(0, LAST_COLUMN));
  const isFixed = lines.every(
    (line) => (isComment(line) || isStatement(line)) && isCard(line) && !continuesFreely(line),
  );
  return isFixed ? 'fixed' : 'free';
}

/** File name for a single source; `form` is its Fortran form, if known. */
export function nameLoneSource(language: Language, source: string, form?: FortranForm): string {
  if (language === 'C') return 'main.c';
  if (language === 'C++') return 'main.cpp';
  return (form ?? guessFortranForm(source)) === 'fixed' ? 'main.f' : 'main.f90';
}
