// <haze-problems>: what compiler and linker said, as a list. A place in the program is a button that goes there
// (`haze-go-to`), a fix one that applies it (`haze-apply-fix`).
import { html, LitElement, nothing } from 'lit';
import { collectFixes, describeFix } from '../editor/fix-its.ts';
import type { Diagnostic, FixIt } from '../service/service-records.ts';

export interface Place {
  readonly line: number;
  readonly column: number;
}

export class HazeProblems extends LitElement {
  static override properties = { diagnostics: { attribute: false } };

  declare diagnostics: readonly Diagnostic[];

  constructor() {
    super();
    this.diagnostics = [];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render() {
    if (this.diagnostics.length === 0) return nothing;
    return html`<ul class="problems" aria-label="Messages of the compiler">
      ${this.diagnostics.map((diagnostic) => this.#renderDiagnostic(diagnostic))}
    </ul>`;
  }

  #renderDiagnostic(diagnostic: Diagnostic) {
    const { severity, message, option, notes } = diagnostic;
    const kind = severity === 'fatal' ? 'error' : severity;
    return html`<li class=${kind}>
      <span class="severity">${kind}</span>
      ${this.#renderPlace(diagnostic)} <span>${message}</span>
      ${option === undefined ? nothing : html`<code>${option}</code>`}
      ${collectFixes(diagnostic).map(
        (fix) => html`<button type="button" class="fix" @click=${() => this.#tell('haze-apply-fix', fix)}>
          ${describeFix(fix)}
        </button>`,
      )}
      ${notes.map((note) => html`<div class="note">${this.#renderPlace(note)} ${note.message}</div>`)}
    </li>`;
  }

  #renderPlace({ file, line, column = 1 }: Diagnostic) {
    if (line === undefined) return nothing;
    // A header of the library is no place in the editor.
    if (file?.startsWith('/')) return html`<code>${file}:${line}</code>`;
    const place: Place = { line, column };
    return html`<button type="button" class="place" @click=${() => this.#tell('haze-go-to', place)}>
      line ${line}:${column}
    </button>`;
  }

  #tell(name: string, detail: Place | readonly FixIt[]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define('haze-problems', HazeProblems);
