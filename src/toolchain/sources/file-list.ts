// The list of packed toolchain files, `files.json`, written by scripts/pack-toolchain.ts. The list's URL changes with
// its contents, and the code that reads the list contains that URL, so code and toolchain always match in version.
import { HazeError } from '../../errors/haze-error.ts';
import type { Language } from './language.ts';

/** Header on responses from our service worker. */
export const SERVED = 'X-Haze-Served';

/** A piece of a compressed file. */
export interface Piece {
  /** File name, in the folder `toolchain` next to the list's folder. */
  readonly name: string;
  /** SHA-256, in hexadecimal. */
  readonly hash: string;
  readonly packedBytes: number;
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
  /** Purpose of the file; undefined for files that every build needs. */
  readonly group?: FileGroup;
  /** Number of the part in a divided module. */
  readonly part?: number;
  /** Folders and files that an archive adds to the system folder, by their paths within it. */
  readonly adds?: readonly string[];
}

/**
 * Group of files that are fetched together. Compiler functions: `shared` for C++ and a few other programs, `few` only
 * for those few others, along with headers and a library that few programs need; `C++` only for C++. Headers and
 * libraries: `C++ library`, `C++ headers` for a few C++ programs, and `Fortran library`. `some`: functions and headers
 * for some builds; `rest`: functions that hardly any build needs. `pictures` draws images. `format` formats sources,
 * and is fetched on the first request to format.
 */
export type FileGroup =
  | 'shared'
  | 'few'
  | 'C++'
  | 'C++ library'
  | 'C++ headers'
  | 'Fortran library'
  | 'some'
  | 'rest'
  | 'pictures'
  | 'format';

/** Files that contain a language's part of the guest runtime. */
export const GUEST_LIBRARIES: Readonly<Partial<Record<Language, string>>> = {
  'C++': 'guest-cxx.json',
  Fortran: 'guest-fortran.json',
};

export interface ToolchainList {
  readonly files: readonly PackedFile[];
}

/** Parses a list; returns undefined if the text is not a list. */
export function maybeToolchainList(text: string): ToolchainList | undefined {
  try {
    const list = JSON.parse(text) as ToolchainList;
    const isFile = (file: PackedFile) => typeof file.name === 'string' && Array.isArray(file.pieces);
    return list.files.every(isFile) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** URL that serves a piece, and the piece's storage key until its file is complete. */
export function pieceUrl(listUrl: URL, piece: Piece): URL {
  return new URL(`../toolchain/${piece.name}`, listUrl);
}

/** Storage key of a complete file, in the form of a URL; no server responds at this URL. */
export function fileAddress(listUrl: URL, file: PackedFile): string {
  return new URL(`../toolchain/${file.hash}/${file.name}`, listUrl).href;
}

/** All URLs under which files of the list may be stored. */
export function listAddresses(listUrl: URL, { files }: ToolchainList): Set<string> {
  const pieces = files.flatMap((file) => file.pieces.map((piece) => pieceUrl(listUrl, piece).href));
  return new Set([listUrl.href, ...pieces, ...files.map((file) => fileAddress(listUrl, file))]);
}

/** Total compressed size of some files, in bytes. */
export function sumPackedBytes(files: readonly PackedFile[]): number {
  return files.reduce(
    (sum, { pieces }) => pieces.reduce((part, { packedBytes }) => part + packedBytes, sum),
    0,
  );
}

/** Entry for a file. @throws HazeError `asset-missing` */
export function findFile(list: ToolchainList, name: string): PackedFile {
  const file = list.files.find((entry) => entry.name === name);
  if (file) return file;
  throw new HazeError(
    'asset-missing',
    `This site has no "${name}", which Haze needs. It was not fully deployed: deploy it again.`,
  );
}
