// <haze-divider>: the line between two panes, moved by pointer or keys. The element fires `haze-divide` with the
// position in percent of its parent. A double click or Enter sends 'undefined', which means the default. The page moves
// the panes.
import { attribute, fire, given, pageElement } from '../element/element.ts';
import { clampDivider, type DividerRange, moveDivider } from './divider-position.ts';

export class HazeDivider extends pageElement({
  percent: given(50),
  range: given<DividerRange>({ least: 20, most: 80 }),
  /** Name of the divided panes, for screen readers. */
  label: attribute({ type: String }, ''),
  /** True if the panes are one above the other. */
  isRow: attribute({ type: Boolean, attribute: 'row' }, false),
}) {
  override connectedCallback(): void {
    super.connectedCallback();
    this.role = 'separator';
    this.tabIndex = 0;
    this.addEventListener('pointerdown', this.#grip);
    this.addEventListener('keydown', this.#press);
    this.addEventListener('dblclick', this.#reset);
  }

  protected override updated(): void {
    const values = {
      valuenow: Math.round(this.percent),
      valuemin: this.range.least,
      valuemax: this.range.most,
    };
    for (const [name, value] of Object.entries(values)) this.setAttribute(`aria-${name}`, String(value));
    this.setAttribute('aria-valuetext', `${Math.round(this.percent)} %`);
    this.setAttribute('aria-orientation', this.isRow ? 'horizontal' : 'vertical');
    this.setAttribute('aria-label', this.label);
    this.title = `${this.label}: drag, or use the arrow keys`;
  }

  readonly #grip = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    this.focus();
    this.setPointerCapture(event.pointerId);
    const end = new AbortController();
    this.addEventListener('pointermove', this.#drag, { signal: end.signal });
    for (const name of ['pointerup', 'pointercancel'])
      this.addEventListener(name, () => end.abort(), { signal: end.signal });
  };

  readonly #drag = ({ clientX, clientY }: PointerEvent): void => {
    const { left, top, width, height } = this.parentElement!.getBoundingClientRect();
    const part = this.isRow ? (clientY - top) / height : (clientX - left) / width;
    this.#tell(clampDivider(100 * part, this.range));
  };

  readonly #press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      this.#reset();
      return;
    }
    const { percent, range, isRow } = this;
    const moved = moveDivider(percent, event.key, { range, isColumn: !isRow });
    if (moved === undefined) return;
    event.preventDefault();
    this.#tell(moved);
  };

  readonly #reset = (): void => this.#tell(undefined);

  #tell(detail: number | undefined): void {
    fire(this, 'haze-divide', detail);
  }
}

customElements.define('haze-divider', HazeDivider);
