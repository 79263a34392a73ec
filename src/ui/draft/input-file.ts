// A file that the page's program finds in its working directory: text where an editor can show it, or else bytes, in a
// form that links and drafts (JSON) can carry. What was added comes back with the same bytes.
import { keepLineEnds } from './line-ends.ts';

export type InputFile = TextFile | BinaryFile;

interface TextFile {
  /** Below the program's working directory. */
  readonly path: string;
  readonly text: string;
}

interface BinaryFile {
  readonly path: string;
  /** The bytes in base64. Versions that know only text refuse a link with it, and so change nothing. */
  readonly base64: string;
}

/** A file of these bytes: as text where they are valid UTF-8 that can be edited. */
export function toInputFile(path: string, bytes: Uint8Array): InputFile {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return { path, text };
  } catch {
    // Not text, then.
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

/** The content as a text: equal for equal files. */
export function contentOfFile(file: InputFile): string {
  return 'text' in file ? `text:${file.text}` : `base64:${file.base64}`;
}

/** The file with a text that was edited; its line ends stay. */
export function editText(file: TextFile, text: string): InputFile {
  return { path: file.path, text: keepLineEnds(file.text, text) };
}

/** The file in data from outside; undefined when they are none. */
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
