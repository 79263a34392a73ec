// haze-program.js: the one script tag of a page that has <haze-program> elements. In a page of its own site it loads the
// element. In a page of another site every element becomes a frame of this script's site, since workers of another
// origin may not be started; one more frame, made with the first run, has the compiler for all of them.
import { FrameHub } from './frame-hub.ts';
import { createFramedProgram } from './framed-program.ts';

/** This script's address: a module has none of its own, but a tag. */
function findScript(): string {
  const current = document.currentScript as HTMLScriptElement | null;
  if (current?.src) return current.src;
  const tag = document.querySelector<HTMLScriptElement>('script[src*="haze-program.js"]');
  return tag?.src ?? document.baseURI;
}

const script = new URL(findScript());
if (script.origin === location.origin) {
  // The file beside this one, whose name never changes.
  void import(/* @vite-ignore */ new URL('haze-embed.js', script).href);
} else if (!customElements.get('haze-program')) {
  customElements.define('haze-program', createFramedProgram(new FrameHub(new URL('embed.html', script))));
}
