// <haze-service-archive>: saves all data from the page's service to a file, and restores data from such a file.
// Restoring deletes the current data, so the user must confirm it with a button.

import { html, nothing } from 'lit';
import type { Connection } from '../../client/index.ts';
import { messageOf } from '../../errors/message-of.ts';
import { saveFile } from '../browser/save-file.ts';
import { given, pageElement, state } from '../element/element.ts';

type Archives = Pick<Connection, 'exportAll' | 'importAll'>;

export class HazeServiceArchive extends pageElement({
  /** Resolves with the page's connection. */
  reach: given<() => Promise<Archives>>(),
  chosen: state<File | undefined>(),
  outcome: state(''),
  isBusy: state(false),
  isReplaced: state(false),
}) {
  protected override render() {
    return html`<h2>Data of this service</h2>
      <p class="muted">
        All builds, tasks and files in this browser as one file. <code>haze import</code> loads the file into a server, a folder
        or a database; a file written by <code>haze export</code> can replace the data here. Your programs and projects are not included.
      </p>
      <div class="row wrap">
        <button type="button" ?disabled=${this.isBusy} @click=${() => void this.#save()}>Save as a file</button>
        <label class="field">
          <span>Replace with a file</span>
          <input type="file" ?disabled=${this.isBusy} @change=${(event: Event) => {
            this.chosen = (event.target as HTMLInputElement).files?.[0];
            this.outcome = '';
          }} />
        </label>
        ${
          this.chosen
            ? html`<button type="button" ?disabled=${this.isBusy} @click=${() => void this.#replace()}>
                Replace all builds, tasks and files here
              </button>`
            : nothing
        }
        ${
          this.isReplaced
            ? html`<button type="button" @click=${() => location.reload()}>Reload this page</button>`
            : nothing
        }
      </div>
      <p role="status" class="archive-outcome">${this.outcome}</p>`;
  }

  #save(): Promise<void> {
    return this.#tell(async (archives) => {
      const archive = await archives.exportAll();
      saveFile(`haze-export-${new Date().toISOString().slice(0, 10)}`, archive);
      return `Saved: ${archive.size} bytes.`;
    });
  }

  #replace(): Promise<void> {
    const { chosen } = this;
    if (!chosen) return Promise.resolve();
    return this.#tell(async (archives) => {
      const { records, blobs } = await archives.importAll(chosen);
      this.chosen = undefined;
      this.isReplaced = true;
      return `The data was replaced with ${records} records and ${blobs} files from ${chosen.name}.`;
    });
  }

  async #tell(work: (archives: Archives) => Promise<string>): Promise<void> {
    this.isBusy = true;
    this.outcome = 'In progress.';
    this.outcome = await this.reach()
      .then(work)
      .catch((error: unknown) => messageOf(error));
    this.isBusy = false;
  }
}

customElements.define('haze-service-archive', HazeServiceArchive);
