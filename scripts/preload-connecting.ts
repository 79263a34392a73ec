// Lets the playground's page load the connection code alongside its own script instead of after it, which saves a round
// trip.
import type { Plugin } from 'vite';

const ROOT = 'src/client/connecting.ts';

/** Adds the links to `index.html`; the page's own files come first. */
export function preloadConnecting(): Plugin {
  return {
    name: 'preload-connecting',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page, { path, bundle = {} }) {
        const root = Object.values(bundle).find(
          (one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(ROOT),
        );
        if (path !== '/index.html' || root?.type !== 'chunk') return [];
        return [root.fileName, ...root.imports]
          .filter((name) => !page.includes(name))
          .map((name) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `./${name}` },
          }));
      },
    },
  };
}
