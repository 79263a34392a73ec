// Excludes zod's messages in sixty languages from bundles: they account for half of its size and are never shown,
// because describe-issue.ts describes an invalid request in our own words.
import type { Plugin } from 'vite';

const LANGUAGES = /\/zod\/v4\/locales\/index\.js$/;

/** The plugin. */
export function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    enforce: 'pre',
    load: (id) => (LANGUAGES.test(id) ? "export { default as en } from './en.js';" : undefined),
  };
}
