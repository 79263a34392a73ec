// <haze-program> in Preact's JSX: `import type {} from 'haze/element/preact'`, once per project.
import type { JSX } from 'preact';
import type { HazeProgramAttributes, HazeProgramElement } from './element.js';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'haze-program': JSX.HTMLAttributes<HazeProgramElement> & HazeProgramAttributes;
    }
  }
}
