// Test for a link in the page's address that this tab made itself. After a reload such a tab opens its draft or
// project, which may be newer than the link.
import { maybeStorage } from '../../browser/tab-storage.ts';

const OWN_LINK = { isOwnLink: true };
/** In the tab's storage: the fragment of the last link that was made. */
const MADE = 'haze-own-link';

/** Puts a link into the address that is made in this tab. */
export function putOwnLink(link: string): void {
  history.replaceState(OWN_LINK, '', link);
  try {
    maybeStorage(() => sessionStorage)?.setItem(MADE, new URL(link).hash);
  } catch {
    // Without room for it the state of the history's entry is mostly enough.
  }
}

/** Tests if this tab made the link in the address. */
export function isOwnLink(): boolean {
  if ((history.state as Partial<typeof OWN_LINK> | null)?.isOwnLink) return true;
  // Chromium forgets the state where the page becomes isolated with the reload, as the first one of a site does.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isAgain = entry !== undefined && entry.type !== 'navigate';
  return (
    isAgain && location.hash !== '' && maybeStorage(() => sessionStorage)?.getItem(MADE) === location.hash
  );
}
