// The page's notices. Persistent notices appear above the work area, temporary notices below the program.
import { html, nothing, type TemplateResult } from 'lit';
import '../../offline/haze-download-panel.ts';
import '../../offline/haze-missing-features.ts';
import type { Workbench } from '../bench/workbench.ts';
import type { PageState, Remedy } from '../page/page-state.ts';

/** Renders the notices that stay until the user acts. */
export function renderNotices(state: PageState, bench: Workbench): TemplateResult {
  if (state.offersOffline) void import('../../offline/haze-offline-offer.ts');
  if (state.newVersion) void import('../../offline/haze-update-notice.ts');
  return html`<div class="notices">
    <haze-missing-features
      .connection=${state.connection}
      .problem=${state.connectProblem}
      .isDownloadKept=${state.isDownloadKept}
    ></haze-missing-features>
    ${
      state.offersOffline
        ? html`<haze-offline-offer
            can-dismiss
            hidden
            .connection=${state.connection}
            @haze-dismiss=${() => bench.change({ offersOffline: false })}
          ></haze-offline-offer>`
        : nothing
    }
    <haze-update-notice .newVersion=${state.newVersion}></haze-update-notice>
  </div>`;
}

/** Renders the compiler's download and the last message, which disappears after its timeout. */
export function renderPassing(
  { connection, download, sentence, remedy }: PageState,
  bench: Workbench,
): TemplateResult {
  return html`<div class="passing">
    <haze-download-panel
      .connection=${connection}
      .progress=${download}
      @haze-toolchain-ready=${(event: CustomEvent<{ isKept: boolean }>) =>
        bench.change({ isDownloadKept: event.detail.isKept })}
    ></haze-download-panel>
    ${
      sentence === ''
        ? nothing
        : html`<div
            class="sentence"
            @pointerenter=${() => bench.passing.hold()}
            @pointerleave=${() => bench.passing.letGo()}
            @focusin=${() => bench.passing.hold()}
            @focusout=${() => bench.passing.letGo()}
          >
            <span>${sentence}</span>
            ${remedy ? html`<button type="button" @click=${() => useRemedy(remedy, bench)}>${remedy.title}</button>` : nothing}
            <button type="button" class="quiet" @click=${() => bench.say('')}>Dismiss</button>
          </div>`
    }
  </div>`;
}

function useRemedy({ use }: Remedy, bench: Workbench): void {
  bench.say('');
  use();
}
