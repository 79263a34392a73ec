/** A heading's anchor, in the form that Markdown hosts use: lower-case words joined by hyphens. */
export function slugOf(heading: string): string {
  const words = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '');
  return words.replaceAll(/\s/g, '-');
}
