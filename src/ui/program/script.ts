// haze-program.js: the script tag for a page with <haze-program> elements. On its own site, the script loads the
// element. On other sites, every element becomes a frame served by this script's site, because browsers forbid
// cross-origin workers. One additional frame, created on the first run, holds the compiler for all elements.
import { FrameHub } from './frame-hub.ts';
import { createFramedProgram } from './framed-program.ts';
import { loadElement } from './plain-sources.ts';

/** URL of this script, read from its tag: a module cannot access its own tag. */
function findScript(): string {
  const current = document.currentScript as HTMLScriptElement | null;
  if (current?.src) return current.src;
  const tag = document.querySelector<HTMLScriptElement>('script[src*="haze-program.js"]');
  return tag?.src ?? document.baseURI;
}

const script = new URL(findScript());
if (script.origin === location.origin) {
  let attempts = 0;
  loadElement(() => {
    // A file next to this script; its name never changes.
    const address = new URL('haze-embed.js', script);
    // Engines remember that a URL failed, so each further attempt has a different URL.
    if (attempts > 0) address.search = `again=${attempts}`;
    attempts += 1;
    return import(/* @vite-ignore */ address.href);
  });
} else if (!customElements.get('haze-program')) {
  customElements.define('haze-program', createFramedProgram(new FrameHub(new URL('embed.html', script))));
}
