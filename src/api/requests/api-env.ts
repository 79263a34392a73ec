// Values shared by the steps of a request.
import type { StoredRecord } from '../../store/contract/store.ts';

/** Variables of a request. */
export interface ApiEnv {
  Variables: {
    /** Owner of the request's key; `''` on open routes. */
    userId: string;
    /** The record with the ID in the path, regardless of its owner; the read starts before the key is checked. */
    named?: Promise<StoredRecord<object> | undefined>;
    /** Notices for the `Haze-Notice` header. */
    notices?: readonly string[];
  };
}
