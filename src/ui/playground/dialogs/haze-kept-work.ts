// <haze-kept-work>: the programs and projects saved in this browser, with a search over names and source text. Buttons
// open, rename and remove them. The element fires `haze-open-program` and `haze-reopen-project`, and `haze-change-kept`
// for changes.
import { html, nothing, type TemplateResult } from 'lit';
import '../../gallery/cards.css';
import type { Draft } from '../../draft/drafts.ts';
import { fire, given, pageElement, state } from '../../element/element.ts';
import type { KeptProject } from '../../project/project-shelf.ts';

export interface KeptChange {
  readonly kind: 'draft' | 'project';
  readonly id: string;
  /** New name; undefined if the program or project is to be removed. */
  readonly name: string | undefined;
}

interface KeptItem {
  readonly kind: KeptChange['kind'];
  readonly id: string;
  readonly name: string;
  /** Opening comment or first printed text, to help identify a program whose name is not enough; may be empty. */
  readonly summary: string;
  readonly facts: string;
  /** Text that is searched. */
  readonly text: string;
  readonly open: () => void;
}

/** Minimum number of entries for a search field to be shown. */
const LEAST_FOR_SEARCH = 4;
/** Maximum length, in characters, of a name taken from a program's first line. */
const LONGEST_NAME = 60;

export class HazeKeptWork extends pageElement({
  /** Drafts from other tabs and earlier visits, and the open program's draft once the program is changed. */
  drafts: given<readonly Draft[]>([]),
  projects: given<readonly KeptProject[]>([]),
  /** ID of the entry that is open here, which can be renamed but not deleted. */
  openId: given<string | undefined>(undefined),
  wanted: state(''),
  /** ID of the entry that is currently being renamed. */
  renamed: state(''),
  /** Entries that will be deleted when the dialog closes; until then, Undo restores them. */
  removed: state<readonly KeptItem[]>([]),
}) {
  #hadFocus = false;

  /** Deletes the removed entries, even if the page is about to close. */
  readonly endRemoving = (): void => {
    const { removed } = this;
    this.removed = [];
    for (const item of removed) this.#change(item, undefined);
  };

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('pagehide', this.endRemoving);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('pagehide', this.endRemoving);
  }

  protected override willUpdate(): void {
    this.#hadFocus = this.contains(document.activeElement);
  }

  /** Moves the focus to the first card if the focused element is gone. */
  protected override updated(): void {
    if (!this.#hadFocus || this.contains(document.activeElement)) return;
    const left = this.querySelector<HTMLElement>('.card') ?? this.closest('dialog')?.querySelector('button');
    left?.focus();
  }

  protected override render() {
    const drafts = this.drafts.map((draft) => this.#describeDraft(draft));
    const projects = this.projects.map((project) => this.#describeProject(project));
    if (drafts.length + projects.length === 0)
      return html`<p class="muted">Programs that you change and projects that you open are saved here, in this browser.</p>`;
    const isLong = drafts.length + projects.length >= LEAST_FOR_SEARCH || this.wanted !== '';
    return html`${
      isLong
        ? html`<label class="field kept-search">
            <span>Search your programs and projects</span>
            <input type="search" autocomplete="off" .value=${this.wanted} @input=${(event: Event) => {
              this.wanted = (event.target as HTMLInputElement).value;
            }} />
          </label>`
        : nothing
    }
    ${this.#renderList('Your programs in this browser', drafts)} ${this.#renderList('Your projects in this browser', projects)}`;
  }

  #describeDraft(draft: Draft): KeptItem {
    const { id, program, savedAt } = draft;
    const name = program.title || firstLine(program.source);
    const facts = `${this.#markOpen(id)}${program.language} · ${new Date(savedAt).toLocaleString()}`;
    const open = () => fire(this, 'haze-open-draft', draft);
    return {
      kind: 'draft',
      id,
      name,
      summary: summarise(program.source),
      facts,
      text: `${name}\n${program.source}`,
      open,
    };
  }

  #describeProject({ id, name, savedAt, isChanged }: KeptProject): KeptItem {
    const facts = `${this.#markOpen(id)}${isChanged ? 'changed here · ' : ''}${new Date(savedAt).toLocaleString()}`;
    return {
      kind: 'project',
      id,
      name,
      summary: '',
      facts,
      text: name,
      open: () => fire(this, 'haze-reopen-project', id),
    };
  }

  #markOpen(id: string): string {
    return id === this.openId ? 'open now · ' : '';
  }

  #renderList(title: string, items: readonly KeptItem[]): TemplateResult | typeof nothing {
    if (items.length === 0) return nothing;
    const wanted = this.wanted.trim().toLowerCase();
    const found = items.filter(({ text }) => text.toLowerCase().includes(wanted));
    return html`<h3>${title}</h3>
      ${found.length === 0 ? html`<p class="muted">No name contains “${this.wanted.trim()}”.</p>` : nothing}
      <ul class="cards kept">
        ${found.map((item) => this.#renderOne(item))}
      </ul>`;
  }

  #renderOne(item: KeptItem): TemplateResult {
    if (item.id === this.renamed) return this.#renderNaming(item);
    return this.removed.some(({ id }) => id === item.id) ? this.#renderRemoved(item) : this.#renderItem(item);
  }

  #renderRemoved({ id, name }: KeptItem): TemplateResult {
    const undo = () => {
      this.removed = this.removed.filter((other) => other.id !== id);
      this.#focus(id, 'Delete');
    };
    return html`<li data-kept=${id} class="row kept-removed">
      <span role="status">“${name}” was deleted.</span>
      <button type="button" class="quiet" aria-label="Undo: ${name}" @click=${undo}>Undo</button>
    </li>`;
  }

  #renderItem(item: KeptItem): TemplateResult {
    const { id, name, summary, facts, open } = item;
    const remove = () => {
      this.removed = [...this.removed, item];
      this.#focus(id, 'Undo');
    };
    return html`<li data-kept=${id}>
      <button type="button" class="card" @click=${open}>
        <strong>${name}</strong>
        ${summary === '' || summary === name ? nothing : html`<span>${summary}</span>`}
        <small>${facts}</small>
      </button>
      <div class="row kept-actions">
        <button type="button" class="quiet" aria-label="Rename ${name}" @click=${() => this.#beginNaming(id)}>Rename</button>
        ${
          id === this.openId
            ? nothing
            : html`<button type="button" class="quiet" aria-label="Delete ${name}" @click=${remove}>Delete</button>`
        }
      </div>
    </li>`;
  }

  #renderNaming(item: KeptItem): TemplateResult {
    const keep = (event: SubmitEvent) => {
      event.preventDefault();
      const name = String(new FormData(event.target as HTMLFormElement).get('name')).trim();
      if (name !== '') this.#change(item, name);
      this.#endNaming(item);
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape closes the field, not the dialog.
      event.preventDefault();
      this.#endNaming(item);
    };
    return html`<li>
      <form class="card" @submit=${keep} @keydown=${leave}>
        <label class="field">
          <span>New name</span>
          <input name="name" required autocomplete="off" .value=${item.name} />
        </label>
        <button type="submit">Save name</button>
      </form>
    </li>`;
  }

  #beginNaming(id: string): void {
    this.renamed = id;
    void this.updateComplete.then(() => this.querySelector<HTMLInputElement>('[name=name]')?.select());
  }

  #endNaming({ id }: KeptItem): void {
    this.renamed = '';
    this.#focus(id, 'Rename');
  }

  /** Moves the focus to a button of an entry, once the entry is rendered. */
  #focus(id: string, button: string): void {
    void this.updateComplete.then(() =>
      this.querySelector<HTMLElement>(`[data-kept="${id}"] [aria-label^=${button}]`)?.focus(),
    );
  }

  #change({ kind, id }: KeptItem, name: string | undefined): void {
    fire(this, 'haze-change-kept', { kind, id, name });
  }
}

const COMMENT = /^\s*(?:\/\/|!|\/\*|[cC*] )\s*/;

function firstLine(source: string): string {
  const line = source.split('\n').find((text) => text.trim() !== '') ?? 'Empty program';
  return cut(line.replace(COMMENT, ''));
}

/** The opening comment, or else the first text in quotes that contains words; empty if there is neither. */
function summarise(source: string): string {
  const lines = source.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#include'));
  const [first = ''] = lines;
  if (COMMENT.test(first)) return cut(first.replace(COMMENT, '').replace('*/', '').trim());
  const texts = lines.flatMap((line) => Array.from(line.matchAll(/"([^"]*)"|'([^']*)'/g), ([text]) => text));
  const plain = texts.map((text) =>
    text
      .slice(1, -1)
      .replaceAll(/%[-+ #.\d]*[a-z]{1,3}|\\n/gi, '')
      .trim(),
  );
  return cut(plain.find((text) => /[a-z]{2}/i.test(text)) ?? '');
}

function cut(text: string): string {
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME - 1).trimEnd()}…` : text;
}

customElements.define('haze-kept-work', HazeKeptWork);
