// Input file of the page's program: text that an editor can show, or bytes, in JSON for links and drafts. The bytes of
// an added file never change.
import { keepLineEnds } from './line-ends.ts';

export type InputFile = TextFile | BinaryFile;

interface TextFile {
  /** Path below the program's working directory. */
  readonly path: string;
  readonly text: string;
}

interface BinaryFile {
  readonly path: string;
  /** Bytes in base64. Versions that know only text refuse a link with them, and so change nothing. */
  readonly base64: string;
}

/** Largest input file: every draft and link contains the files. */
const MOST_FILE_BYTES = 1_000_000;

/** @throws Error that names the first file which is too large for an input of the page */
export function checkInputSizes(files: readonly { readonly name: string; readonly size: number }[]): void {
  const large = files.find(({ size }) => size > MOST_FILE_BYTES);
  if (!large) return;
  const rest = `A file of the page may have ${MOST_FILE_BYTES}; larger ones go to the service by PUT /files.`;
  throw new Error(`${large.name} has ${large.size} bytes. ${rest}`);
}

/** File from bytes: as text when they are editable, valid UTF-8. */
export function toInputFile(path: string, bytes: Uint8Array): InputFile {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return { path, text };
  } catch {
    // The bytes are no text.
  }
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { path, base64: btoa(binary) };
}

/** Bytes of the file, as the program reads them. */
export function bytesOfFile(file: InputFile): Uint8Array<ArrayBuffer> {
  if ('text' in file) return new TextEncoder().encode(file.text);
  return Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
}

/** Content as a string, equal for equal files. */
export function contentOfFile(file: InputFile): string {
  return 'text' in file ? `text:${file.text}` : `base64:${file.base64}`;
}

/** File with an edited text; its line ends stay. */
export function editText(file: TextFile, text: string): InputFile {
  return { path: file.path, text: keepLineEnds(file.text, text) };
}

/** File in data from outside; undefined for invalid data. */
export function maybeInputFile(data: unknown): InputFile | undefined {
  const { path, text, base64 } = (data ?? {}) as Partial<Record<string, unknown>>;
  if (typeof path !== 'string') return undefined;
  if (typeof text === 'string') return { path, text };
  if (typeof base64 !== 'string') return undefined;
  try {
    return { path, base64: btoa(atob(base64)) };
  } catch {
    return undefined;
  }
}
