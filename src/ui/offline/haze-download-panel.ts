// `<haze-download-panel>`: the compiler's first download, in transferred bytes, with Cancel and Continue. Hidden if
// nothing is missing. The page passes the reports from `onLoading` to the element.

import { html, nothing, type PropertyValues } from 'lit';
import type { Connection, LoadProgress } from '../../client/index.ts';
import { messageOf } from '../../errors/message-of.ts';
import { element, fire, given, state } from '../element/element.ts';
import { formatMegabytes } from './format-megabytes.ts';
import { downloadStyles, noticeStyles } from './offline-styles.ts';

type State = 'unknown' | 'missing' | 'loading' | 'cancelled' | 'failed' | 'ready';

export class HazeDownloadPanel extends element({
  connection: given<Connection | undefined>(),
  progress: given<LoadProgress | undefined>(),
  /** Progress measured when the page loaded. */
  measured: state<LoadProgress | undefined>(),
  state: state<State>('unknown'),
  problem: state(''),
}) {
  static override readonly styles = [noticeStyles, downloadStyles];

  /** Downloads missing files; loads the compiler if nothing is missing. */
  async start(): Promise<void> {
    if (!this.connection) return;
    if (this.state !== 'ready') this.state = 'loading';
    try {
      const isKept = await prepare(this.connection);
      this.state = 'ready';
      this.#tell({ isKept });
    } catch (error) {
      this.#tellProblem(error);
    }
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('connection') && this.connection) {
      void this.#measure(this.connection);
      // The user may have cancelled before the connection was established.
      if (this.state === 'cancelled') this.connection.cancelDownload();
    }
    if (!changed.has('progress') || !this.progress || (this.state === 'cancelled' && !this.connection))
      return;
    // A build also downloads files.
    this.state = this.progress.doneBytes < this.progress.totalBytes ? 'loading' : 'ready';
    if (this.state === 'ready' && this.connection) void this.#tellLoaded(this.connection);
  }

  // Hides the panel while it has no contents: a visible empty panel that then grows would count as a layout shift.
  protected override updated(): void {
    this.toggleAttribute('hidden', this.state === 'unknown' || this.state === 'ready');
    this.toggleAttribute('offers', this.state === 'missing');
  }

  protected override render() {
    const { doneBytes = 0, totalBytes = 0 } = this.progress ?? this.measured ?? {};
    const total = formatMegabytes(totalBytes);
    const done = html`<span class="size" style="min-width: ${total.length}ch">${formatMegabytes(doneBytes)}</span>`;
    const figures = html`<span class="figures">${done} of ${total} MB</span>`;
    switch (this.state) {
      case 'unknown':
      case 'ready':
        return nothing;
      case 'missing':
        return this.#notice(
          html`The compiler has not been downloaded yet. The first edited program downloads it:
          ${formatMegabytes(totalBytes - doneBytes)} MB, once.`,
          html`<button @click=${this.start}>Download</button>`,
        );
      case 'loading':
        return html`<div class="notice loading">
          <label class="text" for="bar">Downloading the compiler: ${figures}</label>
          <progress id="bar" max=${totalBytes || 1} value=${doneBytes}></progress>
          <button @click=${this.#cancel}>Cancel</button>
        </div>`;
      case 'cancelled':
        return this.#notice(
          html`Download cancelled at ${figures}. The downloaded parts are kept.`,
          html`<button @click=${this.start}>Continue</button>`,
        );
      case 'failed':
        return this.#notice(
          html`${this.problem} (${figures})`,
          html`<button @click=${this.start}>Try again</button>`,
        );
    }
  }

  #notice(text: unknown, button: unknown) {
    return html`<div class="notice" role="status"><span class="text">${text}</span>${button}</div>`;
  }

  readonly #cancel = (): void => {
    this.state = 'cancelled';
    this.connection?.cancelDownload();
  };

  async #measure(connection: Connection): Promise<void> {
    const progress = await connection.measureDownload().catch(() => undefined);
    if (!progress || this.state !== 'unknown') return;
    this.state = progress.doneBytes < progress.totalBytes ? 'missing' : 'ready';
    this.measured = progress;
    if (this.state === 'ready') this.#tell({ isKept: true });
  }

  // A finished download may not have been stored yet, and other files may still be missing.
  async #tellLoaded(connection: Connection): Promise<void> {
    try {
      this.#tell({ isKept: await prepare(connection) });
    } catch (error) {
      if (this.state === 'ready') this.#tellProblem(error);
      this.#tell({ isKept: await isKept(connection) });
    }
  }

  #tellProblem(error: unknown): void {
    const isCancelled = (error as { code?: unknown }).code === 'download-cancelled';
    this.problem = messageOf(error);
    this.state = isCancelled ? 'cancelled' : 'failed';
  }

  #tell(detail: { readonly isKept: boolean }): void {
    fire(this, 'haze-toolchain-ready', detail);
  }
}

/**
 * Tests whether everything outlives the page. The measurement excludes files that exist only in a worker's memory.
 */
async function isKept(connection: Connection): Promise<boolean> {
  const { doneBytes, totalBytes } = await connection.measureDownload();
  return doneBytes === totalBytes;
}

/**
 * Loads everything that all builds need; returns true if it persists after the page is closed.
 * @throws errors from `prepare`, except for full storage
 */
async function prepare(connection: Connection): Promise<boolean> {
  try {
    await connection.prepare({ only: 'every-build' });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'storage-full') return false;
    throw error;
  }
  return isKept(connection);
}

customElements.define('haze-download-panel', HazeDownloadPanel);
