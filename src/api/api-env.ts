// What steps of one request tell each other.

/** What a request carries from one step to the next. */
export interface ApiEnv {
  Variables: {
    /** Whose key came with the request; on open routes `''`. */
    userId: string;
    /** What the answer's header `Haze-Notice` is to say. */
    notices?: readonly string[];
  };
}
