// Sending of git requests: the platform's fetch, or a server's own function.

/** Sends one request; returns redirects unfollowed, if the platform shows them. */
export type GitSend = (url: string, init: RequestInit) => Promise<Response>;
