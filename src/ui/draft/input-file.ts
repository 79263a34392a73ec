// An input file of the page's program, for links and drafts. The bytes of an added file never change.
import type { DataFile, TextFile } from '../../docs/finding/data-file.ts';
import { keepLineEnds } from './line-ends.ts';

export { bytesOfFile, toDataFile as toInputFile } from '../../docs/finding/data-file.ts';

export type InputFile = DataFile;

/** Maximum size of an input file, because every draft and link contains the files. */
const MOST_FILE_BYTES = 1_000_000;

/** @throws Error that names the first file that exceeds the page's size limit for inputs */
export function checkInputSizes(files: readonly { readonly name: string; readonly size: number }[]): void {
  const large = files.find(({ size }) => size > MOST_FILE_BYTES);
  if (!large) return;
  const rest = `A file in the page can have at most ${MOST_FILE_BYTES} bytes; send larger files to the service with PUT /files.`;
  throw new Error(`${large.name} has ${large.size} bytes. ${rest}`);
}

/** The content as a string; equal files yield equal strings. */
export function contentOfFile(file: InputFile): string {
  return 'text' in file ? `text:${file.text}` : `base64:${file.base64}`;
}

/** The file with edited text; its line endings are preserved. */
export function editText(file: TextFile, text: string): InputFile {
  return { path: file.path, text: keepLineEnds(file.text, text) };
}

/** Input file read from external data; undefined if the data is invalid. */
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
