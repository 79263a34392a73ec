// Pane for <haze-uncertainty>, lazy-loaded on the first question.
import { html, nothing, type TemplateResult } from 'lit';
import type { Place } from '../../problems/haze-problems.ts';
import { loadPart } from '../page/load-part.ts';
import type { AskedUncertainty } from '../page/page-state.ts';

interface PaneActions {
  readonly close: () => void;
  /** Called when the user presses a source in the budget. */
  readonly goTo: (place: Place) => void;
}

export function renderAsked(
  asked: AskedUncertainty | undefined,
  { close, goTo }: PaneActions,
): TemplateResult | typeof nothing {
  if (!asked) return nothing;
  return html`<section class="viewer uncertainty" aria-label="Where the spread comes from" tabindex="-1">
    <div class="viewer-tools">
      <h2>Where the spread comes from</h2>
      <button type="button" class="quiet" @click=${close}>Close</button>
    </div>
    ${loadPart('This part of the page', () => import('../../budget/haze-uncertainty.ts'))}
    <haze-uncertainty
      .subject=${asked.subject}
      .view=${asked.view}
      .ordinal=${asked.ordinal}
      @haze-go-to=${(event: CustomEvent<Place>) => goTo(event.detail)}
    ></haze-uncertainty>
  </section>`;
}

/**
 * Scrolls to the panel and focuses it once it is rendered.
 * @param isWanted tests whether the panel is still open
 */
export async function showAsked(page: HTMLElement, isWanted: () => boolean): Promise<void> {
  const panel = await findPanel(page, isWanted);
  if (!panel) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  panel.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' });
  panel.focus({ preventScroll: true });
}

/** Waits for the panel with a MutationObserver, because animation frames do not run in a hidden tab. */
function findPanel(page: HTMLElement, isWanted: () => boolean): Promise<HTMLElement | undefined> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(look);
    observer.observe(page, { childList: true, subtree: true });
    look();
    function look(): void {
      const panel = page.querySelector<HTMLElement>('section.uncertainty') ?? undefined;
      if (!panel && isWanted()) return;
      observer.disconnect();
      resolve(panel);
    }
  });
}
