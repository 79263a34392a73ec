// <haze-gallery>: a dialog with the examples and this browser's drafts and projects, or with only the user's own work.
// Choosing one fires `haze-open-program` or `haze-reopen-project` and closes the dialog. Renaming and removing fire
// `haze-change-kept`.
import { html, nothing } from 'lit';
import type { Draft } from '../../draft/drafts.ts';
import type { Program } from '../../draft/program.ts';
import { fire, given, pageElement, state } from '../../element/element.ts';
import { type Example, openExample } from '../../gallery/gallery.ts';
import type { KeptProject } from '../../project/project-shelf.ts';
import type { HazeKeptWork } from './haze-kept-work.ts';

export class HazeGallery extends pageElement({
  /** Drafts from other tabs and earlier visits. */
  drafts: given<readonly Draft[]>([]),
  projects: given<readonly KeptProject[]>([]),
  /** ID of the program or project that is open here. */
  openId: given<string | undefined>(undefined),
  /** Shows only the user's own programs. */
  isOwn: state(false),
  problem: state(''),
}) {
  /** The choice that is loading; another choice replaces it, and closing the dialog cancels it. */
  #choice: (() => Promise<Program>) | undefined;

  /** Opens the dialog, and lazy-loads its contents on first use. */
  open(view: 'examples' | 'own'): void {
    this.isOwn = view === 'own';
    this.querySelector('dialog')?.showModal();
    Promise.all([import('../../gallery/haze-examples.ts'), import('./haze-kept-work.ts')]).catch(() => {
      this.problem = 'The examples could not be loaded. Check the network and try again.';
    });
  }

  protected override render() {
    const { isOwn } = this;
    return html`<dialog class="gallery" aria-labelledby="gallery-title" closedby="any" @close=${this.#closed}>
      <header>
        <h2 id="gallery-title">${isOwn ? 'My programs' : 'Examples'}</h2>
        <button type="button" class="quiet" @click=${this.#close}>Close</button>
      </header>
      ${this.problem === '' ? nothing : html`<p class="sentence error" role="alert">${this.problem}</p>`}
      <haze-examples
        ?hidden=${isOwn}
        @haze-choose-example=${({ detail }: CustomEvent<Example>) => void this.#choose(() => openExample(detail))}
      ></haze-examples>
      <haze-kept-work
        .drafts=${this.drafts}
        .projects=${this.projects}
        .openId=${this.openId}
        @haze-open-draft=${this.#close}
        @haze-reopen-project=${this.#close}
      ></haze-kept-work>
      <p class="muted" ?hidden=${isOwn}>
        Haze is free software that includes the work of many others:
        <a href="licenses.txt" target="_blank">licences</a>.
      </p>
    </dialog>`;
  }

  async #choose(open: () => Promise<Program>): Promise<void> {
    this.#choice = open;
    try {
      const detail = await open();
      if (this.#choice !== open) return;
      this.problem = '';
      this.#close();
      fire(this, 'haze-open-program', detail);
    } catch {
      if (this.#choice !== open) return;
      this.problem = 'The example could not be loaded. Check the network and try again.';
    }
  }

  readonly #closed = (): void => {
    this.#choice = undefined;
    this.querySelector<HazeKeptWork>('haze-kept-work')?.endRemoving?.();
  };

  readonly #close = (): void => this.querySelector('dialog')?.close();
}

customElements.define('haze-gallery', HazeGallery);
