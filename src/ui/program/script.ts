// haze-program.js: the script tag of a page with <haze-program> elements. On its own site it loads the element. On
// other sites every element becomes a frame of this script's site, as browsers forbid workers from another origin.
// Another frame, made at the first run, has the compiler for all elements.
import { FrameHub } from './frame-hub.ts';
import { createFramedProgram } from './framed-program.ts';
import { loadElement } from './plain-sources.ts';

/** Address of this script, from its tag: a module has no address of its own. */
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
    // The file beside this script; its name never changes.
    const address = new URL('haze-embed.js', script);
    // Engines remember that an address failed.
    if (attempts > 0) address.search = `again=${attempts}`;
    attempts += 1;
    return import(/* @vite-ignore */ address.href);
  });
} else if (!customElements.get('haze-program')) {
  customElements.define('haze-program', createFramedProgram(new FrameHub(new URL('embed.html', script))));
}
