// Placeholder for the result before the first run: the next step, or a note that the result was recorded.
import { html, type TemplateResult } from 'lit';

/** @param isRecorded true if the console shows a result that was recorded when the site was built */
export function renderBeforeRun(isRecorded: boolean, takeTour: () => void): TemplateResult {
  // The text may change once the recorded result is known, but the button must not move.
  return html`<div class="empty before-run">
    <span>${
      isRecorded
        ? 'Recorded when this page was made; Run gives the same values here. Press a value to see its distribution.'
        : 'Press Run: every number that the program prints will appear here, with its distribution.'
    }</span>
    <button type="button" class="quiet" @click=${takeTour}>Take the tour</button>
  </div>`;
}
