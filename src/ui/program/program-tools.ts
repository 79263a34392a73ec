// Tools for a <haze-program>'s source: copy it, or open it in the playground.

import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { ElementWords } from '../../docs/words/element-words.ts';
import { messageOf } from '../../errors/message-of.ts';
import { type Opened, openInPlayground } from '../share/open-in-playground.ts';

/** Display time of “Copied”. */
const COPIED_MS = 2000;

/** Failed action. */
type Notice =
  | { readonly kind: 'not-copied' }
  | { readonly kind: 'not-opened'; readonly address: string }
  | { readonly kind: 'failed'; readonly message: string };

export class ProgramTools implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #isCopied = false;
  #notice: Notice | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isCopied = false;
    this.#notice = undefined;
  }

  /**
   * Renders the buttons.
   * @param source current source
   * @param describe returns the whole program; throws if the language is unknown
   * @param playground URL of the playground's page; undefined if there is none
   */
  render(
    source: string,
    describe: () => Opened,
    playground: (() => URL) | undefined,
    words: ElementWords,
  ): TemplateResult {
    const copy = () => void this.#copy(source);
    const open = () => void this.#open(describe, playground!);
    return html`<button part="button" type="button" class="tool" dir="auto" @click=${copy}>${this.#isCopied ? words.copied : words.copy}</button>
      ${playground ? html`<button part="button" type="button" class="tool" dir="auto" title=${words.open} aria-label=${words.open} @click=${open}>${words.playground}</button>` : nothing}`;
  }

  /** Shows which action failed, and an alternative. */
  renderNotice(words: ElementWords): TemplateResult | typeof nothing {
    return this.#notice
      ? html`<p class="problem" role="alert" part="problem" dir="auto">${describeNotice(this.#notice, words)}</p>`
      : nothing;
  }

  async #copy(source: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(source);
      this.#show({ isCopied: true });
      setTimeout(() => this.#show({ isCopied: false }), COPIED_MS);
    } catch {
      this.#show({ notice: { kind: 'not-copied' } });
    }
  }

  async #open(describe: () => Opened, playground: () => URL): Promise<void> {
    try {
      const address = await openInPlayground(describe(), playground());
      this.#show({ notice: address === undefined ? undefined : { kind: 'not-opened', address } });
    } catch (error) {
      const message = messageOf(error);
      this.#show({ notice: { kind: 'failed', message } });
    }
  }

  #show({ isCopied = false, notice }: { isCopied?: boolean; notice?: Notice | undefined }): void {
    this.#isCopied = isCopied;
    this.#notice = notice;
    this.#host.requestUpdate();
  }
}

function describeNotice(notice: Notice, words: ElementWords): TemplateResult {
  switch (notice.kind) {
    case 'not-copied':
      return html`${words.cannotCopy}`;
    case 'not-opened':
      return html`${words.noTab} <a href=${notice.address} target="_blank" rel="noopener">${words.openHere}</a>`;
    case 'failed':
      return html`<bdi lang="en" dir="ltr">${notice.message}</bdi>`;
  }
}
