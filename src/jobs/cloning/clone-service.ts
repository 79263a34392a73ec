// Services that a clone worker and its executor provide to each other. Calls go through remote.ts.
import type { CheckedOut, CheckOutRequest } from '../../repositories/check-out.ts';
import type { FileSlice } from '../records/file-slices.ts';

/** Service provided by the worker. */
export interface CloneService {
  /**
   * Checks out a repository. The result omits the files, which the executor has already received. `contentHash` covers
   * all paths and contents.
   */
  checkOut(
    request: CheckOutRequest,
  ): Promise<Omit<CheckedOut, 'files'> & { readonly contentHash?: string | undefined }>;
}

/** Service provided by the executor: access to its shelf by key, and a receiver of files. */
export interface CloneHost {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  report(message: string): Promise<void>;
  /** Resolves when the next slice of files may be sent. */
  takeFiles(files: FileSlice): Promise<void>;
}
