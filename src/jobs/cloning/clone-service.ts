// What a clone worker offers its executor, and the executor its worker. Calls go by way of remote.ts.
import type { CheckedOut, CheckOutRequest } from '../../repositories/check-out.ts';
import type { FileSlice } from '../records/file-slices.ts';

/** What the worker offers. */
export interface CloneService {
  /** The result is without the files, which have been taken before. `contentHash`: of all paths and bytes. */
  checkOut(
    request: CheckOutRequest,
  ): Promise<Omit<CheckedOut, 'files'> & { readonly contentHash?: string | undefined }>;
}

/** What the executor offers: its shelf, by key, and whoever takes files. */
export interface CloneHost {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  report(message: string): Promise<void>;
  /** Answered when the next slice of files may come. */
  takeFiles(files: FileSlice): Promise<void>;
}
