// The way of a request of git: the platform's fetch, or a server's own.

/** Sends one request; a redirect is an answer of its own, as far as the platform shows it. */
export type GitSend = (url: string, init: RequestInit) => Promise<Response>;
