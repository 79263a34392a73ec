/**
 * Removes empty lines at the start and end of a string. Spaces before the first word stay, because they matter in
 * Fortran's fixed form.
 */
export function trimLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
}
