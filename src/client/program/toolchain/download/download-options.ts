// Options for downloading the toolchain's files, and the progress of these downloads.
import type { LoadProgress } from '../../../../toolchain/clang/clang.ts';
import type { FileGroup, PackedFile } from '../../../../toolchain/sources/file-list.ts';
import type { ArrivingFile } from './arriving-file.ts';
import type { FetchLanes } from './fetch-lanes.ts';
import type { Shelf } from './shelf.ts';

export interface DownloadOptions {
  /** Called during a download; never called if all files are already stored. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Group of files; undefined for the files that every build needs. */
  readonly group?: FileGroup | undefined;
}

/** Returns a piece's compressed bytes, by its name, if another download is fetching it; otherwise undefined. */
export type TakePiece = (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

export interface ToolchainFilesOptions {
  readonly shelf?: Promise<Shelf>;
  readonly takePiece?: TakePiece | undefined;
  /** Files that can be opened before the list has arrived. */
  readonly first?: readonly PackedFile[];
}

/** A file that is being downloaded. */
export interface Obtaining {
  readonly onBytes: (count: number) => void;
  readonly lanes: FetchLanes;
  readonly signal?: AbortSignal | undefined;
  /** URLs of files already stored when the missing bytes were counted. */
  readonly counted?: ReadonlySet<string>;
  /** Called with a file that other callers can read as it arrives. */
  readonly onBegin?: (file: ArrivingFile) => void;
}

/** A file that other callers may wait for. */
export interface Obtained {
  /** The bytes of a file that the browser cannot store. */
  readonly whole: Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The file as it arrives; undefined if it is already stored, or if another page is fetching it. */
  readonly begun: Promise<ArrivingFile | undefined>;
}
