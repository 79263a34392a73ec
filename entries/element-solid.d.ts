// <haze-program> in Solid's JSX: `import type {} from 'haze/element/solid'`, once per project.
import type { JSX } from 'solid-js';
import type { HazeProgramAttributes, HazeProgramElement } from './element.js';

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'haze-program': JSX.HTMLAttributes<HazeProgramElement> & HazeProgramAttributes;
    }
  }
}
