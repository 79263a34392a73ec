// Saves a file to the user's disk, as a download.

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
