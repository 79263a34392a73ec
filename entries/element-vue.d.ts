// <haze-program> in Vue templates: `import type {} from 'haze/element/vue'`, once per project.
import type { DefineComponent } from 'vue';
import type { HazeProgramAttributes } from './element.js';

declare module 'vue' {
  interface GlobalComponents {
    'haze-program': DefineComponent<HazeProgramAttributes>;
  }
}
