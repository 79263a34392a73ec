// File name for a program that is a single text without a file. A file's suffix shows which Fortran form it has; for
// a text without a name, the lines show the form.
import type { FortranForm, Language } from './language.ts';

const LAST_COLUMN = 72;
const SEQUENCE_COLUMNS = 80;

/**
 * Guesses fixed form: comments marked by a letter in the first column, statements from column 7. Free form that is
 * indented throughout looks the same, except for `&` at the end of lines and for lines longer than a card.
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

/** File name for a single text; `form` is the form of a Fortran text, if known. */
export function nameLoneSource(language: Language, source: string, form?: FortranForm): string {
  if (language === 'C') return 'main.c';
  if (language === 'C++') return 'main.cpp';
  return (form ?? guessFortranForm(source)) === 'fixed' ? 'main.f' : 'main.f90';
}
