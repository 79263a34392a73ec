// Sends git requests: the platform's fetch, or a server's own function.

/** Sends a single request; returns redirects unfollowed, if the platform exposes them. */
export type GitSend = (url: string, init: RequestInit) => Promise<Response>;
