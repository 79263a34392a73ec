// A data file that a program finds in its working directory: text, or bytes in Base64. In attributes and links, the
// file is JSON.

export type DataFile = TextFile | BinaryFile;

export interface TextFile {
  /** Path relative to the program's working directory. */
  readonly path: string;
  readonly text: string;
}

interface BinaryFile {
  readonly path: string;
  /**
   * Bytes in Base64. Versions of the page that support only text reject a link with Base64, so they never corrupt the
   * file.
   */
  readonly base64: string;
}

/** Creates a file from bytes: as text, which can be edited, if they are valid UTF-8 without NUL characters. */
export function toDataFile(path: string, bytes: Uint8Array): DataFile {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return { path, text };
  } catch {
    // The bytes are not valid UTF-8.
  }
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { path, base64: btoa(binary) };
}

/** Returns the file's bytes, as the program sees them. */
export function bytesOfFile(file: DataFile): Uint8Array<ArrayBuffer> {
  if ('text' in file) return new TextEncoder().encode(file.text);
  return Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
}

/** Contents by path, in the form that runs expect. */
export function listContents(files: readonly DataFile[]): Record<string, string | Uint8Array> {
  return Object.fromEntries(files.map((file) => [file.path, 'text' in file ? file.text : bytesOfFile(file)]));
}
