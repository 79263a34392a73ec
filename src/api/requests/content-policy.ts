// Content security policies of responses: the scripts that they may run, and the sites that may embed them in a
// frame. Pages of the site run the site's scripts and WebAssembly, but may not use eval or new Function; responses of
// the interface run nothing when opened in a browser.

/** The only page that is meant for frames on other sites. */
const FOR_FRAMES = 'embed.html';

/** Policy for the site's pages and workers. index.html and embed.html repeat it, for hosts that send no headers. */
const SCRIPTS =
  "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'";

/** Folder of the scripts that run other toolchains: they use new Function. */
const FOR_TOOLCHAINS = 'wasmer/';

/** Policy for the interface's responses. */
export const ANSWER_POLICY = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Policy for a file of the site, given its path within the site's folder. A worker's policy comes with its script. */
export function contentPolicyOf(path: string): Readonly<Record<string, string>> {
  const isPage = path === '' || path.endsWith('/') || path.endsWith('.html');
  if (!isPage && !path.endsWith('.js')) return {};
  const isForSite = isPage && path !== FOR_FRAMES;
  if (path.startsWith(FOR_TOOLCHAINS))
    return {
      'Content-Security-Policy': SCRIPTS.replace("'wasm-unsafe-eval'", "'wasm-unsafe-eval' 'unsafe-eval'"),
    };
  return { 'Content-Security-Policy': isForSite ? `${SCRIPTS}; frame-ancestors 'self'` : SCRIPTS };
}
