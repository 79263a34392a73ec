// A function that sends git requests: the platform's fetch, or a server's own function.

/** Sends a single request; if the platform exposes redirects, returns them unfollowed. */
export type GitSend = (url: string, init: RequestInit) => Promise<Response>;
