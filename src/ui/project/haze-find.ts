// <haze-find>: searches all files of a project for a string. Each result is a button that jumps to its line
// (`haze-go-to`).
import { html, nothing } from 'lit';
import { fire, given, pageElement, state } from '../element/element.ts';
import type { Place } from '../problems/haze-problems.ts';
import { type FoundLine, findInFiles, MOST_FOUND } from './find-in-files.ts';
import type { Project } from './project.ts';

export class HazeFind extends pageElement({
  project: given<Project | undefined>(),
  /** Results; undefined before the first search. */
  found: state<readonly FoundLine[] | undefined>(),
}) {
  protected override render() {
    const { found } = this;
    return html`<form class="fields find" role="search" @submit=${this.#find}>
        <label class="field">
          <span>Find in all files</span>
          <input name="text" type="search" class="mono" required autocomplete="off" />
        </label>
        <label class="check"><input name="exact" type="checkbox" @change=${this.#findAgain} /> Match case</label>
        <button type="submit">Find</button>
      </form>
      ${
        found === undefined
          ? nothing
          : html`<p class="muted" role="status">
                ${found.length === 0 ? 'Nothing found.' : `${found.length}${found.length === MOST_FOUND ? ' and more' : ''} found`}
              </p>
              <ul class="found">
                ${found.map((line) => this.#renderLine(line))}
              </ul>`
      }`;
  }

  #renderLine({ path, line, column, text }: FoundLine) {
    const detail: Place = { file: path, line, column };
    return html`<li>
      <button
        type="button"
        class="quiet"
        @click=${() => fire(this, 'haze-go-to', detail)}
      >
        <span class="place">${path}:${line}</span> <code>${text}</code>
      </button>
    </li>`;
  }

  /** Repeats the search after the switch has changed. */
  readonly #findAgain = (event: Event): void => {
    if (this.found) (event.target as HTMLInputElement).form?.requestSubmit();
  };

  readonly #find = (event: Event): void => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    const isExact = fields.get('exact') !== null;
    this.found = this.project && findInFiles(this.project, String(fields.get('text')), { isExact });
  };
}

if (!customElements.get('haze-find')) customElements.define('haze-find', HazeFind);
