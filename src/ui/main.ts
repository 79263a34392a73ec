// Entry of the playground's page.

import { HazePlayground } from './playground/haze-playground.ts';
import { isFramedByOthers, showFrameNotice } from './playground/page/frame-notice.ts';

if (isFramedByOthers(window)) showFrameNotice(document);
else customElements.define('haze-playground', HazePlayground);
