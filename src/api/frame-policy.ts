// Which answers pages of other sites may show in a frame: of the site only embed.html, which is made for it; of the
// interface none, and none of them may run scripts where somebody opens it as a page.

/** The one page that is made for frames of other sites. */
const FOR_FRAMES = 'embed.html';

/** For answers of the interface. */
export const ANSWER_POLICY = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
} as const;

/** For a file of the site, by its path below the site's folder. */
export function framePolicyOf(path: string): Readonly<Record<string, string>> {
  const isPage = path === '' || path.endsWith('/') || path.endsWith('.html');
  return isPage && path !== FOR_FRAMES ? { 'Content-Security-Policy': "frame-ancestors 'self'" } : {};
}
