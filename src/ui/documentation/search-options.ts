// The documentation's search settings, shared by the site's build, which creates the index, and the page.
import type { Options } from 'minisearch';

export interface SearchedSection {
  /** URL relative to the documentation's folder. */
  readonly id: string;
  readonly heading: string;
  /** The page's title. */
  readonly page: string;
  readonly body: string;
  /** The start of the section's text. */
  readonly excerpt: string;
}

export const SEARCH_OPTIONS: Options<SearchedSection> = {
  fields: ['heading', 'page', 'body'],
  storeFields: ['heading', 'page', 'excerpt'],
  searchOptions: { boost: { heading: 3, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};
