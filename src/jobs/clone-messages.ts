// What an executor and its clone worker say to each other.
import type { CheckedOut, CheckOutRequest } from '../repositories/check-out.ts';
import type { ByteQuestion, ByteReply, PlainError } from './byte-questions.ts';

/** To the worker. */
export type CloneRequest = ByteReply | { readonly kind: 'check-out'; readonly request: CheckOutRequest };

/** From the worker. */
export type CloneMessage =
  | ByteQuestion
  | { readonly kind: 'report'; readonly message: string }
  | { readonly kind: 'done'; readonly result: CheckedOut }
  | { readonly kind: 'failure'; readonly error: PlainError };
