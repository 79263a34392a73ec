// Leaves zod's texts in sixty languages out of what is bundled: half of its size, and no word of them is ever shown, since
// describe-issue.ts says what is wrong with a request in words of our own.
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
