// Entry point of the playground's page.

import { HazePlayground } from './playground/haze-playground.ts';
import { isFramedByOthers } from './playground/page/framed-by-others.ts';

if (isFramedByOthers(window))
  void import('./playground/page/frame-notice.ts').then(({ showFrameNotice }) => showFrameNotice(document));
else customElements.define('haze-playground', HazePlayground);
