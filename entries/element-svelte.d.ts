// <haze-program> in Svelte: `import type {} from 'haze/element/svelte'`, once per project.
import type { HTMLAttributes } from 'svelte/elements';
import type { HazeProgramAttributes, HazeProgramElement } from './element.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'haze-program': HTMLAttributes<HazeProgramElement> & HazeProgramAttributes;
  }
}
