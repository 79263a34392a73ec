// The list of packed toolchain files, `files.json`, as scripts/pack-toolchain.ts writes it. Its address changes with its
// contents, and the code that reads it holds that address: code and toolchain are always of one version.
import { HazeError } from '../../errors/haze-error.ts';

/** Header of files that our service worker answers. */
export const SERVED = 'X-Haze-Served';

/** A piece of a file, compressed by itself. */
export interface Piece {
  /** Its file name, in the folder `toolchain` beside that of the list. */
  readonly name: string;
  /** SHA-256 of the compressed bytes, in hexadecimal. */
  readonly hash: string;
  readonly packedBytes: number;
  readonly bytes: number;
}

export interface PackedFile {
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  readonly coding: 'br' | 'gzip';
  /** SHA-256 of the whole file, in hexadecimal. */
  readonly hash: string;
  readonly bytes: number;
  readonly pieces: readonly Piece[];
  /** Purpose of the file; absent for files that every build takes. */
  readonly group?: FileGroup;
  /** Number of the part in a divided module. */
  readonly part?: number;
  /** Folders and files that an archive adds to the system folder, by their paths there. */
  readonly adds?: readonly string[];
}

/**
 * Files that come together: functions of the compiler that programs in C++ and a few others call, those that only a few
 * others do and only C++; headers and libraries of C++, and headers that few of its programs take; functions and headers that
 * some builds take and functions that hardly any does; what draws pictures; what formats sources, which comes when somebody
 * has one formatted and not before.
 */
export type FileGroup =
  | 'shared'
  | 'few'
  | 'C++'
  | 'C++ library'
  | 'C++ headers'
  | 'some'
  | 'rest'
  | 'pictures'
  | 'format';

export interface ToolchainList {
  readonly files: readonly PackedFile[];
}

/** The list that a text is; undefined when the text is none. */
export function maybeToolchainList(text: string): ToolchainList | undefined {
  try {
    const list = JSON.parse(text) as ToolchainList;
    const isFile = (file: PackedFile) => typeof file.name === 'string' && Array.isArray(file.pieces);
    return list.files.every(isFile) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** URL that serves a piece. The piece is also kept there until its file is whole. */
export function pieceUrl(listUrl: URL, piece: Piece): URL {
  return new URL(`../toolchain/${piece.name}`, listUrl);
}

/** Under which a whole file is kept; nothing is served there. */
export function fileAddress(listUrl: URL, file: PackedFile): string {
  return new URL(`../toolchain/${file.hash}/${file.name}`, listUrl).href;
}

/** Everything that may be kept for a list. */
export function listAddresses(listUrl: URL, { files }: ToolchainList): Set<string> {
  const pieces = files.flatMap((file) => file.pieces.map((piece) => pieceUrl(listUrl, piece).href));
  return new Set([listUrl.href, ...pieces, ...files.map((file) => fileAddress(listUrl, file))]);
}

/** Bytes that travel for some files. */
export function sumPackedBytes(files: readonly PackedFile[]): number {
  return files.reduce(
    (sum, { pieces }) => pieces.reduce((part, { packedBytes }) => part + packedBytes, sum),
    0,
  );
}

/** The entry of a file. @throws HazeError `asset-missing` */
export function findFile(list: ToolchainList, name: string): PackedFile {
  const file = list.files.find((entry) => entry.name === name);
  if (file) return file;
  throw new HazeError(
    'asset-missing',
    `This site has no "${name}", which Haze needs. It was not deployed whole: deploy it again.`,
  );
}
