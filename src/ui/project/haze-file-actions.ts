// <haze-file-actions>: creates a file, or renames or removes the file in the editor. The element fires
// `haze-file-action`; a listener calls `refuse` with the reason if the action is impossible.
import { html, nothing } from 'lit';
import { fire, given, pageElement, state } from '../element/element.ts';

export type FileActionKind = 'new' | 'rename' | 'remove';

export interface FileAction {
  readonly kind: FileActionKind;
  /** New path; '' if there is none. */
  readonly path: string;
  /** Called with the reason if the action is impossible. */
  readonly refuse: (problem: string) => void;
}

const WORDS: Readonly<Record<FileActionKind, { readonly label: string; readonly act: string }>> = {
  new: { label: 'Path for the new file', act: 'Create it' },
  rename: { label: 'New path for the file', act: 'Rename' },
  remove: { label: '', act: 'Delete it' },
};

export class HazeFileActions extends pageElement({
  /** Path of the file in the editor; '' if there is no project. */
  path: given(''),
  asked: state<FileActionKind | undefined>(),
  problem: state(''),
}) {
  /** The element that opened the prompt; the focus returns to it. */
  #from: HTMLElement | undefined;

  protected override render() {
    const button = (kind: FileActionKind, title: string) =>
      html`<button type="button" class="quiet" aria-expanded=${this.asked === kind} @click=${() => this.#ask(kind)}>
        ${title}
      </button>`;
    return html`<div class="row wrap file-actions" role="group" aria-label="Files of the project">
        ${button('new', 'New file')}
        ${this.path === '' ? nothing : html`${button('rename', 'Rename')} ${button('remove', 'Delete')}`}
      </div>
      ${this.asked ? this.#renderForm(this.asked) : nothing}`;
  }

  #renderForm(kind: FileActionKind) {
    const { label, act } = WORDS[kind];
    return html`<form class="fields" @submit=${this.#tell} @keydown=${this.#leave}>
      ${
        kind === 'remove'
          ? html`<p>Delete <b>${this.path}</b>? This cannot be undone.</p>`
          : html`<label class="field">
              <span>${label}</span>
              <input name="path" class="mono" required autocomplete="off" spellcheck="false" placeholder="part.c" .value=${kind === 'rename' ? this.path : ''} />
            </label>`
      }
      <div class="row">
        <button type="submit">${act}</button>
        <button type="button" class="quiet" @click=${() => this.#ask(undefined)}>Cancel</button>
      </div>
      ${this.problem === '' ? nothing : html`<p class="sentence error" role="alert">${this.problem}</p>`}
    </form>`;
  }

  #ask(kind: FileActionKind | undefined): void {
    if (!this.asked && document.activeElement instanceof HTMLElement) this.#from = document.activeElement;
    this.asked = this.asked === kind ? undefined : kind;
    this.problem = '';
    void this.updateComplete.then(() => {
      const field = this.querySelector<HTMLElement>('input, [type=submit]');
      if (field) field.focus();
      else this.#goBack();
    });
  }

  /** Restores the focus. If the focused element disappeared along with its file, the first button gets the focus. */
  #goBack(): void {
    const from = this.#from?.isConnected ? this.#from : this.querySelector('button');
    if (!document.activeElement || document.activeElement === document.body) from?.focus();
  }

  readonly #leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.#ask(undefined);
  };

  readonly #tell = (event: SubmitEvent): void => {
    event.preventDefault();
    const kind = this.asked;
    if (!kind) return;
    const path = String(new FormData(event.target as HTMLFormElement).get('path') ?? '').trim();
    this.problem = '';
    const refuse = (problem: string) => {
      this.problem = problem;
    };
    const detail: FileAction = { kind, path, refuse };
    fire(this, 'haze-file-action', detail);
    if (this.problem !== '') return;
    this.asked = undefined;
    // For a new file, the focus goes to its editor instead.
    void this.updateComplete.then(() => this.#goBack());
  };
}

customElements.define('haze-file-actions', HazeFileActions);
