// <haze-gallery>: a dialog with the examples, and the drafts and projects of this browser. Choosing one tells the page
// (`haze-open-program`, `haze-reopen-project`) and closes it.
import { html, LitElement, nothing } from 'lit';
import type { KeptProject } from '../project/project-shelf.ts';
import type { Draft } from './drafts.ts';
import { EXAMPLES, type Example, openExample } from './gallery.ts';
import type { Program } from './program.ts';

export class HazeGallery extends LitElement {
  static override properties = {
    drafts: { attribute: false },
    projects: { attribute: false },
    problem: { state: true },
  };

  /** Work of other tabs and earlier visits. */
  declare drafts: readonly Draft[];
  declare projects: readonly KeptProject[];
  declare private problem: string;

  constructor() {
    super();
    this.drafts = [];
    this.projects = [];
    this.problem = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  open(): void {
    this.querySelector('dialog')?.showModal();
  }

  protected override render() {
    return html`<dialog class="gallery" aria-labelledby="gallery-title" closedby="any">
      <header>
        <h2 id="gallery-title">Examples</h2>
        <button type="button" class="quiet" @click=${this.#close}>Close</button>
      </header>
      ${this.problem === '' ? nothing : html`<p class="sentence error" role="alert">${this.problem}</p>`}
      <ul class="cards">
        ${EXAMPLES.map((example) => this.#renderExample(example))}
      </ul>
      ${this.drafts.length === 0 ? nothing : this.#renderDrafts()}
      ${this.projects.length === 0 ? nothing : this.#renderProjects()}
      <p class="sentence">
        Haze is free software, and has the work of many others in it:
        <a href="licenses.txt" target="_blank">licences</a>.
      </p>
    </dialog>`;
  }

  #renderExample(example: Example) {
    const { title, language, core, sentence } = example;
    return html`<li>
      <button type="button" class="card" @click=${() => this.#choose(() => openExample(example))}>
        <strong>${title}</strong>
        <span>${sentence}</span>
        <small>${language} · ${core}</small>
      </button>
    </li>`;
  }

  #renderDrafts() {
    return html`<h3>Your programs in this browser</h3>
      <ul class="cards">
        ${this.drafts.map(
          ({ program, savedAt }) => html`<li>
            <button type="button" class="card" @click=${() => this.#choose(async () => program)}>
              <strong>${program.title || firstLine(program.source)}</strong>
              <small>${program.language} · ${new Date(savedAt).toLocaleString()}</small>
            </button>
          </li>`,
        )}
      </ul>`;
  }

  #renderProjects() {
    return html`<h3>Your projects in this browser</h3>
      <ul class="cards">
        ${this.projects.map(
          ({ id, name, savedAt, isChanged }) => html`<li>
            <button type="button" class="card" @click=${() => this.#reopen(id)}>
              <strong>${name}</strong>
              <small>${isChanged ? 'changed here · ' : ''}${new Date(savedAt).toLocaleString()}</small>
            </button>
          </li>`,
        )}
      </ul>`;
  }

  #reopen(detail: string): void {
    this.#close();
    this.dispatchEvent(new CustomEvent<string>('haze-reopen-project', { detail, bubbles: true }));
  }

  async #choose(open: () => Promise<Program>): Promise<void> {
    try {
      const detail = await open();
      this.problem = '';
      this.#close();
      this.dispatchEvent(new CustomEvent<Program>('haze-open-program', { detail, bubbles: true }));
    } catch {
      this.problem = 'The example could not be loaded. Check the network and try again.';
    }
  }

  readonly #close = (): void => this.querySelector('dialog')?.close();
}

function firstLine(source: string): string {
  const line = source.split('\n').find((text) => text.trim() !== '') ?? 'Empty program';
  return line.replace(/^\s*(?:\/\/|!|\/\*|[cC*] )\s*/, '').slice(0, 60);
}

customElements.define('haze-gallery', HazeGallery);
