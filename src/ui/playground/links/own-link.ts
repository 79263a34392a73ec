// Tests whether this tab itself made the link in the page's address. After a reload such a tab opens its draft or
// project, which may be newer than the link.
import { maybeStorage } from '../../browser/tab-storage.ts';

const OWN_LINK = { isOwnLink: true };
/** Key of the tab's storage for the fragment of the last link made here. */
const MADE = 'haze-own-link';

/** Puts a link that this tab made into the address. */
export function putOwnLink(link: string): void {
  history.replaceState(OWN_LINK, '', link);
  try {
    maybeStorage(() => sessionStorage)?.setItem(MADE, new URL(link).hash);
  } catch {
    // Without storage the state of the history entry usually suffices.
  }
}

/** Tests if this tab made the link in the address. */
export function isOwnLink(): boolean {
  if ((history.state as Partial<typeof OWN_LINK> | null)?.isOwnLink) return true;
  // Chromium drops the state when a reload makes the page isolated, as the first reload of a site does.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isAgain = entry !== undefined && entry.type !== 'navigate';
  return (
    isAgain && location.hash !== '' && maybeStorage(() => sessionStorage)?.getItem(MADE) === location.hash
  );
}
