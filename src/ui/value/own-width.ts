// An element's width, for plots that are drawn to fit.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Width assumed before the first measurement. */
const USUAL_PX = 640;

/** Measures an element while it is in a page, and renders it again if its width changes. */
export class OwnWidth implements ReactiveController {
  /** Width in CSS pixels. */
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
    // The width is measured before the first plot, which would otherwise be drawn twice and jump.
    this.px = Math.round(this.#host.getBoundingClientRect().width) || this.px;
    this.#resizes.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#resizes.disconnect();
  }
}
