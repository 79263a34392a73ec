// `<haze-update-notice>`: announces a newer version, with a button that switches to it. Empty until there is one.
import { html, nothing } from 'lit';
import type { Update } from '../../client/index.ts';
import { element, given, state } from '../element/element.ts';
import { noticeStyles } from './offline-styles.ts';

export class HazeUpdateNotice extends element({
  newVersion: given<Update | undefined>(),
  isSwitching: state(false),
}) {
  static override readonly styles = noticeStyles;

  protected override render() {
    if (!this.newVersion) return nothing;
    return html`<div class="notice" role="status">
      <span class="text">A newer version of Haze is available. This page keeps its current version until you switch.</span>
      <button ?disabled=${this.isSwitching} @click=${this.#use}>Use the new version</button>
    </div>`;
  }

  readonly #use = async (): Promise<void> => {
    this.isSwitching = true;
    await this.newVersion?.use();
  };
}

customElements.define('haze-update-notice', HazeUpdateNotice);
