// haze-embed.js: <haze-program> in a page of the site's own origin. All elements of the page share one compiler.

import type { ProgramRunner } from '../../client/program-messages.ts';
import { createPageProgramRunner } from '../../client/program-runner.ts';
import { HazeProgram } from './haze-program.ts';

/** The element with a runner that is made with the first run, one for all elements of a class. */
function createElement(): CustomElementConstructor {
  let shared: ProgramRunner | undefined;
  return class extends HazeProgram {
    override runner = async () => {
      shared ??= createPageProgramRunner();
      return shared;
    };
  };
}

if (!customElements.get('haze-program')) customElements.define('haze-program', createElement());
