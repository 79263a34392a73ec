// <haze-program> in React's JSX: `import type {} from 'haze/element/react'`, once per project.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { HazeProgramAttributes, HazeProgramElement } from './element.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'haze-program': DetailedHTMLProps<HTMLAttributes<HazeProgramElement>, HazeProgramElement> &
        HazeProgramAttributes;
    }
  }
}
