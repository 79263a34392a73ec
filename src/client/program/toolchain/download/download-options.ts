// Options of downloads of the toolchain's files, and their progress.
import type { LoadProgress } from '../../../../toolchain/clang/clang.ts';
import type { FileGroup, PackedFile } from '../../../../toolchain/sources/file-list.ts';
import type { ArrivingFile } from './arriving-file.ts';
import type { FetchLanes } from './fetch-lanes.ts';
import type { Shelf } from './shelf.ts';

export interface DownloadOptions {
  /** Called during a download; never called when all files are stored. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Group of files; absent for the files that every build takes. */
  readonly group?: FileGroup | undefined;
}

/** Returns a piece's compressed bytes by its name if another download fetches it, else undefined. */
export type TakePiece = (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

export interface ToolchainFilesOptions {
  readonly shelf?: Promise<Shelf>;
  readonly takePiece?: TakePiece | undefined;
  /** Files that can be opened before the list has arrived. */
  readonly first?: readonly PackedFile[];
}

/** A file in transit. */
export interface Obtaining {
  readonly onBytes: (count: number) => void;
  readonly lanes: FetchLanes;
  readonly signal?: AbortSignal | undefined;
  /** Addresses of stored files at the time of counting the missing bytes. */
  readonly counted?: ReadonlySet<string>;
  /** Called with a file that others can read while it arrives. */
  readonly onBegin?: (file: ArrivingFile) => void;
}

/** A file that others may wait for. */
export interface Obtained {
  /** The bytes of a file that the browser cannot store. */
  readonly whole: Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The file while it arrives; undefined when it is stored already, or when another page fetches it. */
  readonly begun: Promise<ArrivingFile | undefined>;
}
