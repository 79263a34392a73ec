// What steps of one request tell each other.
import type { StoredRecord } from '../../store/contract/store.ts';

/** What a request carries from one step to the next. */
export interface ApiEnv {
  Variables: {
    /** Whose key came with the request; on open routes `''`. */
    userId: string;
    /** The record that the path names, whoever may have it; reading it began before the key was known. */
    named?: Promise<StoredRecord<object> | undefined>;
    /** What the answer's header `Haze-Notice` is to say. */
    notices?: readonly string[];
  };
}
