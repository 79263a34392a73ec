// Options of downloads of the toolchain's files, and their progress.
import type { FileGroup, ToolchainList } from '../../../../toolchain/sources/file-list.ts';
import type { ArrivingFile } from './arriving-file.ts';
import type { FetchLanes } from './fetch-lanes.ts';
import type { Shelf } from './shelf.ts';

/** Compressed bytes, as they travel. */
export interface DownloadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface DownloadOptions {
  /** Called during a download; never when all is there. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Which files; absent for those that every build takes. */
  readonly group?: FileGroup | undefined;
}

/** Returns a piece's packed bytes by its name where somebody else fetches them, else undefined. */
export type TakePiece = (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

export interface ToolchainFilesOptions {
  readonly shelf?: Promise<Shelf>;
  readonly takePiece?: TakePiece | undefined;
  /** The list, where it is known without a fetch. */
  readonly list?: ToolchainList | undefined;
}

/** A file on its way. */
export interface Obtaining {
  readonly onBytes: (count: number) => void;
  readonly lanes: FetchLanes;
  readonly signal?: AbortSignal | undefined;
  /** Addresses of stored files when missing bytes were counted. */
  readonly counted?: ReadonlySet<string>;
  /** Called with a file that others can read while it arrives. */
  readonly onBegin?: (file: ArrivingFile) => void;
}

/** A file that others may wait for. */
export interface Obtained {
  /** The bytes of a file that cannot be kept. */
  readonly whole: Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The file while it arrives; undefined when there is nothing to fetch, or another page fetches it. */
  readonly begun: Promise<ArrivingFile | undefined>;
}
