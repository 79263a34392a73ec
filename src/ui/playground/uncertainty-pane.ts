// The place of <haze-uncertainty> in the page. Its code comes with the first question.
import { html, nothing, type TemplateResult } from 'lit';
import { until } from 'lit/directives/until.js';
import type { Place } from '../console/haze-problems.ts';
import type { AskedUncertainty } from './uncertainty-bench.ts';

const NOT_LOADED = 'This part of the page could not be loaded. Reload the page; your program is kept.';

interface PaneActions {
  readonly close: () => void;
  /** A source of the budget was pressed. */
  readonly goTo: (place: Place) => void;
}

/** Loads the element; answers what is to be said when that fails. */
async function load(): Promise<TemplateResult | typeof nothing> {
  try {
    const { defineHazeUncertainty } = await import('../budget/haze-uncertainty.ts');
    defineHazeUncertainty();
    return nothing;
  } catch {
    return html`<p role="alert">${NOT_LOADED}</p>`;
  }
}

export function renderAsked(
  asked: AskedUncertainty | undefined,
  { close, goTo }: PaneActions,
): TemplateResult | typeof nothing {
  if (!asked) return nothing;
  return html`<section class="viewer uncertainty" aria-label="Where the spread comes from" tabindex="-1">
    <div class="viewer-tools">
      <b>Where the spread comes from</b>
      <button type="button" class="quiet" @click=${close}>Close</button>
    </div>
    ${until(load(), nothing)}
    <haze-uncertainty
      .subject=${asked.subject}
      .view=${asked.view}
      .ordinal=${asked.ordinal}
      @haze-go-to=${(event: CustomEvent<Place>) => goTo(event.detail)}
    ></haze-uncertainty>
  </section>`;
}

/** Brings the panel into sight, and focus with it. */
export function showAsked(page: HTMLElement): void {
  const panel = page.querySelector<HTMLElement>('section.uncertainty');
  if (!panel) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  panel.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' });
  panel.focus({ preventScroll: true });
}
