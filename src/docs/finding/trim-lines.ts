/**
 * Removes empty lines at the start and end of a string. Preserves spaces before the first word, because they matter in
 * Fortran's fixed form.
 */
export function trimLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
}
