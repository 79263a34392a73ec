// `<haze-missing-features>`: shows a sentence for each missing feature and what still works. Empty if nothing is
// missing.

import { html, nothing, type PropertyValues } from 'lit';
import type { Connection } from '../../client/index.ts';
import { messageOf } from '../../errors/message-of.ts';
import { element, given } from '../element/element.ts';
import { findMissing, probeWebAssembly } from './find-missing.ts';
import { noticeStyles } from './offline-styles.ts';

export class HazeMissingFeatures extends element({
  /** The connection; undefined while the page is connecting. */
  connection: given<Connection | undefined>(),
  /** Error that occurred while connecting. */
  problem: given<unknown>(),
  /** True if the browser keeps the download; undefined until the download panel has reported it. */
  isDownloadKept: given<boolean | undefined>(),
}) {
  static override readonly styles = noticeStyles;

  protected override updated(changed: PropertyValues): void {
    // The reason why there is no service worker becomes known later.
    if (changed.has('connection')) void this.connection?.settled.then(() => this.requestUpdate());
  }

  protected override render() {
    const { connection, problem, isDownloadKept } = this;
    const missing = findMissing({
      ...probeWebAssembly(),
      serviceWorkerProblem: connection?.reason ?? '',
      storageProblem: problem === undefined ? '' : messageOf(problem).replace(/\.$/, ''),
      isKept: connection?.isKept ?? true,
      isDownloadKept: connection?.isKept === false ? undefined : isDownloadKept,
    });
    if (missing.length === 0) return nothing;
    return html`<div role="status">
      ${missing.map(
        ({ name, sentence }) => html`<p class="notice grave" style="margin: 0.4rem 0" data-missing=${name}>
          <span class="text">${sentence}</span>
        </p>`,
      )}
    </div>`;
  }
}

customElements.define('haze-missing-features', HazeMissingFeatures);
