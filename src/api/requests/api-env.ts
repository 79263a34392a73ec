// Values that the steps of one request share.
import type { StoredRecord } from '../../store/contract/store.ts';

/** Variables of a request. */
export interface ApiEnv {
  Variables: {
    /** Owner of the request's key; `''` on open routes. */
    userId: string;
    /** The record whose ID the path has, of any owner; the read begins before the key is checked. */
    named?: Promise<StoredRecord<object> | undefined>;
    /** Text of the header `Haze-Notice`. */
    notices?: readonly string[];
  };
}
