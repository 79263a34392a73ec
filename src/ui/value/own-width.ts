// Width of an element, for pictures drawn to fit.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Before it is known. */
const USUAL_PX = 640;

/** Measures an element as long as it is in a page, and has it drawn again when its width changes. */
export class OwnWidth implements ReactiveController {
  /** In pixels of CSS. */
  px = USUAL_PX;
  readonly #host: ReactiveControllerHost & Element;
  readonly #resizes = new ResizeObserver(([entry]) => {
    const px = Math.round(entry!.contentRect.width);
    if (px === 0 || px === this.px) return;
    this.px = px;
    this.#host.requestUpdate();
  });

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    // Known before the first picture, which would be drawn twice otherwise, and move.
    this.px = Math.round(this.#host.getBoundingClientRect().width) || this.px;
    this.#resizes.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#resizes.disconnect();
  }
}
