// `<haze-offline-offer>`: shows a button that downloads all languages, their libraries and the documentation, so that
// later visits need no network. Shows nothing once everything is stored.
import { html, nothing, type PropertyValues } from 'lit';
import type { Connection, LoadProgress } from '../../client/index.ts';
import { messageOf } from '../../errors/message-of.ts';
import { attribute, element, fire, given, state } from '../element/element.ts';
import { formatMegabytes } from './format-megabytes.ts';
import { noticeStyles } from './offline-styles.ts';

type State = 'unknown' | 'missing' | 'loading' | 'ready' | 'failed';

export class HazeOfflineOffer extends element({
  connection: given<Connection | undefined>(),
  /** Shows a button that fires `haze-dismiss`. */
  canDismiss: attribute({ type: Boolean, attribute: 'can-dismiss' }, false),
  state: state<State>('unknown'),
  measured: state<LoadProgress | undefined>(),
  problem: state(''),
}) {
  static override readonly styles = noticeStyles;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('connection') && this.connection) void this.measure();
  }

  protected override updated(): void {
    this.toggleAttribute('hidden', this.state === 'unknown');
  }

  /** Measures again which files are missing. */
  async measure(): Promise<void> {
    const measured = await this.connection?.measureDownload({ isWhole: true }).catch(() => undefined);
    if (!measured || this.state === 'loading') return;
    this.measured = measured;
    this.state = measured.doneBytes < measured.totalBytes ? 'missing' : 'ready';
  }

  protected override render() {
    const { doneBytes = 0, totalBytes = 0 } = this.measured ?? {};
    switch (this.state) {
      case 'unknown':
        return nothing;
      case 'ready':
        return html`<p role="status">All languages and the documentation are available offline.</p>`;
      case 'loading':
        return html`<p role="status">Downloading all languages and the documentation…</p>`;
      case 'missing':
      case 'failed':
        return html`<div class="notice" role="status">
          <span class="text">${
            this.problem === ''
              ? 'Other languages and the documentation are downloaded when needed, or now for offline use:'
              : this.problem
          }</span>
          <button type="button" @click=${() => void this.#download()}>
            Download all, ${formatMegabytes(totalBytes - doneBytes)} MB
          </button>
          ${this.canDismiss ? html`<button type="button" @click=${() => fire(this, 'haze-dismiss')}>Not now</button>` : nothing}
        </div>`;
    }
  }

  async #download(): Promise<void> {
    this.state = 'loading';
    this.problem = '';
    try {
      await this.connection?.prepare();
      this.state = 'ready';
    } catch (error) {
      this.problem = messageOf(error);
      this.state = 'failed';
    }
  }
}

if (!customElements.get('haze-offline-offer')) customElements.define('haze-offline-offer', HazeOfflineOffer);
