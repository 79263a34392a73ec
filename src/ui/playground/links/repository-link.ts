// A link that opens the page with a repository: `#repository=ADDRESS`, with `&branch=NAME` for another branch. The
// service's own badges use `?connect=ADDRESS` instead.

import type { NamedRepository } from '../../project/haze-project.ts';

/** Parameter name in the fragment. */
export const FRAGMENT = 'repository';
const QUERY = 'connect';

/** Repository in the page's URL; undefined if there is none, or if its address is not a valid web URL. */
export function maybeLinkedRepository({
  hash,
  search,
}: Pick<Location, 'hash' | 'search'>): NamedRepository | undefined {
  const fragment = new URLSearchParams(hash.slice(1));
  const url = fragment.get(FRAGMENT) ?? new URLSearchParams(search).get(QUERY);
  if (url === null || !/^https?:\/\//i.test(url)) return undefined;
  return { url, branch: fragment.get('branch') ?? '' };
}

/** Removes the repository from the page's URL, so that a reload preserves the user's changes. */
export function forgetLinkedRepository(): void {
  const address = new URL(location.href);
  address.hash = '';
  address.searchParams.delete(QUERY);
  history.replaceState(null, '', address.pathname + address.search);
}
