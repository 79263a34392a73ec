// What stands where a result will be, before the first run: the next step, or that what is shown was recorded.
import { html, type TemplateResult } from 'lit';

/** @param isRecorded whether the console shows what was recorded when the site was built */
export function renderBeforeRun(isRecorded: boolean, takeTour: () => void): TemplateResult {
  return html`<p class="empty before-run">
    ${
      isRecorded
        ? 'Recorded when this page was made: Run will give the same here. Press a value to see its distribution.'
        : 'Press Run: every number that the program prints will be here, with its distribution.'
    }
    <button type="button" class="quiet" @click=${takeTour}>Take the tour</button>
  </p>`;
}
