// The list of packed toolchain files, `files.json`, as scripts/pack-toolchain.ts writes it. Its address changes with
// its contents, and the code that reads the list contains that address, so code and toolchain always have the same
// version.
import { HazeError } from '../../errors/haze-error.ts';

/** Header of responses from our service worker. */
export const SERVED = 'X-Haze-Served';

/** A piece of a file, with its own compression. */
export interface Piece {
  /** File name, in the folder `toolchain` beside the list's folder. */
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
  /** Folders and files that an archive adds to the system folder, by their paths in that folder. */
  readonly adds?: readonly string[];
}

/**
 * Group of files that come together. Functions of the compiler: `shared` for C++ and a few other programs, `few` for
 * these few others only, `C++` for C++ only. Headers and libraries: `C++ library`, and `C++ headers` for few C++
 * programs. `some`: functions and headers for some builds; `rest`: functions for hardly any build. `pictures` draws
 * pictures. `format` formats sources, and comes with the first request to format.
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

/** Parses a list; undefined for any other text. */
export function maybeToolchainList(text: string): ToolchainList | undefined {
  try {
    const list = JSON.parse(text) as ToolchainList;
    const isFile = (file: PackedFile) => typeof file.name === 'string' && Array.isArray(file.pieces);
    return list.files.every(isFile) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** URL that serves a piece, and its key in storage until its file is whole. */
export function pieceUrl(listUrl: URL, piece: Piece): URL {
  return new URL(`../toolchain/${piece.name}`, listUrl);
}

/** Key of a whole file in storage; no server answers at this address. */
export function fileAddress(listUrl: URL, file: PackedFile): string {
  return new URL(`../toolchain/${file.hash}/${file.name}`, listUrl).href;
}

/** All addresses that a list's files may have in storage. */
export function listAddresses(listUrl: URL, { files }: ToolchainList): Set<string> {
  const pieces = files.flatMap((file) => file.pieces.map((piece) => pieceUrl(listUrl, piece).href));
  return new Set([listUrl.href, ...pieces, ...files.map((file) => fileAddress(listUrl, file))]);
}

/** Number of compressed bytes of some files. */
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
    `This site has no "${name}", which Haze needs. It was not fully deployed: deploy it again.`,
  );
}
