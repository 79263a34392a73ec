// Entry of the playground's page.
import { isFramedByOthers, showFrameNotice } from './playground/frame-notice.ts';
import { HazePlayground } from './playground/haze-playground.ts';

if (isFramedByOthers(window)) showFrameNotice(document);
else customElements.define('haze-playground', HazePlayground);
