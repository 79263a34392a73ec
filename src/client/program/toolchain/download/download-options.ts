// What downloads of the toolchain's files are asked with, and what they tell.
import type { FileGroup } from '../../../../toolchain/sources/file-list.ts';
import type { ArrivingFile } from './arriving-file.ts';
import type { FetchLanes } from './fetch-lanes.ts';
import type { Shelf } from './shelf.ts';

/** Compressed bytes, as they travel. */
export interface DownloadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface DownloadOptions {
  /** Called while something is downloaded; never when all is there. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Which files; absent for those that every build takes. */
  readonly group?: FileGroup | undefined;
}

/** Answers a piece's packed bytes by its name where somebody else fetches them, else undefined. */
export type TakePiece = (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

export interface ToolchainFilesOptions {
  readonly shelf?: Promise<Shelf>;
  readonly takePiece?: TakePiece | undefined;
}

/** A file on its way. */
export interface Obtaining {
  readonly onBytes: (count: number) => void;
  readonly lanes: FetchLanes;
  readonly signal?: AbortSignal | undefined;
  /** Addresses of what was here when missing bytes were counted. */
  readonly counted?: ReadonlySet<string>;
  /** Told what is read of it while it arrives. */
  readonly onBegin?: (file: ArrivingFile) => void;
}

/** A file that others may wait for. */
export interface Obtained {
  /** What is made of one that cannot be kept. */
  readonly whole: Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** What can be read of it meanwhile; undefined where nothing has to be fetched, or another page fetches it. */
  readonly begun: Promise<ArrivingFile | undefined>;
}
