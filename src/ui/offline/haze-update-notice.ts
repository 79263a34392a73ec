// `<haze-update-notice>`: announces a newer version, with a button to use it. Empty until then.
import { html, LitElement, nothing } from 'lit';
import type { Update } from '../../client/index.ts';
import { noticeStyles } from './offline-styles.ts';

export class HazeUpdateNotice extends LitElement {
  static override readonly styles = noticeStyles;
  static override readonly properties = { newVersion: { attribute: false }, isSwitching: { state: true } };

  declare newVersion: Update | undefined;
  declare private isSwitching: boolean;

  constructor() {
    super();
    this.isSwitching = false;
  }

  protected override render() {
    if (!this.newVersion) return nothing;
    return html`<div class="notice" role="status">
      <span class="text">A newer version of Haze is here. This page goes on with its own until you change.</span>
      <button ?disabled=${this.isSwitching} @click=${this.#use}>Use the new version</button>
    </div>`;
  }

  readonly #use = async (): Promise<void> => {
    this.isSwitching = true;
    await this.newVersion?.use();
  };
}

customElements.define('haze-update-notice', HazeUpdateNotice);
