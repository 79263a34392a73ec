// Tests whether this tab itself created the link in the page's URL. If so, a reload opens the tab's draft or project,
// which may be newer than the link.
import { maybeStorage } from '../../browser/tab-storage.ts';

const OWN_LINK = { isOwnLink: true };
/** Key in the tab's storage for the fragment of the last link created here. */
const MADE = 'haze-own-link';

/** Puts a link that this tab created into the address bar. */
export function putOwnLink(link: string): void {
  history.replaceState(OWN_LINK, '', link);
  try {
    maybeStorage(() => sessionStorage)?.setItem(MADE, new URL(link).hash);
  } catch {
    // Without storage, the state of the history entry usually suffices.
  }
}

/** Tests whether this tab created the link in the URL. */
export function isOwnLink(): boolean {
  if ((history.state as Partial<typeof OWN_LINK> | null)?.isOwnLink) return true;
  // Chromium drops the state if a reload makes the page cross-origin isolated, which the first reload of a site does.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isAgain = entry !== undefined && entry.type !== 'navigate';
  return (
    isAgain && location.hash !== '' && maybeStorage(() => sessionStorage)?.getItem(MADE) === location.hash
  );
}
