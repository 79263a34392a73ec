// <haze-program> in templates of Vue: `import type {} from 'haze/element/vue'`, once in a project.
import type { DefineComponent } from 'vue';
import type { HazeProgramAttributes } from './element.js';

declare module 'vue' {
  interface GlobalComponents {
    'haze-program': DefineComponent<HazeProgramAttributes>;
  }
}
