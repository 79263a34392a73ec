// <haze-spark>: a small density plot within a line of text, next to a value's number. The plot is drawn once, always
// has the same size, and is hidden from screen readers, because the number and the viewer provide the same information.

import type { Distribution } from '../../plot/distributions/distribution.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import type { Limits } from '../../plot/drawing/plot-limits.ts';
import { sparkPath } from '../../plot/drawing/spark-path.ts';
import type { UxValue } from '../../uncertainty/core/ux-text.ts';

const WIDTH = 64;
const HEIGHT = 16;
const SVG = 'http://www.w3.org/2000/svg';

export class HazeSpark extends HTMLElement {
  #distribution: Distribution | undefined;
  #limits: Limits | undefined;

  /** Distribution that the element shows. */
  get distribution(): Distribution | undefined {
    return this.#distribution;
  }

  set distribution(distribution: Distribution | undefined) {
    this.#distribution = distribution;
    this.#draw();
  }

  /** Sets the distribution from a Ux value. */
  set value(value: UxValue | undefined) {
    this.distribution = value && distributionOfUx(value);
  }

  /** Scale of the plot, shared by a series; undefined if it has its own scale. */
  set limits(limits: Limits | undefined) {
    if (limits === this.#limits) return;
    this.#limits = limits;
    this.#draw();
  }

  connectedCallback(): void {
    this.#draw();
  }

  #draw(): void {
    if (!this.isConnected) return;
    const d = this.#distribution ? sparkPath(this.#distribution, WIDTH, HEIGHT, this.#limits) : '';
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    svg.setAttribute('aria-hidden', 'true');
    Object.assign(svg.style, { width: '4em', height: '1em', verticalAlign: '-0.15em' });
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    path.setAttribute('fill', 'var(--haze-accent, currentColor)');
    svg.append(path);
    this.replaceChildren(svg);
  }
}

if (!customElements.get('haze-spark')) customElements.define('haze-spark', HazeSpark);

declare global {
  interface HTMLElementTagNameMap {
    'haze-spark': HazeSpark;
  }
}
