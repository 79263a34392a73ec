// Viewer for the chosen value. The viewer is lazy-loaded, and is scrolled into view if it opens off-screen. Closing the
// viewer restores the scroll position.
import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import type { ChosenValue } from '../../console/haze-console.ts';
import { hasExited } from '../../run/run-state.ts';
import type { ViewedValue } from '../../value/viewed-value.ts';
import type { Workbench } from '../bench/workbench.ts';
import type { PageState } from '../page/page-state.ts';

/** Minimum visible height for the viewer to count as visible. */
const LEAST_SEEN_PX = 240;

/** Width of a phone, where the viewer has little space: see phone.css. */
const PHONE = '(max-width: 47.99rem)';

/** Names of up to two values; the number of values if there are more. */
function nameValues(viewed: readonly ViewedValue[]): string {
  const names = [...new Set(viewed.filter(({ isBefore }) => !isBefore).map(({ label }) => label))];
  return names.length > 2 ? `${names.length} values` : names.join(', ');
}

export class ValueSight {
  readonly #page: LitElement;
  readonly #bench: Workbench;
  /** The element that the user pressed to open the viewer. */
  #from: HTMLElement | undefined;
  /** Error that occurred while loading the viewer; '' if there is none. */
  #problem = '';

  constructor(page: LitElement, bench: Workbench) {
    this.#page = page;
    this.#bench = bench;
  }

  async viewPair(values: readonly ViewedValue[]): Promise<void> {
    this.#noteFocus();
    this.#bench.values.viewTogether(values);
    await this.#show();
  }

  /**
   * Shows a value, and moves focus and scroll position to the viewer if it opens off-screen. “Close” restores both.
   */
  async view(value: ChosenValue): Promise<void> {
    this.#noteFocus();
    await this.#bench.values.view(value);
    await this.#show();
  }

  /** @param askUncertainty called for the value shown */
  render({ viewed, isOverlay, run }: PageState, askUncertainty: (value: ChosenValue) => void) {
    if (viewed.length === 0) return nothing;
    void this.#load();
    const [first] = viewed;
    const isOwn = this.#bench.parts?.console.values.some(({ value }) => value === first?.value);
    return html`<section class="viewer" aria-label="Value" tabindex="-1">
        <div class="viewer-tools">
          <h2>${nameValues(viewed)}</h2>
          <label class="check">
            <input
              type="checkbox"
              .checked=${isOverlay}
              @change=${(event: Event) => this.#bench.values.setOverlay((event.target as HTMLInputElement).checked)}
            />
            Overlay the next value
          </label>
          ${
            first?.value && isOwn && hasExited(run)
              ? html`<button type="button" class="quiet" @click=${() => askUncertainty(first)}>What makes it uncertain?</button>`
              : nothing
          }
          <button type="button" class="quiet" @click=${() => this.#close()}>Close</button>
        </div>
        ${this.#problem === '' ? nothing : html`<p role="alert">${this.#problem}</p>`}
        <haze-value-viewer .values=${viewed} .figures=${this.#bench.values.figures} .findFigures=${this.#bench.values.findFigures}></haze-value-viewer>
      </section>` as TemplateResult;
  }

  #noteFocus(): void {
    this.#from = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
  }

  async #show(): Promise<void> {
    await this.#page.updateComplete;
    // The viewer has no height to scroll to before it has rendered.
    await this.#load();
    await this.#page.querySelector('haze-value-viewer')?.updateComplete;
    const viewer = this.#page.querySelector<HTMLElement>('section.viewer');
    if (!viewer) return;
    const { top, height } = viewer.getBoundingClientRect();
    // On a narrow page the whole result scrolls; otherwise, only the viewer's frame does.
    const frames = ['.result', '.sight'].map((name) => viewer.closest(name)!.getBoundingClientRect());
    const isSeen = (frame: DOMRect) =>
      top >= frame.top && top + Math.min(height, LEAST_SEEN_PX, frame.height) <= frame.bottom;
    if (!matchMedia(PHONE).matches && frames.every(isSeen)) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    viewer.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
    viewer.focus({ preventScroll: true });
  }

  #close(): void {
    this.#bench.values.dismiss();
    // If the user did not press an element, for example because a run opened the viewer, the focus returns to the
    // values.
    const from = this.#from?.isConnected
      ? this.#from
      : this.#page.querySelector<HTMLElement>('haze-console .value');
    from?.focus();
    this.#from = undefined;
  }

  /** Lazy-loads the viewer when the first value is shown. */
  async #load(): Promise<void> {
    const problem = await import('../../value/haze-value-viewer.ts').then(
      () => '',
      () => 'The viewer could not be loaded. Reload the page; your program is kept.',
    );
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#page.requestUpdate();
  }
}
