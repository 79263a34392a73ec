/**
 * A text without empty lines at its ends. Blanks before its first word stay, because they matter in Fortran's fixed
 * form.
 */
export function trimLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
}
