// Saves a file to the user's disk, as a download.

const MOST_CHARACTERS = 60;

/** Letters and digits of a text, joined by hyphens, for a file's name; `fallback` if there are none. */
export function nameFor(text: string, fallback: string): string {
  const words = text.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, MOST_CHARACTERS);
  return words.replaceAll(/^-|-$/g, '') || fallback;
}

/** Offers the content as a download under this name. */
export function saveFile(name: string, content: Blob | string): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content]) : content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revokes the URL only after a minute, by which time the browser must have read the content.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
