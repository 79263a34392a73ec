// What an executor and its clone worker say to each other.
import type { CheckedOut, CheckOutRequest } from '../repositories/check-out.ts';
import type { ByteQuestion, ByteReply, PlainError } from './byte-questions.ts';
import type { FileSlice } from './file-slices.ts';

/** To the worker. */
export type CloneRequest =
  | ByteReply
  | { readonly kind: 'check-out'; readonly request: CheckOutRequest }
  /** A slice of the files has arrived, and the next may come. */
  | { readonly kind: 'taken' };

/** From the worker. */
export type CloneMessage =
  | ByteQuestion
  | { readonly kind: 'report'; readonly message: string }
  | { readonly kind: 'files'; readonly files: FileSlice }
  /** Behind the last of the files, which `result` does not have again. `contentHash`: of all paths and bytes. */
  | { readonly kind: 'done'; readonly result: CheckedOut; readonly contentHash?: string | undefined }
  | { readonly kind: 'failure'; readonly error: PlainError };
