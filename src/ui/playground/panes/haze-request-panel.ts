// <haze-request-panel>: the page's live requests and their responses, ready to copy, and the sample flows from the
// interface documentation, replayed against this page's service.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { messageOf } from '../../../errors/message-of.ts';
import { copyText } from '../../browser/copy-text.ts';
import { asAxios, asCurl, asFetch, type CopiedRequest } from '../../service/copy-as.ts';
import type { Exchange, RequestLog } from '../../service/request-log.ts';
import '../../service/haze-service-archive.ts';
import '../../service/requests.css';
import { attribute, given, pageElement, state } from '../../element/element.ts';
import { type FlowStep, SAMPLE_FLOWS, type SampleFlow } from '../../service/sample-flows.ts';
import type { PageService } from '../page/page-service.ts';

const COPIES: readonly (readonly [string, (request: CopiedRequest) => string])[] = [
  ['curl', asCurl],
  ['fetch', asFetch],
  ['axios', asAxios],
];

export class HazeRequestPanel extends pageElement({
  service: given<PageService>(),
  /** Base URL of the service, which is omitted in the list. */
  base: attribute({ type: String }, ''),
  flow: state<SampleFlow | undefined>(),
  steps: state<readonly FlowStep[]>([]),
  outcome: state(''),
  copied: state(''),
  serverBase: state(''),
}) {
  #log: RequestLog | undefined;
  readonly #onChange = (): void => this.requestUpdate();

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#log?.removeEventListener('change', this.#onChange);
    this.#log = undefined;
  }

  protected override willUpdate(): void {
    if (this.#log === this.service.log) return;
    this.#log?.removeEventListener('change', this.#onChange);
    this.#log = this.service.log;
    this.#log.addEventListener('change', this.#onChange);
  }

  protected override render() {
    const { exchanges } = this.service.log;
    return html`${this.#renderFlows()}
      <div class="row spread">
        <h2>Requests of this page</h2>
        <button
          type="button"
          class="quiet"
          ?disabled=${exchanges.length === 0}
          @click=${() => this.service.log.clear()}
        >
          Clear
        </button>
      </div>
      <label class="field">
        <span>Address in copied requests (empty: the address of this page; curl needs that of a running <code>haze serve</code>)</span>
        <input
          class="mono"
          type="url"
          placeholder=${this.base}
          .value=${this.serverBase}
          @input=${(event: Event) => {
            this.serverBase = (event.target as HTMLInputElement).value.trim().replace(/(?<!\/)\/+$/, '');
          }}
        />
      </label>
      ${exchanges.length === 0 ? html`<p class="empty">No requests yet.</p>` : nothing}
      <ol class="exchanges">
        ${repeat(
          exchanges.toReversed(),
          ({ id }) => id,
          (exchange) => this.#renderExchange(exchange),
        )}
      </ol>`;
  }

  #renderFlows() {
    const isRunning = this.flow !== undefined;
    return html`<h2>Sample flows</h2>
      <p class="muted">The flows from the interface document, sent unchanged to the service of this page.</p>
      <div class="row wrap">
        ${SAMPLE_FLOWS.map(
          (flow) => html`<button
            type="button"
            title=${flow.sentence}
            ?disabled=${isRunning}
            @click=${() => void this.#replay(flow)}
          >
            ${flow.title}
          </button>`,
        )}
      </div>
      ${
        this.steps.length === 0
          ? nothing
          : html`<ol class="steps">
              ${this.steps.map(
                ({ sentence, method, path, status }) => html`<li>
                  ${sentence} <code>${method} ${this.#shorten(path)}</code>
                  <span class=${status < 400 ? 'ok' : 'bad'}>${status}</span>
                </li>`,
              )}
            </ol>`
      }
      <p role="status" class="outcome">${this.outcome}</p>
      <haze-service-archive
        .reach=${async () => (await this.service.reach()).connection}
      ></haze-service-archive>`;
  }

  #renderExchange(exchange: Exchange) {
    const { id, method, url, headers, body, answer } = exchange;
    const path = this.#shorten(url);
    const isBad = answer !== undefined && (answer.status === 0 || answer.status >= 400);
    return html`<li>
      <details>
        <summary>
          <b>${method}</b> <span class="path">${path}</span>
          <span class=${isBad ? 'bad' : 'ok'}>${answer ? answer.status || 'no answer' : '…'}</span>
          <span class="muted">${answer ? `${Math.round(answer.tookMs)} ms` : ''}</span>
        </summary>
        <div class="row wrap">
          ${COPIES.map(
            ([
              name,
              write,
            ]) => html`<button type="button" @click=${() => void this.#copy(name, write, exchange)}>
              ${this.copied === `${name} ${id}` ? 'Copied' : `Copy as ${name}`}
            </button>`,
          )}
        </div>
        <h3>Request</h3>
        <pre class="mono">${method} ${url}${'\n'}${describeHeaders(headers)}${body === undefined ? '' : `\n\n${body}`}</pre>
        <h3>Response</h3>
        <pre class="mono">${
          answer
            ? `${answer.status} ${answer.statusText}\n${answer.contentType}\n\n${answer.body}${answer.isCut ? '\n… (more)' : ''}`
            : 'No response yet.'
        }</pre>
      </details>
    </li>`;
  }

  /** The URL without base and signature. */
  #shorten(address: string): string {
    const path = this.base === '' ? address : address.replace(this.base, '');
    return path.replace(/([?&]signature=)[^&]+/i, '$1…');
  }

  async #copy(name: string, write: (request: CopiedRequest) => string, exchange: Exchange): Promise<void> {
    const { id, method, url, headers, body } = exchange;
    const address = this.serverBase === '' ? url : url.replace(this.base, this.serverBase);
    const text = write({ method, url: address, headers, body });
    if (await copyText(text)) this.copied = `${name} ${id}`;
    else
      this.outcome = `The browser does not let this page write to the clipboard. This is the text: ${text}`;
  }

  async #replay(flow: SampleFlow): Promise<void> {
    this.flow = flow;
    this.steps = [];
    this.outcome = `${flow.title}: under way.`;
    try {
      const { connection, fetch } = await this.service.reach();
      const { base, key } = connection;
      const result = await flow.run({
        call: (method, path, body) =>
          fetch(base + path, {
            method,
            headers: { Authorization: key, 'Content-Type': 'application/json' },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          }),
        download: (url) => fetch(url),
        pause: (timeMs) => new Promise((resolve) => setTimeout(resolve, timeMs)),
        onStep: (step) => {
          this.steps = [...this.steps, step];
        },
      });
      this.outcome = `${flow.title}: done. Result: ${shorten(result)}`;
    } catch (error) {
      this.outcome = `${flow.title} failed: ${messageOf(error)}`;
    }
    this.flow = undefined;
  }
}

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}

function describeHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

customElements.define('haze-request-panel', HazeRequestPanel);
