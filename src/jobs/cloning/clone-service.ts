// Services that a clone worker and its executor offer each other. Calls go through remote.ts.
import type { CheckedOut, CheckOutRequest } from '../../repositories/check-out.ts';
import type { FileSlice } from '../records/file-slices.ts';

/** Service of the worker. */
export interface CloneService {
  /** Result without the files, which the executor has taken before. `contentHash`: of all paths and bytes. */
  checkOut(
    request: CheckOutRequest,
  ): Promise<Omit<CheckedOut, 'files'> & { readonly contentHash?: string | undefined }>;
}

/** Service of the executor: its shelf, by key, and a receiver of files. */
export interface CloneHost {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  report(message: string): Promise<void>;
  /** Resolves when the next slice of files may come. */
  takeFiles(files: FileSlice): Promise<void>;
}
