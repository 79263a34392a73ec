/** The anchor of a heading, as hosts of Markdown make it: words in lower case, joined by hyphens. */
export function slugOf(heading: string): string {
  const words = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '');
  return words.replaceAll(/\s/g, '-');
}
